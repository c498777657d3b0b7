import Family
import SQL
import Storage

/// A way to prove that one is a member, as a word that programs switch on.
package enum ProofKind: String, CaseIterable, Sendable {
    case password
    /// A code by text to the member's own number, where nothing stronger is set up.
    case code
}

/// What somebody shows to prove anew that they are the member whose session they have (S13, S18).
package enum Proof: Sendable {
    case password(String)
    case code(CodeProof)
}

extension Hub {
    /// A proof younger than this is enough for what is sensitive (S13, S18).
    package static let proofMilliseconds: Int64 = 300_000

    /// Lets pass whoever proved within the last five minutes that they are the member (S18), by logging in or anew.
    ///
    /// Throws `ProofRefusal.needed` with what would prove it, or `StorageError`.
    package func requireRecentProof(_ visitor: Visitor) async throws {
        let (session, row) = try await database.read { transaction in
            (try transaction.session(visitor.session), try transaction.member(visitor.member))
        }
        guard let session, let row, session.member == row.id else { throw ProofRefusal.sessionEnded }
        let age = outside.now().milliseconds(since: session.provedAt)
        guard (0..<Hub.proofMilliseconds).contains(age) else { throw ProofRefusal.needed(proofs(of: row)) }
    }

    /// Takes a proof that a visitor is still the member, and gives their session a new token in place of the old one
    /// (S17); its streams stay open.
    ///
    /// Throws `ProofRefusal`, `CodeRefusal`, `LogInRefusal`, or `StorageError`.
    package func renewProof(
        of visitor: Visitor,
        by proof: Proof,
        from asker: Asker
    ) async throws -> (visitor: Visitor, token: String) {
        guard let row = try await database.read({ try $0.member(visitor.member) }) else {
            throw ProofRefusal.sessionEnded
        }
        let request = try await check(proof, of: row, visitor, from: asker)
        let token = newToken()
        let hash = vault.hash(token: Array(token.utf8)).bytes
        let now = outside.now()
        try await database.transaction { transaction in
            if let request { try self.use(request, in: transaction, now: now) }
            guard
                try transaction.renewSession(visitor.session, of: visitor.member, tokenHash: hash, provedAt: now)
            else { throw ProofRefusal.sessionEnded }
        }
        sessionCache.forget { $0.id == visitor.session }
        return (visitor, token)
    }

    /// Refuses what proves nothing; answers the request whose code did, to be used up with what it was for.
    func check(
        _ proof: Proof,
        of row: MemberRow,
        _ visitor: Visitor,
        from asker: Asker
    ) async throws -> VerificationRow? {
        let possible = proofs(of: row)
        guard possible.contains(proof.kind) else { throw ProofRefusal.needed(possible) }
        switch proof {
        case .password(let password):
            // Counted by session, so that somebody who found an open page keeps nobody else out.
            let account = (row.phoneLookup ?? []) + visitor.session.bytes
            guard try await isRight(password, of: row, account: account, isKnown: false, from: asker) else {
                throw ProofRefusal.wrongPassword
            }
            return nil
        case .code(let code):
            let request = try await check(code, for: .login, from: asker)
            guard request.phoneLookup == row.phoneLookup else { throw CodeRefusal.wrongCode }
            return request
        }
    }

    /// What a member can prove themselves with, the best first: a number alone proves nothing where there is more (S11).
    func proofs(of row: MemberRow) -> [ProofKind] {
        row.passwordHash != nil ? [.password] : [.code]
    }
}

extension Proof {
    fileprivate var kind: ProofKind {
        switch self {
        case .password: .password
        case .code: .code
        }
    }
}
