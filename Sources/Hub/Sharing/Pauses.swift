import Bus
package import Family
import SQL
import Storage

/// A time in which a member shows nothing new to anybody else.
package struct Pause: Hashable, Sendable {
    package var from: Timestamp
    /// Nil while it has no end.
    package var until: Timestamp?

    init(_ row: PauseRow) {
        from = row.from
        until = row.until
    }

    /// Whether a moment lies in it.
    package func holds(_ moment: Timestamp) -> Bool {
        from <= moment && until.map { moment < $0 } ?? true
    }
}

extension Hub {
    /// A member's pause, where one is under way.
    package func pause(of member: ID<Member>) async throws -> Pause? {
        let now = outside.now()
        return try await database.read { try $0.currentPause(of: member, now: now) }
    }

    /// Pauses a member's sharing from now on, or gives the pause under way another end; nil is until they end it.
    ///
    /// To everyone else it is as if their phone had lost its signal (F39): the last state stays and ages, and what is
    /// measured or sent meanwhile is never shown, not even afterwards. The member goes on seeing themselves. A child that
    /// its guardian sees asks the guardian instead: throws `FamilyRefusal.guardianDecides`, `SharingRefusal`, or
    /// `StorageError`.
    package func setPause(of member: ID<Member>, until: Timestamp?) async throws -> Pause {
        let now = outside.now()
        if let until, until <= now { throw SharingRefusal.endInThePast }
        return try await changePauses(of: member) { transaction in
            guard try !transaction.guardiansSee(member, now: now) else { throw FamilyRefusal.guardianDecides }
            let from = try transaction.currentPause(of: member, now: now)?.from ?? now
            let row = PauseRow(from: from, until: until)
            try transaction.setPause(row, of: member)
            return Pause(row)
        }
    }

    /// Ends a member's pause; where there is none, that is done already.
    package func endPause(of member: ID<Member>) async throws {
        let now = outside.now()
        try await changePauses(of: member) { transaction in
            guard let pause = try transaction.currentPause(of: member, now: now) else { return }
            try transaction.setPause(PauseRow(from: pause.from, until: now), of: member)
        }
    }

    private func changePauses<Answer: Sendable>(
        of member: ID<Member>,
        _ change: @escaping @Sendable (Transaction) throws -> Answer
    ) async throws -> Answer {
        let (subjects, vault, inbox) = (subjects, vault, inbox)
        return try await database.transaction(for: .reserved) { transaction in
            guard var subject = try subjects.subject(member, in: transaction, vault: vault, inbox: inbox) else {
                throw SubjectRefusal.notFound
            }
            let answer = try change(transaction)
            subject.pauses = try transaction.pauses(of: member, limit: MemberState.pausesMax).map(Pause.init)
            subjects.keep([subject])
            return answer
        } undo: {
            subjects.forget(member)
        }
    }
}

extension Transaction {
    /// The pause of a member that a moment lies in.
    func currentPause(of member: ID<Member>, now: Timestamp) throws(StorageError) -> Pause? {
        try pauses(of: member, limit: 1).map { Pause($0) }.first { $0.holds(now) }
    }
}
