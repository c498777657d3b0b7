import Synchronization
import SQL
import Bus
package import Family
import Storage

/// Who is asking: a logged-in member, through one session.
package struct AuthenticatedSession: Hashable, Sendable {
    package var member: ID<Member>
    package var session: ID<Session>
    package var expiresAt: Timestamp
    /// Whether others use the device too.
    package var isShared = false
    /// The guardian by whose login link it came, until another or the child itself agrees; see ``Hub/admitters(of:)``.
    package var heldBy: ID<Member>?
    /// The PIN that came along with the request, for what it guards.
    package var pin: String?
}

extension Hub {
    /// Logs a member in by number and password.
    ///
    /// An unknown number costs as much time as a wrong password, and is answered in the same words. What can be nobody's
    /// number is told apart. In a browser that is new to the member the password alone is not enough where they have
    /// something stronger than a text (S12), or the hub can text (S11).
    /// - Returns: the session, and its token, which is nowhere kept.
    /// - Throws: `LogInRefusal`, `PhoneRefusal`, or `StorageError`.
    package func logIn(
        phone: String,
        region: String? = nil,
        password: String,
        second: Proof? = nil,
        isShared: Bool = false,
        from origin: RequestOrigin = RequestOrigin()
    ) async throws -> (caller: AuthenticatedSession, token: String) {
        let lookup = vault.lookup(try phoneNumber(phone, region: region))
        guard let (row, isKnown) = try await memberWhoOpens(lookup, password, from: origin) else {
            throw LogInRefusal.wrongPhoneOrPassword
        }
        try await strengthen(row, password)
        // A number that was not proved is sent no code, so that the password is all there is to ask for.
        let weaker: [ProofKind] = canText && row.phoneLookup != nil ? [.code] : []
        if !isKnown { _ = try await checkSecond(second, of: row, orElse: weaker, from: origin) }
        return try await enter(row.id, isKnown: isKnown, isProved: true, isShared: isShared, from: origin)
    }

    /// Logs a member in by a code, which alone opens an account without a password, and any account in a browser that
    /// is known; elsewhere the password is needed as well (S11).
    ///
    /// A code that is right stays good while the password is missing or wrong.
    /// - Throws: `CodeRefusal`, `LogInRefusal`, or `StorageError`.
    package func logIn(
        _ proof: CodeProof,
        password: String?,
        second: Proof? = nil,
        isShared: Bool = false,
        from origin: RequestOrigin
    ) async throws -> (caller: AuthenticatedSession, token: String) {
        let request = try await check(proof, for: .login, from: origin)
        let (row, known) = try await memberWhoAsks(request.phoneLookup, from: origin)
        guard let row else { throw CodeRefusal.wrongCode }
        let isKnown = known != nil
        if row.passwordHash != nil, !isKnown {
            guard let password else { throw LogInRefusal.secondFactorNeeded([.password]) }
            let account = request.phoneLookup
            guard try await isRight(password, of: row, account: account, from: origin) else {
                throw LogInRefusal.wrongPhoneOrPassword
            }
        }
        if !isKnown {
            let showedMore = try await checkSecond(second, of: row, orElse: [], from: origin)
            if row.passwordHash == nil, !showedMore { try await refuseIfSilent(row) }
        }
        let now = outside.now()
        let means = try await database.transaction { transaction in
            try self.use(request, in: transaction, now: now)
            return try transaction.proofMeans(of: row)
        }
        // A number alone opens the page where there is more, but proves nothing for what is sensitive (S11).
        let isProved = !isKnown || means.all == [.code]
        return try await enter(row.id, isKnown: isKnown, isProved: isProved, isShared: isShared, from: origin)
    }

    /// The member with a number, if they may log in, and the hash by which they know the browser that asks; nil where
    /// they did not log in there before.
    func memberWhoAsks(
        _ lookup: [UInt8],
        from origin: RequestOrigin
    ) async throws -> (member: MemberRow?, known: [UInt8]?) {
        let devices = deviceHashes(of: origin)
        return try await database.read { transaction in
            guard let member = try transaction.member(phoneLookup: lookup), member.disabledAt == nil else {
                return (nil, nil)
            }
            return (member, try transaction.knownDevice(among: devices, of: member.id))
        }
    }

    /// Whether a password is right, checked no faster than S4 allows; takes as long where there is no member.
    ///
    /// What others get wrong keeps nobody out of a browser that is known, not even others on the same network: it is
    /// counted by itself.
    func isRight(
        _ password: String,
        of member: MemberRow?,
        account: [UInt8],
        knownAs known: [UInt8]? = nil,
        countsNetwork: Bool = true,
        from origin: RequestOrigin
    ) async throws -> Bool {
        try await throttled(
            account + (known ?? []),
            of: member,
            countsNetwork: countsNetwork && known == nil,
            from: origin,
            wrong: "wrongPassword"
        ) {
            let (vault, hash) = (vault, member?.passwordHash)
            guard let right = await slowWork.run({ vault.verify(password: password, hash: hash) }) else {
                throw LogInRefusal.tooManyTries(retryAfterSeconds: 5)
            }
            return right
        }
    }

    /// Refuses a browser that is new to a member until they show what it takes there beside the first proof (S11, S12);
    /// answers whether it takes anything.
    private func checkSecond(
        _ second: Proof?,
        of row: MemberRow,
        orElse weaker: [ProofKind],
        from origin: RequestOrigin
    ) async throws -> Bool {
        let kinds = try await database.read { try $0.proofMeans(of: row) }.second
        guard !kinds.isEmpty || !weaker.isEmpty else { return false }
        guard let second, kinds.contains(second.kind) else {
            throw LogInRefusal.secondFactorNeeded(kinds.isEmpty ? weaker : kinds)
        }
        _ = try await check(second, of: row, account: row.phoneLookup ?? row.id.bytes, from: origin)
        return true
    }

    /// A session of somebody who has proved to be a member; all others of theirs are told of a browser that is new.
    func enter(
        _ member: ID<Member>,
        isKnown: Bool,
        isProved: Bool,
        isShared: Bool,
        from origin: RequestOrigin
    ) async throws -> (caller: AuthenticatedSession, token: String) {
        if !isKnown { try await tellNewLogIn(member) }
        let session = try await addSession(for: member, isProved: isProved, isShared: isShared)
        note(.logIn, member, from: origin, about: isKnown ? "knownBrowser" : "newBrowser")
        return session
    }

    /// Hashes a password anew that was hashed at a lower cost (S3): only now is it known.
    private func strengthen(_ member: MemberRow, _ password: String) async throws {
        guard let hash = member.passwordHash, vault.needsRehash(hash) else { return }
        let vault = vault
        // Where there is no time or memory for it now, the next log-in tries again.
        guard let stronger = await slowWork.run({ vault.hash(password: password) }) ?? nil else { return }
        try await database.transaction { transaction in
            guard try transaction.member(member.id)?.passwordHash == hash else { return }
            try transaction.renewPasswordHash(member.id, stronger)
        }
    }

    /// Who is asking with this token; nil for a token that opens nothing, or no longer.
    package func caller(token: String) async throws -> AuthenticatedSession? {
        let now = outside.now()
        let hash = vault.hash(token: Array(token.utf8))
        let epoch = sessionCache.epoch
        if let known = sessionCache.value(hash) {
            return use(known, hash: hash, epoch: epoch, now: now)
        }
        guard let row = try await database.read({ try $0.session(tokenHash: hash.bytes) }) else { return nil }
        sessionCache.keep(row, hash: hash, ifEpoch: epoch)
        return use(row, hash: hash, epoch: epoch, now: now)
    }

    /// A member's sessions, newest first.
    package func sessions(of member: ID<Member>) async throws -> [OpenSession] {
        let now = outside.now()
        return try await database.read { try $0.sessions(of: member) }.filter { isAlive($0, now: now) }
            .map(OpenSession.init)
    }

    /// Whether a caller's session has not ended since they were let in; asks the database, not memory.
    package func isOpen(_ caller: AuthenticatedSession) async throws -> Bool {
        try await sessions(of: caller.member).contains { $0.id == caller.session }
    }

    /// Ends a session and its streams; false where the member has no such session.
    ///
    /// `forgettingBrowser`: for one that was ended from elsewhere, since its browser may be in somebody else's hands.
    package func endSession(
        _ id: ID<Session>,
        of member: ID<Member>,
        forgettingBrowser: Bool = false
    ) async throws -> Bool {
        let ended = try await database.transaction(for: .reserved) { transaction in
            if forgettingBrowser { try transaction.forgetDevice(ofSession: id, of: member) }
            return try transaction.endSession(id, of: member)
        }
        guard ended else { return false }
        sessionCache.forget { $0.id == id }
        bus.publish([.sessionEnded(id)])
        note(.sessionEnded, member)
        return true
    }

    /// A new session of a member who has proved to be one, with its token, which is nowhere kept.
    ///
    /// Where not `isProved`, what is sensitive takes another proof first.
    package func addSession(
        for member: ID<Member>,
        isProved: Bool = true,
        isShared: Bool = false,
        heldBy guardian: ID<Member>? = nil
    ) async throws -> (caller: AuthenticatedSession, token: String) {
        let session = newSession(for: member, isProved: isProved, isShared: isShared, heldBy: guardian)
        try await database.transaction { try self.add(session, in: $0) }
        return (session.caller, session.token)
    }

    /// The same, yet to be written.
    func newSession(
        for member: ID<Member>,
        isProved: Bool = true,
        isShared: Bool = false,
        heldBy guardian: ID<Member>? = nil
    ) -> NewSession {
        let now = outside.now()
        let row = SessionRow(
            id: outside.newID(),
            member: member,
            createdAt: now,
            seenAt: now,
            expiresAt: now.advanced(
                byMilliseconds: isShared ? settings.sharedSessionMilliseconds : settings.sessionAgeMilliseconds
            ),
            provedAt: isProved ? now : Timestamp(milliseconds: 0),
            isShared: isShared,
            heldBy: guardian
        )
        return NewSession(row: row, token: newToken())
    }

    func add(_ session: NewSession, in transaction: Transaction) throws(StorageError) {
        try transaction.removeExpiredSessions(now: session.row.createdAt)
        try transaction.addSession(session.row, tokenHash: vault.hash(token: Array(session.token.utf8)).bytes)
    }

    private func use(_ session: SessionRow, hash: TokenHash, epoch: Int, now: Timestamp) -> AuthenticatedSession? {
        guard isAlive(session, now: now) else { return nil }
        // Once an hour is enough for a session of thirty idle days.
        if now.milliseconds(since: session.seenAt) > 3_600_000 {
            var touched = session
            touched.seenAt = now
            sessionCache.keep(touched, hash: hash, ifEpoch: epoch)
            // Aside: who only reads waits for no writer (S54), and on a full disk no call for help fails at it (F73). What
            // could not be written is tried in an hour.
            database.enqueue({ try $0.touchSession(session.id, seenAt: now) }, completion: { _ in })
        }
        return AuthenticatedSession(session)
    }

    private func isAlive(_ session: SessionRow, now: Timestamp) -> Bool {
        now < session.expiresAt && now.milliseconds(since: session.seenAt) < settings.sessionIdleMilliseconds
    }
}

/// A session that is to be written, with its token.
struct NewSession: Sendable {
    let row: SessionRow
    let token: String

    var caller: AuthenticatedSession { AuthenticatedSession(row) }
}

extension AuthenticatedSession {
    fileprivate init(_ row: SessionRow) {
        self.init(
            member: row.member,
            session: row.id,
            expiresAt: row.expiresAt,
            isShared: row.isShared,
            heldBy: row.heldBy
        )
    }
}
