import Bus
package import Family
import SQL
import Storage

extension Hub {
    private static let passwordLinkMilliseconds: Int64 = 24 * 3_600_000
    private static let logInLinkMilliseconds: Int64 = 72 * 3_600_000

    /// Makes the token of a link by which a member sets a password once, for the keeper to hand on (S40).
    ///
    /// Until it is used, password and sessions stay as they are, and every session is told. It logs nobody in: where the
    /// hub can text, a browser that is new still needs a code. Throws `MemberRefusal.notFound`, or `StorageError`.
    package func makePasswordLink(for member: ID<Member>) async throws -> (token: String, expiresAt: Timestamp) {
        let token = newToken()
        let hash = vault.hash(token: Array(token.utf8)).bytes
        let expiresAt = outside.now().advanced(byMilliseconds: Hub.passwordLinkMilliseconds)
        let notice = notice(.resetStarted, for: member)
        try await database.transaction { transaction in
            guard let row = try transaction.member(member), row.disabledAt == nil else { throw MemberRefusal.notFound }
            try transaction.setLink(hash, for: member, .password, expiresAt: expiresAt)
            if row.passwordHash != nil { try transaction.addNotice(notice) }
        }
        bus.publish([.notice(member)])
        return (token, expiresAt)
    }

    /// Sets a password by such a link: every session ends and every browser is new again.
    ///
    /// Throws `PasswordRefusal.noLink`, `MemberRefusal.password`, or `StorageError`; a password that is refused leaves
    /// the link good.
    package func setPassword(byLink token: String, to password: String) async throws {
        let hash = vault.hash(token: Array(token.utf8)).bytes
        let now = outside.now()
        let row = try await database.read { transaction in
            try transaction.link(hash, .password, now: now).flatMap { try transaction.member($0) }
        }
        guard let row, row.disabledAt == nil else { throw PasswordRefusal.noLink }
        try await replacePassword(of: row, with: password, byKeeper: true) { transaction in
            guard try transaction.link(hash, .password, now: now) != nil else { throw PasswordRefusal.noLink }
            try transaction.removeLink(hash)
        }
    }

    /// Makes the token of a link that logs a child in who has no number, on the phone that opens it.
    ///
    /// Logged in as the child, a guardian whom hidden hours bind would see what they hide (F87). All guardians are notified.
    /// Throws `FamilyRefusal`, or `StorageError`.
    package func makeLogInLink(
        for child: ID<Member>,
        of family: ID<FamilyGroup>,
        by member: ID<Member>
    ) async throws -> (token: String, expiresAt: Timestamp) {
        let token = newToken()
        let hash = vault.hash(token: Array(token.utf8)).bytes
        let now = outside.now()
        let expiresAt = now.advanced(byMilliseconds: Hub.logInLinkMilliseconds)
        let guardians = try await database.transaction { transaction in
            let row = try transaction.childInCare(child, of: family, by: member, now: now)
            try transaction.require(.arrange, by: member, for: row, now: now)
            // Whoever has a number gets in by it; a link would be a way into what is theirs.
            guard !row.hasOwnNumber else { throw FamilyRefusal.hasPhone }
            try transaction.setLink(hash, for: child, .logIn, madeBy: member, expiresAt: expiresAt)
            return try self.notifyGuardians(of: row, .childLinkMade, in: transaction, now: now)
        }
        bus.publish(guardians.map { .notice($0) })
        return (token, expiresAt)
    }

    /// Logs a child in by such a link, and uses it up.
    ///
    /// The child's other sessions and all guardians are notified. Where another guardian has a say, the session shows nothing
    /// until one of them, or a session of the child's own, agrees, whatever changes meanwhile (F87). Throws
    /// `PasswordRefusal.noLink`, or `StorageError`.
    package func logIn(byLink token: String) async throws -> (caller: AuthenticatedSession, token: String) {
        let hash = vault.hash(token: Array(token.utf8)).bytes
        let now = outside.now()
        let (session, told) = try await database.transaction { transaction in
            guard let id = try transaction.link(hash, .logIn, now: now), let row = try transaction.member(id),
                row.disabledAt == nil, !row.hasOwnNumber, row.isChild(now: now)
            else { throw PasswordRefusal.noLink }
            let guardianship = try transaction.guardianship(of: row, now: now)
            // One of before makers were known shows no one's right to it.
            guard let maker = try transaction.linkMaker(hash) else { throw PasswordRefusal.noLink }
            // Hours that were set since, or a maker who left the family.
            guard guardianship.verdict(.arrange, by: maker) == .alone else { throw PasswordRefusal.noLink }
            let admitters = guardianship.admitters(ofLinkBy: maker, at: now)
            for guardian in admitters {
                try transaction.addNotice(self.notice(.guardianAsked, for: guardian, about: id))
            }
            try transaction.removeLink(hash)
            try transaction.addNotice(self.notice(.newLogIn, for: id))
            let session = self.newSession(for: id, heldBy: admitters.isEmpty ? nil : maker)
            try self.add(session, in: transaction)
            return (session, [id] + (try self.notifyGuardians(of: row, .childLoggedIn, in: transaction, now: now)))
        }
        bus.publish(told.map { .notice($0) })
        return (session.caller, session.token)
    }

    /// Adds a notice about a child for each of its guardians but one; returns them, for the bus after the commit.
    func notifyGuardians(
        of child: MemberRow,
        but actor: ID<Member>? = nil,
        _ kind: NoticeKind,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> [ID<Member>] {
        let guardians = try transaction.guardians(of: child, now: now).filter { $0 != actor }
        for guardian in guardians { try transaction.addNotice(notice(kind, for: guardian, about: child.id)) }
        return guardians
    }
}
