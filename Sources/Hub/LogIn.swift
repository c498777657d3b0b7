import Synchronization
import SQL
import Bus
package import Family
import Storage

/// Who is asking: a logged-in member, through one session.
package struct Visitor: Hashable, Sendable {
    package var member: ID<Member>
    package var session: ID<Session>
    package var expiresAt: Timestamp
}

extension Hub {
    /// Logs a member in by number and password.
    ///
    /// An unknown number costs as much time as a wrong password, and is answered in the same words. What can be nobody's
    /// number is told apart.
    /// - Returns: the session, and its token, which is nowhere kept.
    /// - Throws: `LogInRefusal`, `PhoneRefusal`, or `StorageError`.
    package func logIn(phone: String, password: String) async throws -> (visitor: Visitor, token: String) {
        let lookup = vault.lookup(try phoneNumber(phone))
        let now = outside.now()
        if let wait = logInThrottle.withLock({ $0.secondsToWaitOrCount(lookup, now: now) }) {
            throw LogInRefusal.tooManyTries(retryAfterSeconds: wait)
        }
        let row = try await database.read { transaction in
            try transaction.member(phoneLookup: lookup)
        }
        let usable = row.flatMap { $0.disabledAt == nil ? $0 : nil }
        let vault = vault
        guard let right = await slowWork.run({ vault.verify(password: password, hash: usable?.passwordHash) }) else {
            throw LogInRefusal.tooManyTries(retryAfterSeconds: 5)
        }
        guard right, let usable else { throw LogInRefusal.wrongPhoneOrPassword }
        logInThrottle.withLock { $0.forget(lookup) }
        try await strengthen(usable, password)
        return try await addSession(for: usable.id)
    }

    /// Hashes a password anew that was hashed at a lower cost (S3): only now is it known.
    private func strengthen(_ member: MemberRow, _ password: String) async throws {
        guard let hash = member.passwordHash, vault.needsRehash(hash) else { return }
        let vault = vault
        // Where there is no time or memory for it now, the next log-in tries again.
        guard let stronger = await slowWork.run({ vault.hash(password: password) }) ?? nil else { return }
        try await database.transaction { transaction in
            guard try transaction.member(member.id)?.passwordHash == hash else { return }
            try transaction.setPasswordHash(member.id, stronger)
        }
    }

    /// Who is asking with this token; nil for a token that opens nothing, or no longer.
    package func visitor(token: String) async throws -> Visitor? {
        let now = outside.now()
        let hash = vault.hash(token: Array(token.utf8))
        let epoch = sessionCache.epoch
        if let known = sessionCache.value(hash) {
            return try await use(known, hash: hash, epoch: epoch, now: now)
        }
        guard let row = try await database.read({ try $0.session(tokenHash: hash.bytes) }) else { return nil }
        sessionCache.keep(row, hash: hash, ifEpoch: epoch)
        return try await use(row, hash: hash, epoch: epoch, now: now)
    }

    /// A member's sessions, newest first.
    package func sessions(of member: ID<Member>) async throws -> [OpenSession] {
        let now = outside.now()
        return try await database.read { try $0.sessions(of: member) }.filter { isAlive($0, now: now) }
            .map(OpenSession.init)
    }

    /// Whether a visitor's session has not ended since they were let in; asks the database, not memory.
    package func isOpen(_ visitor: Visitor) async throws -> Bool {
        try await sessions(of: visitor.member).contains { $0.id == visitor.session }
    }

    /// Ends a session and its streams; false where the member has no such session.
    package func endSession(_ id: ID<Session>, of member: ID<Member>) async throws -> Bool {
        let ended = try await database.transaction { try $0.endSession(id, of: member) }
        guard ended else { return false }
        sessionCache.forget { $0.id == id }
        bus.publish([.sessionEnded(id)])
        return true
    }

    /// A new session of a member who has proved to be one, with its token, which is nowhere kept.
    package func addSession(for member: ID<Member>) async throws -> (visitor: Visitor, token: String) {
        let now = outside.now()
        let token = newToken()
        let hash = vault.hash(token: Array(token.utf8))
        let row = SessionRow(
            id: outside.newID(),
            member: member,
            createdAt: now,
            seenAt: now,
            expiresAt: now.advanced(byMilliseconds: settings.sessionAgeMilliseconds)
        )
        try await database.transaction { transaction in
            try transaction.removeExpiredSessions(now: now)
            try transaction.addSession(row, tokenHash: hash.bytes)
        }
        return (Visitor(member: member, session: row.id, expiresAt: row.expiresAt), token)
    }

    private func use(_ session: SessionRow, hash: TokenHash, epoch: Int, now: Timestamp) async throws -> Visitor? {
        guard isAlive(session, now: now) else { return nil }
        // Once an hour is enough to know that a session of thirty idle days is alive.
        if now.milliseconds(since: session.seenAt) > 3_600_000 {
            var touched = session
            touched.seenAt = now
            sessionCache.keep(touched, hash: hash, ifEpoch: epoch)
            try await database.transaction { try $0.touchSession(session.id, seenAt: now) }
        }
        return Visitor(member: session.member, session: session.id, expiresAt: session.expiresAt)
    }

    private func isAlive(_ session: SessionRow, now: Timestamp) -> Bool {
        now < session.expiresAt && now.milliseconds(since: session.seenAt) < settings.sessionIdleMilliseconds
    }
}
