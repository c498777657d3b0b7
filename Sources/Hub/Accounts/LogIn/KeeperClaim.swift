import Crypto
import Family
import SQL
import Storage
import Synchronization

/// The right to become the keeper of a hub that has none, until it runs out; only its hash is in memory.
struct KeeperClaim: Sendable {
    let hash: TokenHash
    let expiresAt: Timestamp
}

extension Hub {
    /// Characters of Crockford's base 32: 130 bits (S39).
    private static let claimCharacters = 26
    private static let claimMilliseconds: Int64 = 30 * 60_000

    /// A new claim code for whoever reads the console, in place of an earlier one; nil where the hub has a keeper.
    ///
    /// It is kept nowhere and dies with the process.
    package func makeClaim() async throws -> String? {
        guard try await database.read({ try !$0.hasKeeper() }) else { return nil }
        let code = SecureRandom.code(characters: Hub.claimCharacters)
        let made = KeeperClaim(
            hash: vault.hash(token: Array(code.utf8)),
            expiresAt: outside.now().advanced(byMilliseconds: Hub.claimMilliseconds)
        )
        claim.withLock { $0 = made }
        return code
    }

    /// Whether somebody typed the claim code, in time.
    func isClaim(_ typed: String, now: Timestamp) -> Bool {
        let code = TypedCode.normalized(typed) ?? ""
        let hash = vault.hash(token: Array(code.utf8))
        return claim.withLock { claim in
            guard let claim, now < claim.expiresAt else { return false }
            // Equal hashes under a secret key: what their comparison takes tells nothing of the code.
            return claim.hash == hash
        }
    }
}
