import Crypto
import Family
import Foundation
import Hub
import LedgerLog
import SQL
import SQLite
import Storage
import Testing
import WireClient

/// D4: a disk that loses the end of what was written, or tears a page in two, loses nothing that was acknowledged before.
@Suite struct LedgerDiskTests {

    /// The size of the write-ahead log when `leafCount` entries were acknowledged.
    private struct Mark: Sendable {
        let logBytes: Int
        let leafCount: Int
    }

    @Test func `wherever the database's log is cut or torn, what was acknowledged before is there and right`()
        async throws
    {
        try await withFile { path in
            try await TestHub.run(on: SQLite(path: path)) { home in
                let marks = try await paymentsWithMarks(home, path)
                let (file, log) = (try Data(contentsOf: file(path)), try Data(contentsOf: file(path + "-wal")))
                #expect(log.count > marks[0].logBytes)
                // The sizes at which something was just acknowledged, those around them, and some at random.
                var cuts = Set(marks.flatMap { [$0.logBytes - 1, $0.logBytes, $0.logBytes + 1] })
                var chance = Chance(seed: Seeds.of("D3, cut logs"))
                for _ in 0..<(isSweep ? 2_000 : 12) {
                    cuts.insert(Int.random(in: marks[0].logBytes...log.count, using: &chance))
                }
                for cut in cuts.sorted() where cut <= log.count {
                    for isTorn in [false, true] {
                        var tail = Data(log.prefix(cut))
                        // What the disk had begun to write, as it was there from before, or half of it.
                        if isTorn {
                            tail.append(Data((0..<4_120).map { _ in UInt8.random(in: 0...255, using: &chance) }))
                        }
                        let known = marks.last { $0.logBytes <= cut }?.leafCount ?? 0
                        try await expectSound(file, tail, atLeast: known, "cut at \(cut)\(isTorn ? ", torn" : "")")
                    }
                }
            }
        }
    }

    @Test func `wherever a byte of an entry is turned, its leaf is named`() async throws {
        try await TestHub.run { home in
            let count = try await home.someTransfers()
            let database = home.hub.database
            for leaf in 0..<count {
                let bytes = try #require(
                    try await database.read {
                        try $0.first("SELECT record FROM ledger_entry WHERE place & 1099511627775 = \(leaf)")
                    }
                ).blob(0)
                for position in stride(from: isSweep ? 0 : leaf % 48, to: bytes.count, by: isSweep ? 1 : 48) {
                    var turned = bytes
                    turned[position] ^= UInt8(1 << (position % 8))
                    try await write(turned, at: leaf, in: database)
                    let report = try #require(try await Hub.checkLedgers(in: database).first)
                    guard case .log(let finding)? = report.fault else {
                        Issue.record("byte \(position) of leaf \(leaf) was turned and not found")
                        return
                    }
                    #expect(finding.leaf == leaf, "byte \(position)")
                }
                try await write(bytes, at: leaf, in: database)
            }
            #expect(try await home.faults().isEmpty)
        }
    }

    private func write(_ record: [UInt8], at leaf: Int, in database: Database) async throws {
        try await database.transaction { transaction in
            try transaction.run("UPDATE ledger_entry SET record = \(record) WHERE place & 1099511627775 = \(leaf)")
        }
    }

    /// Pays a few times, and remembers after each answer how much of the log was on the disk.
    private func paymentsWithMarks(_ home: TestHub, _ path: String) async throws -> [Mark] {
        let anna = try await home.member(1)
        let (first, second) = (try await home.open(anna), try await home.open(anna))
        try await home.move(anna, .cash, .account(first.id), 1_000)
        // All of that into the file, so that the log begins with what follows.
        try await home.hub.database.truncateWAL()
        var marks: [Mark] = []
        for amount in 1...12 {
            try await home.move(anna, .account(first.id), .account(second.id), amount)
            let size = try file(path + "-wal").resourceValues(forKeys: [.fileSizeKey]).fileSize
            let count = try #require(try await home.hub.checkLedger(of: anna)).leafCount
            marks.append(Mark(logBytes: try #require(size), leafCount: count))
        }
        return marks
    }

    /// Opens a copy as it would be found after the power came back, and checks it.
    private func expectSound(_ database: Data, _ log: Data, atLeast count: Int, _ when: String) async throws {
        try await withFile { path in
            try database.write(to: file(path))
            try log.write(to: file(path + "-wal"))
            let found = try Database(SQLite(path: path))
            let reports = try await Hub.checkLedgers(in: found)
            await found.close()
            #expect(reports.count == 1 && reports[0].fault == nil, "\(when)")
            #expect(reports.first.map { $0.leafCount >= count } ?? false, "\(when)")
        }
    }

    private func file(_ path: String) -> URL { URL(filePath: path) }
}
