import Bus
package import Family
import Languages
import Messaging
import SQL
import Storage
import Synchronization

extension Hub {
    static let newsMilliseconds: Int64 = 86_400_000

    /// Sets a member's own password, tells every session and the number, and answers a new session in place of the one
    /// that asked (S13, S17); without a proof of its own, a recent one is needed.
    ///
    /// Throws `PasswordRefusal`, `ProofRefusal`, `MemberRefusal`, `CodeRefusal`, `LogInRefusal`, `SafetyRefusal` where
    /// other sessions end while something runs, or `StorageError`.
    package func changePassword(
        of caller: AuthenticatedSession,
        proof: Proof?,
        to password: String,
        endingOthers: Bool,
        from origin: RequestOrigin
    ) async throws -> (caller: AuthenticatedSession, token: String) {
        guard let row = try await database.read({ try $0.member(caller.member) }) else {
            throw MemberRefusal.notFound
        }
        // The session that is ended may be the one of the phone on the way (F32).
        if endingOthers { try await requirePIN(caller) }
        let request = try await prove(proof, of: row, caller, from: origin)
        let phone = phone(of: row) ?? vault.unconfirmedPhone(of: row)
        let hash = try await hashedIfGood(password, phone: phone, name: row.name)
        let now = outside.now()
        let notice = notice(.passwordChanged, for: row.id)
        let session = newSession(for: row.id, isShared: caller.isShared)
        let (ended, done) = try await database.transaction { transaction -> ([ID<Session>], SafetyPostCommit?) in
            if let request { try self.use(request, in: transaction, now: now) }
            try transaction.setPasswordHash(row.id, hash)
            // Whoever knows the password needs no recovery and no link, and nobody else is to have one.
            _ = try transaction.removeRecovery(of: row.id)
            try transaction.removeLinks(of: row.id)
            // Whoever knew the old password may be known in a browser too; this one is remembered anew.
            try transaction.forgetDevices(of: row.id)
            let ended = try transaction.sessions(of: row.id).map(\.id)
                .filter { endingOthers || $0 == caller.session }
            for session in ended { _ = try transaction.endSession(session, of: row.id) }
            // Another session may have made one.
            if endingOthers { try transaction.endOpenLinks(of: row.id, now: now) }
            try transaction.addNotice(notice)
            try self.addNews(self.passwordChangedText, to: row, in: transaction)
            return (ended, try self.add(session, inPlaceOf: caller, in: transaction))
        }
        if let done { finish(done) }
        forgetSessions(Set(ended))
        bus.publish([.notice(row.id), .connections(viewer: row.id)])
        note(.passwordChanged, row.id, from: origin)
        ringOutbox()
        return (session.caller, session.token)
    }

    /// Begins to recover an account by text alone, which anybody may object to for a day (S11).
    ///
    /// Every session of the member, and everyone connected with them, is told at once. Throws `CodeRefusal`, or
    /// `StorageError`.
    package func startRecovery(
        _ proof: CodeProof,
        from origin: RequestOrigin
    ) async throws -> (token: String, readyAt: Timestamp, expiresAt: Timestamp) {
        let request = try await check(proof, for: .recover, from: origin)
        let (row, _) = try await memberWhoAsks(request.phoneLookup, from: origin)
        guard let row else { throw CodeRefusal.wrongCode }
        // Who is silent objects to nothing.
        try await refuseIfSilent(row)
        let token = newToken()
        let hash = vault.hash(token: Array(token.utf8)).bytes
        let now = outside.now()
        let readyAt = now.advanced(byMilliseconds: settings.recoveryMilliseconds)
        let recovery = RecoveryRow(
            member: row.id,
            createdAt: now,
            readyAt: readyAt,
            expiresAt: readyAt.advanced(byMilliseconds: 7 * 86_400_000)
        )
        let told = try await database.transaction { transaction -> [ID<Member>] in
            try self.use(request, in: transaction, now: now)
            try transaction.setRecovery(recovery, tokenHash: hash)
            try transaction.addNotice(self.notice(.recoveryStarted, for: row.id))
            // Not by text: whoever asked reads these.
            try self.addMailNews(self.recoveryStartedText, to: row, in: transaction)
            let contacts = try transaction.acquaintances(of: row.id, now: now).filter { $0 != row.id }
            for contact in contacts {
                try transaction.addNotice(self.notice(.contactRecovers, for: contact, about: row.id))
            }
            return [row.id] + contacts
        }
        bus.publish(told.map { .notice($0) })
        ringOutbox()
        note(.recoveryStarted, row.id, from: origin)
        return (token, readyAt, recovery.expiresAt)
    }

    /// When a member's recovery began and when it may be used; nil where none is under way.
    package func recovery(of member: ID<Member>) async throws -> (startedAt: Timestamp, readyAt: Timestamp)? {
        let now = outside.now()
        guard let row = try await database.read({ try $0.recovery(of: member) }), now < row.expiresAt else {
            return nil
        }
        return (row.createdAt, row.readyAt)
    }

    /// Calls a recovery off; any session of the member can.
    ///
    /// Throws `PasswordRefusal.noRecovery` where there is none.
    package func cancelRecovery(of member: ID<Member>) async throws {
        let notice = notice(.recoveryCancelled, for: member)
        try await database.transaction { transaction in
            guard try transaction.removeRecovery(of: member) else { throw PasswordRefusal.noRecovery }
            try transaction.addNotice(notice)
        }
        bus.publish([.notice(member)])
        note(.recoveryCancelled, member)
    }

    /// Ends a recovery with a new password: every session ends and every browser is new again.
    ///
    /// Throws `PasswordRefusal`, `MemberRefusal`, or `StorageError`.
    package func finishRecovery(token: String, to password: String) async throws {
        let hash = vault.hash(token: Array(token.utf8)).bytes
        let now = outside.now()
        let found = try await database.read { transaction -> (RecoveryRow, MemberRow)? in
            guard let recovery = try transaction.recovery(tokenHash: hash), now < recovery.expiresAt,
                let member = try transaction.member(recovery.member), member.disabledAt == nil
            else { return nil }
            return (recovery, member)
        }
        guard let (recovery, row) = found else { throw PasswordRefusal.noRecovery }
        guard now >= recovery.readyAt else {
            let seconds = (recovery.readyAt.milliseconds(since: now) + 999) / 1_000
            throw PasswordRefusal.waiting(retryAfterSeconds: Int(seconds))
        }
        try await replacePassword(of: row, with: password) { transaction in
            guard try transaction.recovery(tokenHash: hash) != nil else { throw PasswordRefusal.noRecovery }
        }
    }

    /// Sets a member's password where something else than the old one proved the right to: no recovery, session or known
    /// browser outlives it, and every session and the number are told.
    ///
    /// `using` uses the proof up in the same transaction, and throws where it was used already. Where whoever runs the hub
    /// began it, those who watch over the member's trip are told.
    func replacePassword(
        of row: MemberRow,
        with password: String,
        byKeeper: Bool = false,
        using: @escaping @Sendable (Transaction) throws -> Void
    ) async throws {
        let phone = phone(of: row) ?? vault.unconfirmedPhone(of: row)
        let passwordHash = try await hashedIfGood(password, phone: phone, name: row.name)
        let (notice, now) = (notice(.passwordChanged, for: row.id), outside.now())
        let (ended, done) = try await database.transaction { transaction -> ([ID<Session>], SafetyPostCommit?) in
            try using(transaction)
            _ = try transaction.removeRecovery(of: row.id)
            try transaction.removePINReset(of: row.id)
            try transaction.removeLinks(of: row.id)
            try transaction.setPasswordHash(row.id, passwordHash)
            try transaction.forgetDevices(of: row.id)
            let ended = try transaction.sessions(of: row.id).map(\.id)
            for session in ended { _ = try transaction.endSession(session, of: row.id) }
            try transaction.endOpenLinks(of: row.id, now: now)
            try transaction.addNotice(notice)
            try self.addNews(self.passwordChangedText, to: row, in: transaction)
            for lookup in row.lookups { try transaction.removeLogInFailures(lookup) }
            return (ended, byKeeper ? try self.tellLoggedOut(row.id, in: transaction) : nil)
        }
        if let done { finish(done) }
        for lookup in row.lookups { logInThrottle.withLock { $0.forget(lookup, from: []) } }
        forgetSessions(Set(ended))
        bus.publish([.connections(viewer: row.id)])
        note(.passwordRecovered, row.id)
        ringOutbox()
    }

    /// The request whose code proved it, to be used up with the change; nil for another proof.
    private func prove(
        _ proof: Proof?,
        of row: MemberRow,
        _ caller: AuthenticatedSession,
        from origin: RequestOrigin
    ) async throws -> VerificationRow? {
        guard let proof else {
            try await requireRecentProof(caller)
            return nil
        }
        do {
            return try await check(proof, of: row, caller, from: origin)
        } catch ProofRefusal.wrong(.password) {
            throw PasswordRefusal.wrongPassword
        }
    }

    func forgetSessions(_ ended: Set<ID<Session>>) {
        sessionCache.forget { ended.contains($0.id) }
        bus.publish(ended.map { .sessionEnded($0) })
    }

    private var recoveryStartedText: [Phrase] {
        [
            "Hearth: someone is resetting your password.",
            """
            They receive texts sent to your number and can set a password after 24 hours. Not you? Cancel it in any \
            browser where you are logged in.
            """,
        ]
    }

    private var passwordChangedText: [Phrase] {
        [
            "Hearth: your password was changed.",
            "Not you? Recover your account on the login page and tell your hub's keeper.",
        ]
    }
}
