import Crypto
package import Family
import LedgerLog
import SQL
import Storage

/// Which device has seen a head, and when.
package struct CosignatureInfo: Sendable {
    package var key: ID<LedgerKey>
    package var member: ID<Member>
    package var name: String
    /// What the device is called.
    package var device: String
    package var leafCount: Int
    package var at: Timestamp
    /// The head that it saw, with the hub's signature and the device's.
    package var note: String
}

extension Hub {
    /// How far what a device says of the time may be off.
    private static let cosignatureSeconds: Int64 = 600
    /// Signatures of devices under one note.
    private static let cosignaturesMax = 32

    /// Keeps that a device has seen a head, in place of an earlier one that it saw.
    ///
    /// The hub's own keys sign nothing here: it would be its own witness. Throws `WalletRefusal`: `.keyUnknown`,
    /// `.signatureWrong`, `.cosignatureUntimely`, `.cosignedMore`, and `.logShorter` or `.rootDiffers` where the device
    /// saw something else than what is here.
    package func cosign(_ seen: SeenHead, by member: ID<Member>) async throws {
        let now = outside.now().milliseconds / 1_000
        guard (now - Hub.cosignatureSeconds...now + Hub.cosignatureSeconds).contains(seen.secondsSince1970) else {
            throw WalletRefusal.cosignatureUntimely
        }
        let ledger = try await atTree(of: member) { transaction, row in
            guard let holder = try transaction.ledgerHolder(member, in: row.id),
                let key = try transaction.ledgerKey(seen.key, in: row.id), key.holding.holder == holder.id,
                key.holding.keeping == .device, !key.isRevoked
            else { throw WalletRefusal.keyUnknown }
            let name = LedgerCheck.cosigner(seen.key)
            guard let note = seen.note(of: row.id, publicKey: key.holding.publicKey),
                note.cosignedSecondsSince1970(by: key.holding.publicKey, name: name) != nil
            else { throw WalletRefusal.signatureWrong }
            guard seen.leafCount <= row.leafCount else { throw WalletRefusal.logShorter }
            guard try transaction.tree(of: row.id, size: seen.leafCount).root() == seen.root else {
                throw WalletRefusal.rootDiffers
            }
            return row.id
        }
        try await database.transaction { transaction in
            // Of a key that was revoked meanwhile it is not known any more that its device saw it.
            guard try transaction.ledgerKey(seen.key, in: ledger)?.isRevoked == false else {
                throw WalletRefusal.keyUnknown
            }
            if let before = try transaction.cosignature(by: seen.key) {
                guard before.leafCount <= seen.leafCount else { throw WalletRefusal.cosignedMore }
            }
            try transaction.save(seen, of: ledger)
        }
    }

    /// The newest head of a log, with the signatures of the devices that have seen this one.
    ///
    /// Throws `WalletRefusal.notFound` for another family's, or where there is none yet.
    package func logNote(of ledger: ID<Ledger>, for member: ID<Member>) async throws -> String {
        try await atTree(of: member, in: ledger) { try Hub.cosignedHead(of: $1, $0) }
    }

    /// Which devices have seen the log, the one that saw most of it first; those left out whose key was revoked.
    func cosignatures(of row: LedgerRow, _ transaction: Transaction) throws -> [CosignatureInfo] {
        guard let system = try transaction.ledgerKey(row.systemKey, in: row.id).flatMap(vault.open) else {
            throw StorageError(.corrupt, "a ledger's key cannot be read")
        }
        let origin = LedgerCheck.origin(of: row.id)
        return try transaction.cosignatures(of: row.id).compactMap { seen in
            guard let key = try transaction.ledgerKey(seen.key, in: row.id), !key.isRevoked,
                let holder = key.holding.holder,
                let member = try transaction.ledgerHolder(holder)?.member, let person = try transaction.member(member),
                let named = try transaction.namedLedgerKeys(of: holder).first(where: { $0.holding.id == seen.key }),
                var note = Checkpoint(origin: origin, size: seen.leafCount, root: seen.root).signed(by: system)
            else { return nil }
            note.add(seen, publicKey: key.holding.publicKey)
            return CosignatureInfo(
                key: seen.key,
                member: member,
                name: person.name,
                device: named.name,
                leafCount: seen.leafCount,
                at: Timestamp(milliseconds: seen.secondsSince1970 * 1_000),
                note: note.note
            )
        }
    }

    /// The newest head of a log with the signatures of the devices that have seen this one.
    static func cosignedHead(of row: LedgerRow, _ transaction: Transaction) throws -> String {
        guard var note = SignedNote(row.head) else { return row.head }
        for seen in try transaction.cosignatures(of: row.id).prefix(cosignaturesMax)
        where seen.leafCount == row.leafCount {
            guard let key = try transaction.ledgerKey(seen.key, in: row.id), !key.isRevoked else { continue }
            note.add(seen, publicKey: key.holding.publicKey)
        }
        return note.note
    }

    /// Holds what devices have seen against the leaves of a log that was gone through.
    static func hold(_ check: inout LedgerCheck, againstSeen row: LedgerRow, _ transaction: Transaction) throws {
        for seen in try transaction.cosignatures(of: row.id) {
            guard let publicKey = try transaction.ledgerKey(seen.key, in: row.id)?.holding.publicKey,
                let note = seen.note(of: row.id, publicKey: publicKey)
            else { continue }
            guard check.hold(against: note, by: seen.key) else { return }
        }
    }
}

extension SeenHead {
    /// The head with the device's signature alone; nil for numbers that no head has.
    fileprivate func note(of ledger: ID<Ledger>, publicKey: [UInt8]) -> SignedNote? {
        guard leafCount > 0, root.count == TreeHash.byteCount, secondsSince1970 >= 0 else { return nil }
        let head = Checkpoint(origin: LedgerCheck.origin(of: ledger), size: leafCount, root: root)
        var note = SignedNote(text: head.text)
        note?.add(self, publicKey: publicKey)
        return note
    }
}

extension SignedNote {
    fileprivate mutating func add(_ seen: SeenHead, publicKey: [UInt8]) {
        let seconds = UInt64(clamping: seen.secondsSince1970)
        cosign(seen.signature, by: publicKey, name: LedgerCheck.cosigner(seen.key), secondsSince1970: seconds)
    }
}
