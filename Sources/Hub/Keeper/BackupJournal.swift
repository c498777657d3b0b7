package import Crypto
import Family
import FoundationEssentials
import SQL
package import Storage
import Synchronization

/// What a backup does not know: who left, and what was taken back, before it and since.
///
/// It lies beside the backups and is replaced within a second whenever something is added. It is sealed by the hub's own
/// keys, so that who has the backups' disk reads nothing in it and adds nothing to it.
package struct BackupJournal: Sendable {
    /// The hashes of members who left.
    package var tombstones: [[UInt8]]
    /// In the order in which things were taken back.
    package var revocations: [RevocationRow]

    package init(tombstones: [[UInt8]], revocations: [RevocationRow]) {
        self.tombstones = tombstones
        self.revocations = revocations
    }

    private static let binding = [UInt8]("hearth/1/backup journal".utf8)

    /// Its sealed form.
    func sealed(by keys: HubKeys) throws -> [UInt8] {
        let entries = revocations.map { row in
            Entry(id: row.id, kind: row.kind, what: Data(row.what), precision: row.precision, until: row.expiresAt)
        }
        let plain = Plain(tombstones: tombstones.map { Data($0) }, revocations: entries)
        return keys.wrapping.seal([UInt8](try JSONEncoder().encode(plain)), additional: Self.binding)
    }

    /// Reads a sealed one; nil where it was sealed by another hub, or changed.
    package init?(sealed: [UInt8], keys: HubKeys) {
        guard let bytes = keys.wrapping.open(sealed, additional: Self.binding),
            // What this hub sealed is what it wrote, unless that was another version.
            let plain = try? JSONDecoder().decode(Plain.self, from: Data(bytes))
        else { return nil }
        tombstones = plain.tombstones.map { [UInt8]($0) }
        revocations = plain.revocations.map { entry in
            RevocationRow(
                id: entry.id,
                kind: entry.kind,
                what: [UInt8](entry.what),
                precision: entry.precision,
                expiresAt: entry.until
            )
        }
    }

    private struct Plain: Codable {
        var tombstones: [Data]
        var revocations: [Entry]
    }

    private struct Entry: Codable {
        var id: Int64
        var kind: RevocationRow.Kind
        var what: Data
        var precision: Int64?
        var until: Int64?
    }
}

/// What the journal beside the backups says already.
struct JournalMark: Sendable {
    var lastRevocation: Int64 = -1
    var tombstones: Int64 = -1
    /// After it could not be written, it is tried again then.
    var notBefore = Timestamp(milliseconds: .min)
}

extension Hub {
    private static let journalRetryMilliseconds: Int64 = 60_000

    /// Has the journal beside the backups written where something is to be added to it; to be called each second.
    ///
    /// `always` writes it in any case, such as where the backups have just begun to be kept. What fails is tried again a
    /// minute later.
    package func keepJournal(always: Bool = false) async {
        let now = outside.now()
        let mark = journalKept.withLock { $0 }
        guard always || mark.notBefore <= now else { return }
        do {
            let (last, left) = try await database.read { (try $0.lastRevocation(), try $0.tombstoneCount()) }
            guard always || last != mark.lastRevocation || left != mark.tombstones else { return }
            let journal = try await database.read { transaction in
                BackupJournal(tombstones: try transaction.tombstones(), revocations: try transaction.revocations())
            }
            try outside.keepJournal(try journal.sealed(by: vault.keys))
            try await database.transaction { try $0.markKept(upTo: last, now: now) }
            journalKept.withLock { $0 = JournalMark(lastRevocation: last, tombstones: left) }
        } catch {
            journalKept.withLock { $0.notBefore = now.advanced(byMilliseconds: Hub.journalRetryMilliseconds) }
            outside.log(
                LogEntry(
                    .error,
                    "what backups do not know could not be kept beside them",
                    [("reason", safeWords(error))]
                )
            )
        }
    }
}
