import Bus
import Crypto
package import Family
package import Passkeys
import SQL
package import Storage
import Synchronization

/// What authenticators are asked to sign, each good once, for five minutes, in the browser that asked (S12).
///
/// In memory alone: whoever asked when a hub restarts asks anew.
struct ChallengeBook: Sendable {
    private struct Entry: Sendable {
        var browserHash: [UInt8]?
        var expiresAt: Timestamp
    }

    private var entries = TwoGenerationCache<[UInt8], Entry>(capacity: 20_000)

    /// Keeps a challenge for a browser; nil for a program.
    mutating func add(_ challenge: [UInt8], browserHash: [UInt8]?, expiresAt: Timestamp) {
        entries.set(Entry(browserHash: browserHash, expiresAt: expiresAt), for: challenge)
    }

    /// Whether it is a challenge that was made for that browser and has not run out; it is gone afterwards.
    mutating func use(_ challenge: [UInt8], browserHash: [UInt8]?, now: Timestamp) -> Bool {
        guard let entry = entries.value(for: challenge) else { return false }
        entries.remove(challenge)
        return now < entry.expiresAt && (entry.browserHash == nil || entry.browserHash == browserHash)
    }
}

/// One of a member's passkeys, as its owner sees it.
package struct PasskeyInfo: Sendable {
    package var id: ID<Passkey>
    package var name: String
    package var createdAt: Timestamp
    package var usedAt: Timestamp?

    init(_ row: PasskeyRow) {
        (id, name, createdAt, usedAt) = (row.id, row.name, row.createdAt, row.usedAt)
    }
}

/// What an authenticator is to sign.
package struct PasskeyChallenge: Sendable {
    /// 32 bytes, in base64url.
    package var challenge: String
    /// The host that passkeys are made for.
    package var relyingParty: String
    package var expiresAt: Timestamp
}

extension Hub {
    /// How many passkeys a member may have.
    package static let passkeysMax = 20
    private static let challengeMilliseconds: Int64 = 300_000

    /// A challenge for the authenticator of whoever asks.
    package func makeChallenge(from origin: RequestOrigin) -> PasskeyChallenge {
        let challenge = outside.random(32)
        let expiresAt = outside.now().advanced(byMilliseconds: Hub.challengeMilliseconds)
        let browserHash = browserHash(of: origin)
        challenges.withLock { $0.add(challenge, browserHash: browserHash, expiresAt: expiresAt) }
        return PasskeyChallenge(
            challenge: Base64.encode(challenge, alphabet: .urlSafe),
            relyingParty: settings.relyingParty.host,
            expiresAt: expiresAt
        )
    }

    /// Adds a passkey that a browser has just made.
    ///
    /// Throws `ProofRefusal`, `FactorRefusal`, or `StorageError`.
    package func addPasskey(
        of caller: AuthenticatedSession,
        name: String,
        clientData: [UInt8],
        attestation: [UInt8],
        from origin: RequestOrigin
    ) async throws -> PasskeyInfo {
        guard let name = shownName(name) else { throw FactorRefusal.nameEmptyOrTooLong }
        try await requireRecentProof(caller)
        guard let client = ClientData(clientData), isOpen(client.challenge, from: origin) else {
            throw FactorRefusal.passkeyUnusable
        }
        let made: NewPasskey
        do throws(PasskeyFault) {
            made = try NewPasskey(clientData: client, attestation: attestation, for: settings.relyingParty)
        } catch {
            throw FactorRefusal.passkeyUnusable
        }
        let row = PasskeyRow(
            id: outside.newID(),
            member: caller.member,
            credential: made.credential.id,
            publicKey: made.credential.encodedKey,
            signCount: Int64(made.signCount),
            name: name,
            createdAt: outside.now()
        )
        let isAdded = try await changeFactors(of: caller) { transaction, _ in
            guard try transaction.passkeys(of: caller.member).count < Hub.passkeysMax else {
                throw FactorRefusal.tooManyPasskeys
            }
            return try transaction.addPasskey(row)
        }
        guard isAdded else { throw FactorRefusal.passkeyTaken }
        return PasskeyInfo(row)
    }

    /// Calls one of a member's passkeys otherwise.
    ///
    /// Throws `FactorRefusal`, or `StorageError`.
    package func renamePasskey(_ id: ID<Passkey>, of member: ID<Member>, name: String) async throws -> PasskeyInfo {
        guard let name = shownName(name) else { throw FactorRefusal.nameEmptyOrTooLong }
        return try await database.transaction { transaction in
            guard try transaction.renamePasskey(id, of: member, name: name),
                let row = try transaction.passkeys(of: member).first(where: { $0.id == id })
            else { throw FactorRefusal.notFound }
            return PasskeyInfo(row)
        }
    }

    /// Removes one of a member's passkeys.
    ///
    /// Throws `ProofRefusal`, `FactorRefusal.notFound`, or `StorageError`.
    package func removePasskey(_ id: ID<Passkey>, of caller: AuthenticatedSession) async throws {
        let isGone = try await changeFactors(of: caller) { transaction, row in
            guard try transaction.removePasskey(id, of: row.id) else { return false }
            try transaction.dropUselessRecoveryCodes(of: row)
            return true
        }
        guard isGone else { throw FactorRefusal.notFound }
    }

    /// Logs in whoever has a passkey: number and password are not asked for, because the authenticator has made sure
    /// whom it has before it.
    ///
    /// Throws `ProofRefusal.wrong`, or `StorageError`.
    package func logIn(
        _ passkey: PasskeyProof,
        isShared: Bool = false,
        from origin: RequestOrigin
    ) async throws -> (caller: AuthenticatedSession, token: String) {
        guard let row = try await member(by: passkey, from: origin), row.disabledAt == nil else {
            throw ProofRefusal.wrong(.passkey)
        }
        let devices = deviceHashes(of: origin)
        let isKnown = try await database.read { try $0.knownDevice(among: devices, of: row.id) } != nil
        return try await enter(row.id, isKnown: isKnown, isProved: true, isShared: isShared, from: origin)
    }

    /// The member whose passkey signed an open challenge; nil where none did.
    ///
    /// One that may be a copy is told (S12).
    func member(by proof: PasskeyProof, from origin: RequestOrigin) async throws -> MemberRow? {
        guard let client = ClientData(proof.clientData), isOpen(client.challenge, from: origin),
            let (passkey, row) = try await find(proof.credentialID)
        else { return nil }
        let count: UInt32
        do throws(PasskeyFault) {
            count = try proof.check(
                encodedKey: passkey.publicKey,
                signCount: UInt32(truncatingIfNeeded: passkey.signCount),
                for: settings.relyingParty
            )
        } catch {
            if error == .countWentBack { try await notify(row.id, .passkeyCopied) }
            return nil
        }
        let now = outside.now()
        let isUsed = try await database.transaction { transaction in
            try transaction.usePasskey(passkey.id, from: passkey.signCount, to: Int64(count), now: now)
        }
        return isUsed ? row : nil
    }

    private func find(_ credential: [UInt8]) async throws -> (PasskeyRow, MemberRow)? {
        try await database.read { transaction in
            guard let passkey = try transaction.passkey(credential: credential),
                let row = try transaction.member(passkey.member)
            else { return nil }
            return (passkey, row)
        }
    }

    private func isOpen(_ challenge: [UInt8], from origin: RequestOrigin) -> Bool {
        let (now, browserHash) = (outside.now(), browserHash(of: origin))
        return challenges.withLock { $0.use(challenge, browserHash: browserHash, now: now) }
    }

    private func browserHash(of origin: RequestOrigin) -> [UInt8]? {
        origin.browser.map { vault.hash(token: Array($0.utf8)).bytes }
    }
}

extension HubSettings {
    /// The site that passkeys are made for: the hub's own, or localhost where it has only an address, which browsers
    /// take for no site.
    var relyingParty: RelyingParty {
        let host = host
        let isAddress = host.hasPrefix("[") || host.allSatisfy { $0.isNumber || $0 == "." }
        guard !isAddress, host != "localhost" else { return RelyingParty(host: "localhost", origin: "") }
        let start = publicURL.firstRange(of: "://")?.upperBound ?? publicURL.startIndex
        let origin = publicURL[..<start] + publicURL[start...].prefix { $0 != "/" }
        return RelyingParty(host: host, origin: String(origin))
    }
}
