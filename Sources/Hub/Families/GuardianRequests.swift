import Bus
package import Family
import SQL
import Storage

/// Something about a child that waits for its guardians, as one of them or the child reads it.
package struct WaitingAgreement: Sendable {
    /// Its kind.
    package enum Kind: Sendable {
        /// A phone that was logged in by a guardian's link.
        case session
        case handOver
        /// The end of hidden hours that another guardian set.
        case hiddenHours
        /// A viewer whom another guardian let see the child is to see less.
        case sight
    }

    package var id: ID<GuardianRequest>
    package var kind: Kind
    /// The guardian who asked, or whose link it was.
    package var askedBy: ID<Member>
    package var askedAt: Timestamp
    /// When it goes on without those who did not answer.
    package var dueAt: Timestamp?
    /// The guardians who can still agree: for a session one of them is enough, else all are needed.
    package var missing: [ID<Member>]
    /// The viewer from whom hours hide the child, or who is to see less.
    package var viewer: ID<Member>?
    package var mayAgree: Bool
    package var mayWithdraw: Bool
}

/// Requests that one guardian does not decide alone (F87); `Guardianship` says whose agreement they need.
extension Hub {
    /// The requests about a child, for a guardian or the child itself.
    ///
    /// A child reads of its own sessions alone, and a guardian of no hours that they may not read.
    package func agreements(
        about child: ID<Member>,
        in family: ID<FamilyGroup>,
        for asker: ID<Member>
    ) async throws -> [WaitingAgreement] {
        let now = outside.now()
        return try await database.read { transaction in
            let (_, guardianship) = try transaction.childWithGuardians(child, of: family, for: asker, now: now)
            let sessions = try transaction.sessions(of: child).compactMap { session in
                self.waiting(session, guardianship, for: asker, now: now)
            }
            guard asker != child else { return sessions }
            return try sessions
                + transaction.guardianRequests(of: child).compactMap { request in
                    try self.waiting(request, guardianship, for: asker, in: transaction)
                }
        }
    }

    /// Agrees to what waits; with the last agreement it happens.
    ///
    /// Throws `FamilyRefusal`, or what keeps it from happening, or `StorageError`.
    package func agree(
        to id: ID<GuardianRequest>,
        about child: ID<Member>,
        in family: ID<FamilyGroup>,
        by asker: ID<Member>
    ) async throws {
        let now = outside.now()
        let joined = try await database.transaction { transaction -> Joined? in
            let (row, guardianship) = try transaction.childWithGuardians(child, of: family, for: asker, now: now)
            if let session = try transaction.heldSession(id, of: child), let maker = session.heldBy {
                let isAdmitter = guardianship.admitters(ofLinkBy: maker, at: session.createdAt)
                    .contains(asker)
                guard asker == child || isAdmitter else { throw FamilyRefusal.otherGuardianDecides }
                try transaction.admitSession(session.id)
                return Joined(told: [child, maker], connected: [])
            }
            guard asker != child, let request = try transaction.guardianRequest(id), request.child == child else {
                throw FamilyRefusal.notFound
            }
            let verdict = try transaction.verdict(on: request, guardianship)
            guard case .together(let others) = verdict, others.contains(asker) else {
                throw FamilyRefusal.otherGuardianDecides
            }
            try transaction.agree(to: id, by: asker)
            guard try others.isSubset(of: transaction.agreed(to: id)) else {
                return Joined(told: [request.askedBy], connected: [])
            }
            // It waits where something of the child runs; a refusal would tell a hidden adult of that.
            if case .handOver = request.matter, try self.safetyWatch(of: child, in: transaction).needsPIN {
                try transaction.setDue(id, self.safetyNow)
                return Joined(told: [request.askedBy], connected: [])
            }
            return try self.perform(request, about: row, in: transaction, now: now)
        }
        sessionCache.forget { $0.id.high == id.high && $0.id.low == id.low }
        if let joined { notify(joined) }
        await settleAdults(of: family)
    }

    /// Withdraws what one asked for, or logs out a phone that waits.
    package func withdraw(
        _ id: ID<GuardianRequest>,
        about child: ID<Member>,
        in family: ID<FamilyGroup>,
        by asker: ID<Member>
    ) async throws {
        let now = outside.now()
        let session = try await database.transaction(for: .reserved) { transaction -> ID<Session>? in
            let (_, guardianship) = try transaction.childWithGuardians(child, of: family, for: asker, now: now)
            if let session = try transaction.heldSession(id, of: child), let maker = session.heldBy {
                guard self.mayEnd(session, byLinkOf: maker, guardianship, asker) else {
                    throw FamilyRefusal.otherGuardianDecides
                }
                return session.id
            }
            guard let request = try transaction.guardianRequest(id), request.child == child, request.askedBy == asker
            else { throw FamilyRefusal.notFound }
            try transaction.removeGuardianRequest(id)
            return nil
        }
        if let session { _ = try await endSession(session, of: child, forgettingBrowser: true) }
    }

    /// The guardians who can let a session go on that shows nothing yet; nil for any other session.
    ///
    /// None can where they left, or the child has grown up: then only a session of its own agrees.
    package func admitters(of caller: AuthenticatedSession) async throws -> [Person]? {
        guard let maker = caller.heldBy else { return nil }
        let now = outside.now()
        return try await database.read { transaction in
            guard let row = try transaction.member(caller.member),
                let session = try transaction.session(caller.session)
            else { return [] }
            let guardianship = try transaction.guardianship(of: row, now: now)
            let admitters = guardianship.admitters(ofLinkBy: maker, at: session.createdAt)
            return try guardianship.guardians.map(\.id).filter(admitters.contains)
                .compactMap { try transaction.member($0).map(Person.init) }
        }
    }

    /// Has the other guardians asked for their agreement.
    func ask(
        _ others: Set<ID<Member>>,
        _ matter: GuardianRequestRow.Matter,
        about child: ID<Member>,
        by guardian: ID<Member>,
        dueAt: Timestamp? = nil,
        in transaction: Transaction
    ) throws {
        let request = GuardianRequestRow(
            id: outside.newID(),
            child: child,
            askedBy: guardian,
            askedAt: safetyNow,
            dueAt: dueAt,
            matter
        )
        try transaction.addGuardianRequest(request)
        let kind = dueAt == nil ? NoticeKind.guardianAsked : .handOverAsked
        for other in others { try transaction.addNotice(notice(kind, for: other, about: child)) }
    }

    func perform(
        _ request: GuardianRequestRow,
        about child: MemberRow,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> Joined {
        try transaction.removeGuardianRequest(request.id)
        switch request.matter {
        case .handOver(let id, let sharing, let birthYear):
            guard let invite = try transaction.invite(id), try transaction.isInviterGood(invite, now: now) else {
                throw InviteRefusal.noInvite
            }
            let consent = JoinConsent(sharing: sharing, birthYear: birthYear)
            return try move(child, by: invite, consent, by: request.askedBy, in: transaction, now: now)
        case .hours(let id):
            let hours = try transaction.hiddenHours(of: child.id)
            try transaction.setHiddenHours(of: child.id, hours.filter { $0.id != id })
            return Joined(told: [request.askedBy], connected: hours.map(\.viewer) + [child.id])
        case .sight(let id, let precision):
            guard var connection = try transaction.connection(id) else { throw FamilyRefusal.notFound }
            let end = precision == .off ? nil : connection.expiresAt
            try set(&connection, min(precision, connection.precision), end, in: transaction, now: now)
            if precision == .off {
                let guardian = request.askedBy
                try endWatching(by: connection.viewer, of: child.id, asking: guardian, in: transaction, now: now)
            }
            return Joined(told: [request.askedBy, child.id], connected: [connection.viewer, child.id])
        }
    }

    private func waiting(
        _ session: SessionRow,
        _ guardianship: Guardianship,
        for asker: ID<Member>,
        now: Timestamp
    ) -> WaitingAgreement? {
        guard let maker = session.heldBy, now < session.expiresAt else { return nil }
        let admitters = guardianship.admitters(ofLinkBy: maker, at: session.createdAt)
        return WaitingAgreement(
            id: ID(sharing: session.id),
            kind: .session,
            askedBy: maker,
            askedAt: session.createdAt,
            missing: guardianship.guardians.map(\.id).filter(admitters.contains),
            mayAgree: !guardianship.isGuardian(asker) || admitters.contains(asker),
            mayWithdraw: mayEnd(session, byLinkOf: maker, guardianship, asker)
        )
    }

    /// A guardian whom hours bind has no say in which phone is the child's.
    private func mayEnd(
        _ session: SessionRow,
        byLinkOf maker: ID<Member>,
        _ guardianship: Guardianship,
        _ asker: ID<Member>
    ) -> Bool {
        asker == session.member || asker == maker
            || guardianship.admitters(ofLinkBy: maker, at: session.createdAt).contains(asker)
    }

    private func waiting(
        _ request: GuardianRequestRow,
        _ guardianship: Guardianship,
        for asker: ID<Member>,
        in transaction: Transaction
    ) throws -> WaitingAgreement? {
        let verdict = try transaction.verdict(on: request, guardianship)
        let others: Set<ID<Member>> = if case .together(let others) = verdict { others } else { [] }
        let missing = others.subtracting(try transaction.agreed(to: request.id))
        let isAskers = request.askedBy == asker && verdict != .never
        guard isAskers || others.contains(asker) && !missing.isEmpty else { return nil }
        let (kind, viewer) = try transaction.kind(of: request)
        return WaitingAgreement(
            id: request.id,
            kind: kind,
            askedBy: request.askedBy,
            askedAt: request.askedAt,
            dueAt: request.dueAt,
            missing: guardianship.guardians.map(\.id).filter(missing.contains),
            viewer: viewer,
            mayAgree: missing.contains(asker),
            mayWithdraw: request.askedBy == asker
        )
    }
}

extension Transaction {
    /// A child with who decides for it, for one of them or the child itself.
    fileprivate func childWithGuardians(
        _ id: ID<Member>,
        of family: ID<FamilyGroup>,
        for asker: ID<Member>,
        now: Timestamp
    ) throws -> (MemberRow, Guardianship) {
        guard id == asker else {
            let row = try childInCare(id, of: family, by: asker, now: now)
            return (row, try guardianship(of: row, now: now))
        }
        guard let row = try member(id), row.family == family else { throw FamilyRefusal.notFound }
        return (row, try guardianship(of: row, now: now))
    }

    /// A session of a child that waits, by the identity of what is to be agreed to.
    fileprivate func heldSession(_ id: ID<GuardianRequest>, of child: ID<Member>) throws(StorageError) -> SessionRow? {
        guard let session = try session(ID(sharing: id)), session.member == child,
            session.heldBy != nil
        else { return nil }
        return session
    }

    /// The guardians whom a request takes now; never, where its subject is gone.
    func verdict(
        on request: GuardianRequestRow,
        _ guardianship: Guardianship
    ) throws(StorageError) -> Guardianship.Verdict {
        switch request.matter {
        case .handOver: return guardianship.verdict(.handOver, by: request.askedBy)
        case .hours(let id):
            guard let row = try hiddenHours(of: request.child).first(where: { $0.id == id }) else { return .never }
            let hiding = try hiding(row)
            return guardianship.verdict(.change(hiding.arrangement, hidden: hiding.viewers), by: request.askedBy)
        case .sight(let id, _):
            guard let arrangement = try arrangement(of: id) else { return .never }
            return guardianship.verdict(.change(arrangement), by: request.askedBy)
        }
    }

    /// The kind of a request, and its viewer.
    fileprivate func kind(
        of request: GuardianRequestRow
    ) throws(StorageError) -> (WaitingAgreement.Kind, ID<Member>?) {
        switch request.matter {
        case .handOver: (.handOver, nil)
        case .hours(let id): (.hiddenHours, try hiddenHours(of: request.child).first { $0.id == id }?.viewer)
        case .sight(let id, _): (.sight, try connection(id)?.viewer)
        }
    }
}
