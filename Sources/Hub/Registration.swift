import Family
import SQL
import Storage
import Synchronization

extension Hub {
    /// Makes whoever proved a number a member (A2), logged in where they asked from.
    ///
    /// Who came with the claim code becomes the keeper, where the hub has none (S39). A refusal of name or password
    /// leaves the code good. Throws `CodeRefusal`, `MemberRefusal`, or `StorageError`.
    package func register(
        _ proof: CodeProof,
        name: String,
        password: String?,
        from asker: Asker
    ) async throws -> (visitor: Visitor, token: String) {
        let row = try await check(proof, for: .register, from: asker)
        guard let phone = vault.phone(row.phoneSealed, ofVerification: row.idHash) else { throw CodeRefusal.wrongCode }
        let name = try validName(name)
        let passwordHash = try await password.asyncMap { try await hashedIfGood($0, phone: phone, name: name) }
        let member = newMember(phone, name: name, role: "adult", passwordHash: passwordHash)
        let now = outside.now()
        let isKeeper = try await database.transaction { transaction in
            try self.use(row, in: transaction, now: now)
            let isKeeper = row.claim ? try !transaction.hasKeeper() : false
            try transaction.join(member, isKeeper: isKeeper, now: now)
            return isKeeper
        }
        if isKeeper { claim.withLock { $0 = nil } }
        note(.registered, member.id, from: asker, about: isKeeper ? "keeper" : nil)
        return try await addSession(for: member.id)
    }
}
