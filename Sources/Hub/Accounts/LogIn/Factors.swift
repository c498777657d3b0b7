import Bus
import Crypto
package import Family
import Languages
import Messaging
import SQL
import Storage

/// What makes a member's account harder to take, as its owner sees it.
package struct SecurityOverview: Sendable {
    package var hasPassword: Bool
    /// Oldest first.
    package var passkeys: [PasskeyInfo]
    /// Since when an authenticator app is in use; nil without one.
    package var authenticatorSince: Timestamp?
    package var recoveryCodesLeft: Int
    package var phone: PhoneNumber?
    /// The last change of the number, while it may be undone.
    package var phoneChange: PhoneChangeInfo?
}

extension Hub {
    private static let recoveryCodeCount = 10
    /// Characters of Crockford's base 32: fifty bits (S12).
    private static let recoveryCodeCharacters = 10

    /// What a member has set up to prove who they are.
    package func security(of member: ID<Member>) async throws -> SecurityOverview {
        try await database.read { transaction in
            guard let row = try transaction.member(member) else { throw MemberRefusal.notFound }
            return SecurityOverview(
                hasPassword: row.passwordHash != nil,
                passkeys: try transaction.passkeys(of: member).map(PasskeyInfo.init),
                authenticatorSince: try transaction.authenticator(of: member)?.confirmedAt,
                recoveryCodesLeft: try transaction.recoveryCodeCount(of: member),
                phone: self.phone(of: row),
                phoneChange: try self.phoneChange(of: row, in: transaction)
            )
        }
    }

    /// Begins to set an authenticator app up: answers a secret for it, as text, and a link that such apps open.
    ///
    /// One in use stays so until the new one has shown a code. Throws `ProofRefusal`, or `StorageError`.
    package func setUpAuthenticator(of caller: AuthenticatedSession) async throws -> (secret: String, link: String) {
        try await requireRecentProof(caller)
        guard let row = try await database.read({ try $0.member(caller.member) }), let key = dataKey(of: row) else {
            throw MemberRefusal.notFound
        }
        let secret = TOTP.makeSecret()
        let sealed = key.seal(secret, additional: Vault.Purpose.authenticator.binding(row.id.bytes))
        try await database.transaction { try $0.setPendingAuthenticator(row.id, sealed: sealed) }
        let text = TOTP.text(ofSecret: secret)
        let name = percentEncoded(row.name)
        return (text, "otpauth://totp/Hearth:\(name)?secret=\(text)&issuer=Hearth")
    }

    /// Takes the app into use that was being set up, because it shows the right code.
    ///
    /// Throws `ProofRefusal`, `FactorRefusal.wrongCode`, `LogInRefusal.tooManyTries`, or `StorageError`.
    package func confirmAuthenticator(of caller: AuthenticatedSession, code: String, from origin: RequestOrigin)
        async throws
    {
        let now = outside.now()
        // By session: what is counted must not name somebody who may leave.
        let account = caller.session.bytes + [3]
        let isRight = try await throttled(account, of: nil, countsNetwork: false, from: origin) {
            try await changeFactors(of: caller) { transaction, row in
                let found = try transaction.authenticator(of: row.id)
                guard let secret = self.open(found?.pendingSealed, of: row),
                    let step = TOTP.step(of: code, secret: secret, milliseconds: now.milliseconds, after: 0)
                else { return false }
                try transaction.confirmAuthenticator(row.id, step: step, now: now)
                return true
            }
        }
        guard isRight else { throw FactorRefusal.wrongCode }
    }

    /// Forgets a member's authenticator app.
    ///
    /// Throws `ProofRefusal`, `FactorRefusal.notFound`, or `StorageError`.
    package func removeAuthenticator(of caller: AuthenticatedSession) async throws {
        let isGone = try await changeFactors(of: caller) { transaction, row in
            guard try transaction.removeAuthenticator(of: row.id) else { return false }
            try transaction.dropUselessRecoveryCodes(of: row)
            return true
        }
        guard isGone else { throw FactorRefusal.notFound }
    }

    /// Ten new recovery codes in place of the old ones; shown this once, and each good once (S12).
    ///
    /// Throws `ProofRefusal`, `FactorRefusal.nothingToRecover`, or `StorageError`.
    package func makeRecoveryCodes(of caller: AuthenticatedSession) async throws -> [String] {
        let codes = (0..<Hub.recoveryCodeCount).map { _ in
            SecureRandom.code(characters: Hub.recoveryCodeCharacters)
        }
        let hashes = codes.map { vault.hash(recoveryCode: $0, of: caller.member) }
        let isDone = try await changeFactors(of: caller) { transaction, row in
            guard try !transaction.proofMeans(of: row).second.isEmpty else { return false }
            try transaction.setRecoveryCodes(hashes, of: row.id)
            return true
        }
        guard isDone else { throw FactorRefusal.nothingToRecover }
        return codes
    }

    /// Whether a code is one that a member's app shows now and that was not used before; uses it up.
    func useTimedCode(_ code: String, of row: MemberRow) async throws -> Bool {
        let now = outside.now()
        return try await database.transaction { transaction in
            guard let found = try transaction.authenticator(of: row.id),
                let secret = self.open(found.secretSealed, of: row),
                let step = TOTP.step(
                    of: code,
                    secret: secret,
                    milliseconds: now.milliseconds,
                    after: found.usedStep
                )
            else { return false }
            try transaction.useAuthenticator(row.id, step: step)
            return true
        }
    }

    /// Whether a code is one of a member's recovery codes; uses it up.
    func useRecoveryCode(_ code: String, of row: MemberRow) async throws -> Bool {
        guard let normalized = TypedCode.normalized(code) else { return false }
        let hashes = vault.hashes(recoveryCode: normalized, of: row.id)
        return try await database.transaction { transaction in
            try hashes.contains { try transaction.useRecoveryCode($0, of: row.id) }
        }
    }

    /// Changes what proves who a member is, after a proof that is recent, and tells every session and the number (S13);
    /// nothing is told where `change` says that it changed nothing.
    func changeFactors(
        of caller: AuthenticatedSession,
        _ change: @escaping @Sendable (Transaction, MemberRow) throws -> Bool
    ) async throws -> Bool {
        try await requireRecentProof(caller)
        guard let row = try await database.read({ try $0.member(caller.member) }) else {
            throw MemberRefusal.notFound
        }
        let notice = notice(.factorsChanged, for: row.id)
        let isChanged = try await database.transaction { transaction in
            guard try change(transaction, row) else { return false }
            try transaction.addNotice(notice)
            try self.addNews(self.factorsChangedText, to: row, in: transaction)
            return true
        }
        guard isChanged else { return false }
        bus.publish([.notice(row.id)])
        ringOutbox()
        return true
    }

    private func open(_ sealed: [UInt8]?, of row: MemberRow) -> [UInt8]? {
        guard let sealed, let key = dataKey(of: row) else { return nil }
        return key.open(sealed, additional: Vault.Purpose.authenticator.binding(row.id.bytes))
    }

    func dataKey(of row: MemberRow) -> AEADKey? {
        vault.dataKey(of: row)
    }

    private var factorsChangedText: [Phrase] {
        [
            "Hearth: your passkeys, authenticator app or recovery codes were changed.",
            "Not you? Recover your account on the login page and tell your hub's keeper.",
        ]
    }
}

extension Transaction {
    /// Recovery codes stand in for an app or a passkey: without either they are gone too.
    func dropUselessRecoveryCodes(of row: MemberRow) throws(StorageError) {
        guard try proofMeans(of: row).second.isEmpty else { return }
        try setRecoveryCodes([], of: row.id)
    }
}

extension Vault {
    /// The form in which a recovery code is stored, bound to its member.
    func hash(recoveryCode: String, of member: ID<Member>) -> [UInt8] {
        keys.pepper.authenticate(recoveryMessage(recoveryCode, of: member))
    }

    /// Every form in which a recovery code may be stored: under the newest pepper, or an older one.
    func hashes(recoveryCode: String, of member: ID<Member>) -> [[UInt8]] {
        keys.peppers.reversed().map { $0.authenticate(recoveryMessage(recoveryCode, of: member)) }
    }

    private func recoveryMessage(_ code: String, of member: ID<Member>) -> [UInt8] {
        Purpose.recoveryCode.binding(member.bytes) + Array(code.utf8)
    }
}

/// A text as part of an address (RFC 3986, 2.1).
private func percentEncoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return text.utf8.reduce(into: "") { encoded, byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            encoded.append(Character(Unicode.Scalar(byte)))
        default:
            encoded += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }
    }
}
