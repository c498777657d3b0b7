import Crypto
import Family
import Foundation
import LedgerLog
import Programs
import Testing

/// What the page finds in a log, with its own modules and ledger.wasm, beside what the hub's check finds.
@Suite struct PageCheckTests {
    @Test func `the page finds in every log what the hub's own check finds, and names the same leaf`() throws {
        var logs = [try Told(log())]
        let honest = log()
        for (index, leaf) in honest.leaves.enumerated() {
            // Turned in the database: the tree still holds the hash of what was there.
            for position in [0, 9, leaf.record.count / 2, leaf.record.count - 1] {
                var record = leaf.record
                record[position] ^= 0x10
                var leaves = honest.leaves
                leaves[index] = LogLeaf(salt: leaf.salt, record: record)
                logs.append(try Told(honest, leaves, commitments: honest.leaves.map(\.commitment)))
                // The tree was made anew as well; the heads cannot be.
                logs.append(try Told(honest, leaves, commitments: leaves.map(\.commitment)))
            }
        }
        logs.append(try Told(honest, honest.leaves.dropLast(), commitments: honest.leaves.dropLast().map(\.commitment)))
        for change in Self.wrongs {
            var wrong = log()
            change(&wrong)
            logs.append(try Told(wrong))
        }
        let answers = try Self.page(logs)
        try #require(answers.count == logs.count)
        for (index, (log, answer)) in zip(logs, answers).enumerated() {
            #expect(answer.fault == log.finding.map { Self.name($0.fault) }, "log \(index)")
            #expect(answer.leaf == log.finding?.leaf, "log \(index)")
        }
        #expect(logs.filter { $0.finding == nil }.count == 1)
        #expect(answers.first?.balance == "650")
    }

    /// An honest log with something of everything in it.
    private func log() -> TestLog {
        var log = TestLog.begun()
        log.move(2, from: 101, to: 103, 300, by: 1)
        log.move(3, from: 103, to: 101, 301, by: 3)
        log.move(4, from: 100, to: 103, 50, phase: .hold, by: 3)
        log.move(5, from: 100, to: 103, 50, phase: .post, of: 4, by: 2)
        log.addKey(4, of: TestLog.child, keeping: .device)
        log.move(6, from: 101, to: 102, 50, by: 1)
        log.ask(.rename(AccountRenaming(id: TestLog.id(7), account: TestLog.account(103), note: .none)), by: 3)
        log.write(.keyRevoked(TestLog.key(4)), by: [3])
        log.addKey(5, of: TestLog.father, keeping: .device)
        log.write(Self.revocation(5), by: [1])
        return log
    }

    /// Adults who revoke a key of somebody else.
    private static func revocation(_ key: UInt64, until: Int64 = 9_000_000) -> LedgerEvent {
        .keyRevokedByAdults(KeyRevocation(key: TestLog.key(key), validUntil: Timestamp(milliseconds: until)))
    }

    /// What no honest hub writes.
    private static let wrongs: [@Sendable (inout TestLog) -> Void] = [
        { $0.move(20, from: 101, to: 103, 10, by: 3) },
        { $0.move(20, from: 103, to: 101, 1, by: 4) },
        { $0.write(.keyRevoked(TestLog.key(3)), by: [1]) },
        { $0.write(revocation(3), by: [1]) },
        { $0.write(revocation(3), by: [1, 3]) },
        { $0.write(revocation(2), by: [2]) },
        { $0.write(revocation(2, until: 1), by: [1]) },
        { $0.write(revocation(5), by: [1]) },
        { $0.write(.holder(TestLog.father, .left), by: [1]) },
        { log in
            log.now = Timestamp(milliseconds: 0)
            log.move(20, from: 101, to: 102, 1, by: 1)
        },
        { log in
            let claimed = Transfer(
                id: TestLog.id(20),
                debit: TestLog.account(101),
                credit: TestLog.account(102),
                asset: .coin,
                amount: Amount(5_000),
                kind: .transfer,
                validUntil: Timestamp(milliseconds: .max),
                signer: TestLog.key(1)
            )
            log.write(.command(.transfer(claimed)), by: [1], LedgerOutcome(.done, amount: Amount(5_000)))
        },
        { log in
            let linked = Transfer(
                id: TestLog.id(20),
                debit: TestLog.account(101),
                credit: TestLog.account(102),
                asset: .coin,
                amount: Amount(5),
                kind: .sweep,
                isLinked: true,
                validUntil: Timestamp(milliseconds: .max),
                signer: TestLog.key(1)
            )
            log.write(.command(.transfer(linked)), by: [1], LedgerOutcome(.done, amount: Amount(5)))
        },
    ]

    /// A fault as the page calls it.
    private static func name(_ fault: LedgerCheck.Fault) -> String {
        switch fault {
        case .entry(let fault): "\(fault)"
        default: "\(fault)"
        }
    }

    private static func page(_ logs: [Told]) throws -> [Answer] {
        let root = URL(filePath: #filePath).appending(path: "../../..").standardized
        let wasm = root.appending(path: ".build/web/ledger.wasm")
        let script = root.appending(path: "Tests/LedgerLogTests/page-check.mjs")
        try #require(FileManager.default.fileExists(atPath: wasm.path), "build it with Web/ledger/build")
        let words = ["node", script.path, root.appending(path: "Web").path, wasm.path]
        let (status, told) = try StartedProgram.output(of: words, input: JSONEncoder().encode(logs))
        try #require(status == 0)
        return try JSONDecoder().decode([Answer].self, from: told)
    }
}

/// What the page answered to a log.
private struct Answer: Decodable {
    var fault: String?
    var leaf: Int?
    var balance: String?
}

/// A log as the API tells it, with what the hub's own check finds in it.
private struct Told: Encodable {
    struct Leaf: Encodable {
        var leaf: Int
        var commitment: String
        var salt: String
        var record: String
    }

    private(set) var origin = LedgerCheck.origin(of: TestLog.ledger)
    private(set) var publicKey: String
    private(set) var leaves: [Leaf]
    private(set) var heads: [String]
    /// Whose balance is asked for.
    private(set) var account = TestLog.account(101).text
    private(set) var finding: LedgerCheck.Finding?

    enum CodingKeys: CodingKey {
        case origin, publicKey, leaves, heads, account
    }

    init(_ log: TestLog, _ leaves: some Sequence<LogLeaf>, commitments: [[UInt8]]) throws {
        publicKey = Base64.encode(log.publicKey(0))
        heads = log.heads.map(\.note)
        var check = LedgerCheck()
        self.leaves = zip(leaves, commitments).enumerated().map { number, told in
            Leaf(
                leaf: number,
                commitment: Base64.encode(told.1),
                salt: Base64.encode(told.0.salt),
                record: Base64.encode(told.0.record)
            )
        }
        for (leaf, commitment) in zip(leaves, commitments) where !check.append(leaf, commitment: commitment) { break }
        for head in log.heads where !check.hold(against: head) { break }
        finding = check.finding
    }

    init(_ log: TestLog) throws {
        try self.init(log, log.leaves, commitments: log.leaves.map(\.commitment))
    }
}
