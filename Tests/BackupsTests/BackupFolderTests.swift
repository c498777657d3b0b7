import Backups
import Crypto
import Family
import Foundation
import Testing

@Suite struct BackupFolderTests {
    private static let day: Int64 = 86_400_000
    /// Four in the morning of the 22nd of November 2026, UTC.
    private static let now = Timestamp(milliseconds: 1_795_320_000_000)

    private static func ago(days: Int64) -> Timestamp { now.advanced(byMilliseconds: -days * day) }

    private func kept(daysAgo: [Int64], now: Timestamp = now) -> [Int64] {
        BackupKeeping.kept(daysAgo.map { Self.ago(days: $0) }, now: now).map {
            Self.now.milliseconds(since: $0) / Self.day
        }
    }

    @Test func `S35: with a backup a day, those of a week stay, then one a week, and none older than thirty days`() {
        var times: [Timestamp] = []
        for day in 0..<200 {
            let now = Self.now.advanced(byMilliseconds: Int64(day) * Self.day)
            times = BackupKeeping.kept(times + [now], now: now)
            let ages = times.map { now.milliseconds(since: $0) / Self.day }
            #expect(ages.allSatisfy { $0 <= 30 }, "none is older than thirty days")
            #expect(Array(ages.prefix(min(day + 1, 8))) == Array(0...Int64(min(day, 7))), "every one of the last days")
            if day > 40 {
                #expect((11...13).contains(times.count), "\(ages)")
                #expect(zip(ages, ages.dropFirst()).allSatisfy { $1 - $0 <= 7 }, "no gap of more than a week")
            }
        }
    }

    @Test func `the newest stays however old it is, and only that one of what is too old`() {
        #expect(kept(daysAgo: [40, 50, 60]) == [40])
        #expect(kept(daysAgo: [0, 40]) == [0])
        #expect(kept(daysAgo: []) == [])
    }

    @Test func `of several in a night the newest stays`() {
        let times = [0, 1, 2].map { Self.now.advanced(byMilliseconds: $0 * 3_600_000) }
        #expect(BackupKeeping.kept(times, now: times[2]) == [times[2]])
    }

    @Test func `a backup dated in the future is kept with yesterday's, and a future date delays no new backup`() {
        let ahead = Self.now.advanced(byMilliseconds: 365 * Self.day)
        let yesterday = Self.ago(days: 1)
        #expect(BackupKeeping.kept([ahead, yesterday, Self.ago(days: 60)], now: Self.now) == [ahead, yesterday])
        #expect(BackupKeeping.isDue(newest: ahead, failedAt: nil, now: Self.now))
        #expect(BackupKeeping.isDue(newest: yesterday, failedAt: ahead, now: Self.now))
    }

    @Test func `S35: a backup is due once a night, at once if none exists, and an hour after a failure`() {
        let evening = Self.now.advanced(byMilliseconds: 14 * 3_600_000)
        let night = Self.now.advanced(byMilliseconds: Self.day - 1_800_000)
        #expect(BackupKeeping.isDue(newest: nil, failedAt: nil, now: Self.now))
        #expect(!BackupKeeping.isDue(newest: Self.now, failedAt: nil, now: evening))
        #expect(BackupKeeping.isDue(newest: Self.now, failedAt: nil, now: night))
        #expect(BackupKeeping.isDue(newest: evening, failedAt: nil, now: night))
        let failed = night.advanced(byMilliseconds: -600_000)
        #expect(!BackupKeeping.isDue(newest: Self.now, failedAt: failed, now: night))
        let later = failed.advanced(byMilliseconds: 3_600_000)
        #expect(BackupKeeping.isDue(newest: Self.now, failedAt: failed, now: later))
    }

    @Test func `how backups stand is one word`() {
        var state = BackupState(hasKey: false)
        #expect(state.standing(now: Self.now) == .noKey)
        state.hasKey = true
        #expect(state.standing(now: Self.now) == .none)
        state.newestAt = Self.ago(days: 1)
        #expect(state.standing(now: Self.now) == .good)
        state.newestAt = Self.ago(days: 2)
        #expect(state.standing(now: Self.now) == .late)
        state.failedAt = Self.now
        #expect(state.standing(now: Self.now) == .failing)
    }

    @Test func `S35: a folder finds its backups, newest first, and deletes what is old or cut short`() throws {
        try withFolder { path in
            let folder = BackupFolder(path + "/backups")
            #expect(try folder.items().isEmpty)
            try folder.make()
            for days: Int64 in [40, 0, 3] {
                try Data([1, 2]).write(to: URL(filePath: folder.file(takenAt: Self.ago(days: days))))
            }
            for name in ["since", "hearth-photo.backup", "hearth-20261101T000000Z.backup.part", "notes"] {
                try Data([1]).write(to: URL(filePath: "\(folder.path)/\(name)"))
            }
            let items = try folder.items()
            #expect(items.map(\.takenAt) == [0, 3, 40].map { Self.ago(days: $0) })
            #expect(items.map(\.bytes) == [2, 2, 2])
            #expect(items[0].path.hasSuffix("/hearth-20261122T040000Z.backup"))
            #expect(try folder.prune(now: Self.now) == 1)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            #expect(
                left == [
                    "hearth-20261119T040000Z.backup", "hearth-20261122T040000Z.backup", "hearth-photo.backup",
                    "notes", "since",
                ]
            )
        }
    }

    @Test func `S34: a departing member's key is destroyed in every intact backup despite a damaged one`() throws {
        try withFolder { path in
            let (folder, key, hash) = (BackupFolder(path), BackupKey(), [UInt8](repeating: 9, count: 32))
            let slot = BackupSlot(memberHash: hash, key: [1, 2, 3], to: key.recipient)
            for days: Int64 in [0, 2] {
                let taken = Self.ago(days: days)
                let writer = BackupWriter(to: key.recipient, takenAt: taken, schema: "x", slots: [slot])
                _ = try writer.write([], to: folder.file(takenAt: taken))
            }
            try Data("hearth backup 1\n".utf8).write(to: URL(filePath: folder.file(takenAt: Self.ago(days: 1))))
            #expect(throws: BackupError.self) { try folder.destroyKeys(of: [hash]) }
            for days: Int64 in [0, 2] {
                let reader = try BackupReader(folder.file(takenAt: Self.ago(days: days)))
                #expect(reader.slots.map(\.isDestroyed) == [true])
            }
        }
    }

    @Test func `the journal is replaced as a whole`() throws {
        try withFolder { path in
            let folder = BackupFolder(path)
            #expect(try BackupFolder.journal(at: folder.journal) == nil)
            try folder.writeJournal([1, 2, 3])
            try folder.writeJournal([4])
            #expect(try BackupFolder.journal(at: folder.journal) == [4])
            #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["since"])
        }
    }
}
