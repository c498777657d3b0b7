import Foundation
import Testing

/// A restore that is killed on its way, and then repeated: the real program, killed before exactly one of its changes.
@Suite(.enabled(if: Recording.isAllowed, "this machine lets no program be followed"))
struct RestoreKillTests {
    /// Before which change it is killed: the number, counted from the first whose words begin so.
    ///
    /// From the exchange on these are all.
    private static let moments =
        [("", 0), ("make folder", 1), ("write", 60), ("sync all", 0)] + (0..<5).map { ("exchange", $0) }

    /// What the hub of before has.
    private struct Whole {
        let database: Data
        let backup: Data
    }

    @Test func `a restore that is killed at any of its steps and repeated loses neither the old hub nor a backup`()
        async throws
    {
        try await HubFolder.run { folder in
            let hub = try await RestingHub(folder)
            let whole = Whole(
                database: try Data(contentsOf: URL(filePath: hub.data + "/hearth.db")),
                backup: try Data(contentsOf: URL(filePath: hub.spare))
            )
            let undisturbed = try await hub.restore()
            try #require(undisturbed.status == 0, "\(undisturbed.said)")
            let exchange = try #require(undisturbed.changes.firstIndex { $0.hasPrefix("exchange") })
            #expect(undisturbed.count - exchange == 5, "all from there on are tried: \(undisturbed.changes.suffix(6))")
            for (from, number) in Self.moments {
                try await hub.putBack()
                let killed = try await hub.restore(killedAt: (from, number))
                let moment = "killed after \(killed.changes.last ?? "nothing")"
                try #require(killed.status == -SIGKILL, "\(moment): \(killed.said)")
                try await expectBoth(hub, whole, moment)
                try await repeatRestore(hub, whole, moment)
                #expect(try await hub.members(of: hub.data) == RestingHub.membersBefore, "\(moment)")
            }
        }
    }

    /// Restores once more, and where that is refused does what it says to.
    private func repeatRestore(_ hub: RestingHub, _ whole: Whole, _ moment: String) async throws {
        let words = ["restore", hub.spare, "--key", hub.key]
        let left = hub.data + ".restoring"
        guard FileManager.default.fileExists(atPath: left) else {
            let again = try await hub.folder.command(words, data: hub.data)
            #expect(again.code == 0, "\(moment): \(again.said)")
            return try await expectBoth(hub, whole, moment + ", and repeated")
        }
        let refused = try await hub.folder.command(words, data: hub.data)
        #expect(refused.code == 1 && refused.said.contains("mv \(left) \(left)-kept"), "\(moment): \(refused.said)")
        try await expectBoth(hub, whole, moment + ", and refused")
        try FileManager.default.moveItem(atPath: left, toPath: left + "-kept")
        let again = try await hub.folder.command(words, data: hub.data)
        #expect(again.code == 0, "\(moment): \(again.said)")
        try await expectBoth(hub, whole, moment + ", and repeated")
    }

    /// Expects the hub of before or the restored one under the hub's name, and both the hub of before and its backups.
    ///
    /// These have moved to the hub that has its name now, or are where they were.
    private func expectBoth(_ hub: RestingHub, _ whole: Whole, _ moment: String) async throws {
        let present = try await hub.members(of: hub.data)
        #expect([RestingHub.members, RestingHub.membersBefore].contains(present), "\(moment): \(present)")
        let folders = try FileManager.default.contentsOfDirectory(atPath: hub.path).map { "\(hub.path)/\($0)" }
        let old = try #require(
            folders.first { FileManager.default.contents(atPath: $0 + "/hearth.db") == whole.database },
            "\(moment): the hub of before is in none of \(folders)"
        )
        #expect(try await hub.members(of: old) == RestingHub.members, "\(moment): \(old)")
        let holders = [old, hub.data].filter {
            FileManager.default.contents(atPath: "\($0)/backups/\(hub.backup)") == whole.backup
        }
        #expect(!holders.isEmpty, "\(moment): its backups are in none of \(folders)")
        // A name of which the next restore says what to do, or the one for what was replaced, with nothing left to move.
        let isNamed = old == hub.data || old.hasPrefix(hub.data + ".restoring")
        let isReplaced = old.hasPrefix(hub.data + ".before-restore-") && holders == [hub.data]
        #expect(isNamed || isReplaced, "\(moment): \(old), backups in \(holders)")
    }
}
