import Crypto
package import Family
import SQL
import Storage

/// A key by which entries are signed for a member.
package struct LedgerKeyInfo: Sendable {
    package var holding: LedgerKeyHolding
    /// What its device is called; empty for what the hub keeps.
    package var name: String
    package var addedAt: Timestamp?
    package var isRevoked: Bool
    /// What other adults of the family want, while too few of them have agreed.
    package var revocation: KeyRevocationInfo?

    fileprivate init(_ row: NamedLedgerKeyRow) {
        (holding, name, addedAt, isRevoked) = (row.holding, row.name, row.addedAt, row.isRevoked)
    }

    /// With what adults want of it.
    init(_ row: NamedLedgerKeyRow, in ledger: ID<Ledger>, _ transaction: Transaction, now: Timestamp) throws {
        self.init(row)
        let key = LedgerKeyRow(holding: row.holding, seedSealed: nil, isRevoked: row.isRevoked)
        revocation = try transaction.revocationInfo(of: key, in: ledger, now: now)
    }
}

extension Hub {
    /// Keys of one member's devices that count at a time.
    package static let ledgerKeysMax = 20
    private static let keyNameCharactersMax = 80

    /// A member's keys, revoked ones too, in the order in which they came; none before their wallet is founded.
    package func ledgerKeys(of member: ID<Member>) async throws -> [LedgerKeyInfo] {
        let now = outside.now()
        return try await database.read { transaction in
            guard let row = try transaction.member(member), let ledger = try transaction.ledger(of: row.family),
                let holder = try transaction.ledgerHolder(member, in: ledger.id)
            else { return [] }
            return try transaction.namedLedgerKeys(of: holder.id).map { key in
                try LedgerKeyInfo(key, in: ledger.id, transaction, now: now)
            }
        }
    }

    /// Lets a device sign for a member, which shows by its own signature that it has the key.
    ///
    /// A repeat answers as the first time. Every session is told. Throws `WalletRefusal`.
    package func addLedgerKey(
        _ id: ID<LedgerKey>,
        of member: ID<Member>,
        publicKey: [UInt8],
        proof: [UInt8],
        name: String?
    ) async throws -> LedgerKeyInfo {
        let name = try (name ?? "").isEmpty ? "" : Hub.validKeyName(name ?? "")
        // Nobody can have signed for a wallet that they have not seen.
        guard let wallet = try await knownWallet(of: member) else { throw WalletRefusal.signatureWrong }
        let holding = LedgerKeyHolding(id: id, holder: wallet.holder, keeping: .device, publicKey: publicKey)
        let message = LedgerEvent.keyAdded(holding).message(in: wallet.ledger)
        // On the asker's thread, before the writer's turn.
        guard Ed25519Key.isGenuine(proof, of: message, by: publicKey) else { throw WalletRefusal.signatureWrong }
        let info = try await atLedger(of: member) { turn, row -> LedgerKeyInfo? in
            guard turn.row.id == wallet.ledger else { throw WalletRefusal.notFound }
            let keys = try turn.transaction.namedLedgerKeys(of: wallet.holder)
            if let before = keys.first(where: { $0.holding.id == id }) {
                guard before.holding == holding, !before.isRevoked else {
                    throw WalletRefusal.refused(LedgerOutcome(.idTaken))
                }
                return LedgerKeyInfo(before)
            }
            guard try !turn.transaction.isLedgerKeyTaken(id) else {
                throw WalletRefusal.refused(LedgerOutcome(.idTaken))
            }
            guard keys.count(where: { $0.holding.keeping == .device && !$0.isRevoked }) < Hub.ledgerKeysMax else {
                throw WalletRefusal.tooManyKeys
            }
            _ = try turn.holder(of: row)
            try turn.addDeviceKey(holding, proof: proof)
            try turn.transaction.nameLedgerKey(id, name, addedAt: turn.now)
            try turn.notify(member, .signingKeyAdded)
            return try turn.transaction.namedLedgerKeys(of: wallet.holder).first { $0.holding.id == id }
                .map(LedgerKeyInfo.init)
        }
        guard let info else { throw WalletRefusal.keyUnknown }
        note(.deviceAdded, member, about: "a key of the wallet")
        return info
    }

    /// Lets a device sign no more; the key that the hub keeps for the member signs that, and stays.
    ///
    /// Throws `WalletRefusal.notFound` where it is no device's key of theirs. A repeat changes nothing.
    package func revokeLedgerKey(_ id: ID<LedgerKey>, of member: ID<Member>) async throws {
        let isNew = try await atLedger(of: member) { turn, row -> Bool in
            guard let holder = try turn.transaction.ledgerHolder(member, in: turn.row.id),
                let key = try turn.transaction.ledgerKey(id, in: turn.row.id), key.holding.holder == holder.id,
                key.holding.keeping == .device
            else { throw WalletRefusal.notFound }
            guard !key.isRevoked else { return false }
            let signer = try turn.hubSigner(of: try turn.holder(of: row))
            try turn.revokeKey(id, by: [signer])
            try turn.transaction.removeRevocation(of: id)
            turn.news.members.insert(member)
            return true
        }
        if isNew { note(.deviceRevoked, member, about: "a key of the wallet") }
    }

    private static func validKeyName(_ name: String) throws(WalletRefusal) -> String {
        guard let name = shownName(name, charactersMax: keyNameCharactersMax) else { throw .nameEmptyOrTooLong }
        return name
    }
}
