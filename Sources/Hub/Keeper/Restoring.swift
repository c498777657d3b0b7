package import Crypto
package import Family
package import SQL
package import Storage

/// What became of a database that was put back from a backup.
package struct RestoreReport: Sendable {
    /// Messages that waited then and are not sent now (F5).
    package var messagesDropped = 0
    package var sessionsEnded = 0
    /// Things that were taken back after the backup, and are again.
    package var takenBack = 0
}

extension Hub {
    /// Makes a database from a backup fit to go on with, before anybody is answered (S35, F5).
    ///
    /// No message of before is sent, every log-in has ended, and what was taken back since is taken back again, as far as
    /// the journal tells; who left since is gone already by the tombstones that the hub was opened with. Every adult finds
    /// a notice of it, with the moment at which the backup was taken. `known` is the last revocation of the backup itself,
    /// before anybody was deleted from it; nil takes the database as it is. Throws `StorageError`.
    package func settleRestored(
        _ journal: BackupJournal?,
        takenAt: Timestamp,
        knownUpTo known: Int64? = nil
    ) async throws -> RestoreReport {
        let now = outside.now()
        let revocations = journal?.revocations ?? []
        let (report, keys) = try await database.transaction { transaction in
            // Told by whose it was, only what came after the backup counts: what came before is in it.
            let last = try known ?? transaction.lastRevocation()
            let due = revocations.filter { !$0.kind.isTimed || $0.id > last }
            for revocation in due { try transaction.takeBack(revocation, now: now) }
            let (messages, sessions) = try transaction.settleRestored(now: now)
            try transaction.setDeputyGenerations(self.newDeputyGeneration())
            for adult in try transaction.adults() {
                var told = self.notice(.restored, for: adult)
                told.moment = takenAt
                try transaction.addNotice(told)
            }
            let report = RestoreReport(messagesDropped: messages, sessionsEnded: sessions, takenBack: due.count)
            return (report, due.filter { $0.kind == .ledgerKey })
        }
        for key in keys {
            guard let id = ID<LedgerKey>(bytes: key.what),
                let owner = try await database.read({ try $0.ownerOfLedgerKey(id) })
            else { continue }
            try await revokeLedgerKey(id, of: owner)
        }
        note(.restored)
        await security.flush()
        return report
    }

    /// What the database says is wrong with itself, and what its ledgers say; empty where all is right.
    ///
    /// Each is a sentence that names no member.
    package static func faults(in database: Database) async throws -> [String] {
        let faults = try await database.read { try $0.integrityFaults() }
        guard faults.isEmpty else { return faults }
        return try await checkLedgers(in: database).filter { $0.fault != nil }.map { report in
            "the ledger \(report.ledger.text) is not what it must be"
        }
    }

    /// The hash by which it is known that a member left, with keys that no hub is open with.
    package static func tombstone(of member: ID<Member>, keys: HubKeys) -> [UInt8] {
        Vault(keys: keys).tombstone(of: member)
    }

    /// Whether a stored data key is a member's of the hub with these keys.
    package static func opens(_ key: DataKeyRow, keys: HubKeys) -> Bool {
        guard let wrapped = key.wrapped else { return true }
        return Vault(keys: keys).dataKey(wrapped: wrapped, for: key.member) != nil
    }
}

extension RevocationRow.Kind {
    /// Whether it is told by whose it was, so that only what came after a backup is taken back again.
    fileprivate var isTimed: Bool {
        switch self {
        case .device, .clockLink, .passkey, .recoveryCode, .ledgerKey, .connection: false
        case .sharing, .authenticator, .password, .pin, .member, .watch: true
        }
    }
}
