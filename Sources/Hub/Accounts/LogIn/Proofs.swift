import Crypto
import Family
package import Passkeys
import SQL
import Storage

/// A way to prove that one is a member, as a word that programs switch on.
package enum ProofKind: String, CaseIterable, Sendable {
    /// The signature of an authenticator that made sure whom it has before it.
    case passkey
    case password
    /// A code of the member's authenticator app.
    case totp
    case recoveryCode
    /// A code by text to the member's own number, where nothing stronger is set up.
    case code
}

/// What somebody shows to prove anew that they are the member whose session they have (S13, S18).
package enum Proof: Sendable {
    case passkey(PasskeyProof)
    case password(String)
    case totp(String)
    case recoveryCode(String)
    case code(CodeProof)
}

/// What a member has set up to prove who they are.
struct ProofMeans: Sendable {
    var hasPassword: Bool
    var hasPasskey: Bool
    var hasAuthenticator: Bool
    var recoveryCodesLeft: Int

    /// What a browser that is new asks for beside password or code; none where nothing stronger than a text is set up.
    var second: [ProofKind] {
        guard hasPasskey || hasAuthenticator else { return [] }
        return (hasPasskey ? [.passkey] : []) + (hasAuthenticator ? [.totp] : [])
            + (recoveryCodesLeft > 0 ? [.recoveryCode] : [])
    }

    /// All that proves it anew, the best first: a number alone proves nothing where there is more (S11).
    var all: [ProofKind] {
        let kinds = second + (hasPassword ? [.password] : [])
        return kinds.isEmpty ? [.code] : ProofKind.allCases.filter(kinds.contains)
    }
}

extension Hub {
    /// A proof younger than this is enough for what is sensitive (S13, S18).
    package static let proofMilliseconds: Int64 = 300_000

    /// Lets pass whoever proved within the last five minutes that they are the member (S18), by logging in or anew.
    ///
    /// Throws `ProofRefusal.needed` with what would prove it, or `StorageError`.
    package func requireRecentProof(_ caller: AuthenticatedSession) async throws {
        let now = outside.now()
        try await database.read { transaction in
            guard let session = try transaction.session(caller.session), session.member == caller.member,
                let row = try transaction.member(caller.member)
            else { throw ProofRefusal.sessionEnded }
            let age = now.milliseconds(since: session.provedAt)
            guard (0..<Hub.proofMilliseconds).contains(age) else {
                throw ProofRefusal.needed(try transaction.proofMeans(of: row).all)
            }
        }
    }

    /// Takes a proof that a caller is still the member, and gives their session a new token in place of the old one
    /// (S17); its streams stay open.
    ///
    /// Throws `ProofRefusal`, `CodeRefusal`, `LogInRefusal`, or `StorageError`.
    package func renewProof(
        of caller: AuthenticatedSession,
        by proof: Proof,
        from origin: RequestOrigin
    ) async throws -> (caller: AuthenticatedSession, token: String) {
        guard let row = try await database.read({ try $0.member(caller.member) }) else {
            throw ProofRefusal.sessionEnded
        }
        let request = try await check(proof, of: row, caller, from: origin)
        let token = newToken()
        let hash = vault.hash(token: Array(token.utf8)).bytes
        let now = outside.now()
        try await database.transaction { transaction in
            if let request { try self.use(request, in: transaction, now: now) }
            guard
                try transaction.renewSession(caller.session, of: caller.member, tokenHash: hash, provedAt: now)
            else { throw ProofRefusal.sessionEnded }
        }
        sessionCache.forget { $0.id == caller.session }
        return (caller, token)
    }

    /// Refuses what proves nothing anew; answers the request whose code did, to be used up with what it was for.
    func check(
        _ proof: Proof,
        of row: MemberRow,
        _ caller: AuthenticatedSession,
        from origin: RequestOrigin
    ) async throws -> VerificationRow? {
        let possible = try await database.read { try $0.proofMeans(of: row) }.all
        guard possible.contains(proof.kind) else { throw ProofRefusal.needed(possible) }
        // Counted by session, so that somebody who found an open page keeps nobody else out, nor does whoever guesses
        // on the same network.
        let account = (row.phoneLookup ?? row.id.bytes) + caller.session.bytes
        return try await check(proof, of: row, account: account, countsNetwork: false, from: origin)
    }

    /// The same of a proof that the member may use; wrong ones count for `account`, and for the asker's network unless
    /// `countsNetwork` is false.
    func check(
        _ proof: Proof,
        of row: MemberRow,
        account: [UInt8],
        countsNetwork: Bool = true,
        from origin: RequestOrigin
    ) async throws -> VerificationRow? {
        let isRight: Bool
        switch proof {
        case .code(let code):
            let request = try await check(code, for: .login, from: origin)
            guard request.phoneLookup == row.phoneLookup else { throw CodeRefusal.wrongCode }
            return request
        case .passkey(let passkey):
            guard try await member(by: passkey, from: origin)?.id == row.id else { throw ProofRefusal.wrong(.passkey) }
            return nil
        case .password(let password):
            isRight = try await self.isRight(
                password,
                of: row,
                account: account,
                countsNetwork: countsNetwork,
                from: origin
            )
        case .totp(let code):
            isRight = try await throttled(account + [1], of: row, countsNetwork: countsNetwork, from: origin) {
                try await useTimedCode(code, of: row)
            }
        case .recoveryCode(let code):
            isRight = try await throttled(account + [2], of: row, countsNetwork: countsNetwork, from: origin) {
                try await useRecoveryCode(code, of: row)
            }
        }
        guard isRight else { throw ProofRefusal.wrong(proof.kind) }
        return nil
    }
}

extension Proof {
    var kind: ProofKind {
        switch self {
        case .passkey: .passkey
        case .password: .password
        case .totp: .totp
        case .recoveryCode: .recoveryCode
        case .code: .code
        }
    }
}

extension Transaction {
    /// What a member has set up to prove who they are.
    func proofMeans(of row: MemberRow) throws(StorageError) -> ProofMeans {
        ProofMeans(
            hasPassword: row.passwordHash != nil,
            hasPasskey: try !passkeys(of: row.id).isEmpty,
            hasAuthenticator: try authenticator(of: row.id)?.secretSealed != nil,
            recoveryCodesLeft: try recoveryCodeCount(of: row.id)
        )
    }
}
