import Crypto
import Family
import Foundation
import Hub
import LedgerLog
import SQL
import Testing
import WireClient

/// D4: the log as any client of tiled logs reads it, for the family alone.
@Suite struct LogTilesTests {
    @Test func `D4: a client that knows tiles alone works out the root that the hub has signed`() async throws {
        try await TestService.run { test in
            let (anna, bo, _) = try await test.purses()
            let size = try await anna.longLog(560)
            _ = try await bo.open()
            let ledger = try await anna.ledger()
            let read = try await bo.call("GET", "ledgers/\(ledger)/checkpoint")
            #expect(read.status == 200 && read["content-type"] == "text/plain; charset=utf-8")
            #expect(read["cache-control"] == "no-store")
            let note = try #require(SignedNote(read.text))
            let head = try #require(Checkpoint(text: note.text))
            let publicKey = try await anna.head().publicKey
            #expect(head.size > size && note.isSigned(by: publicKey, name: head.origin))
            var hashes: [[UInt8]] = []
            for path in tilePaths(of: head.size) {
                let tile = try await bo.tile(ledger, "0/\(path)")
                let bundle = try await bo.tile(ledger, "entries/\(path)")
                let entries = stride(from: 0, to: bundle.count, by: 34).map { start -> [UInt8] in
                    #expect(bundle[start] == 0 && bundle[start + 1] == 32)
                    return Array(bundle[start + 2..<start + 34])
                }
                #expect(entries.flatMap(TreeHash.leaf) == tile)
                hashes += stride(from: 0, to: tile.count, by: 32).map { Array(tile[$0..<$0 + 32]) }
            }
            let tree = MerkleTree(leaves: hashes)
            #expect(tree.root() == head.root)
            #expect(try await bo.tile(ledger, "1/000.p/2") == tree.tile(level: 1, index: 0, width: 2))
            // A head of before asked for this one.
            #expect(try await bo.tile(ledger, "0/000.p/7") == tree.tile(level: 0, index: 0, width: 7))
        }
    }

    @Test func `D4: a full tile may be kept, another may not, and what there is not is not there`() async throws {
        try await TestService.run { test in
            let (anna, _, mira) = try await test.purses()
            let size = try await anna.longLog(270)
            let ledger = try await anna.ledger()
            let full = try await anna.call("GET", "ledgers/\(ledger)/tile/0/000")
            #expect(full.status == 200 && full["content-type"] == "application/octet-stream")
            #expect(full["cache-control"] == "private, max-age=31536000, immutable")
            let partial = try await anna.call("GET", "ledgers/\(ledger)/tile/0/001.p/\(size - 256)")
            #expect(partial.status == 200 && partial["cache-control"] == "no-store")
            for path in [
                "0/001", "0/001.p/\(size - 255)", "0/002.p/1", "1/000", "1/000.p/2", "2/000.p/1", "7/000", "0/000.p/0",
                "0/000.p/256", "0/000.p/01", "0/0", "0/0000", "0/x000/000", "0/000/001", "00/000", "-1/000", "data/000",
                "entries/001", "entries/x001/000.p/1", "0/000.p", "0/000.q/1", "0/000.p/1/1", "0",
            ] {
                let answer = try await anna.call("GET", "ledgers/\(ledger)/tile/\(path)")
                #expect(answer.status == 404 && answer["cache-control"] == "no-store", "\(path)")
            }
            // The family's alone, a child's as well.
            _ = try await mira.open()
            #expect(try await mira.call("GET", "ledgers/\(ledger)/tile/0/000").body == full.body)
            let stranger = test.purse(try await test.member(8))
            _ = try await stranger.open()
            for path in ["checkpoint", "tile/0/000", "tile/entries/000"] {
                #expect(try await stranger.call("GET", "ledgers/\(ledger)/\(path)").status == 404)
                #expect(try await test.call("GET", "/api/v1/ledgers/\(ledger)/\(path)").status == 401)
            }
        }
    }

    @Test func `D4: proofs from tiles are those of the whole tree, and a tile that was turned is named`() async throws {
        try await TestService.run { test in
            let (anna, _, _) = try await test.purses()
            let size = try await anna.longLog(520)
            let commitments = try await anna.leaves().map(\.commitment)
            let tree = MerkleTree(leaves: commitments.map(TreeHash.leaf))
            for leaf in [0, 255, 256, 511, 512, size - 1] {
                let proof = try await anna.call("GET", "ledger/proof?leaf=\(leaf)").json["hashes"] as? [String]
                #expect(proof == tree.inclusion(of: leaf, size: size)?.map { Base64.encode($0) }, "\(leaf)")
            }
            for (from, to) in [(1, size), (256, size), (300, 513), (512, 512), (7, 8)] {
                let proof = try await anna.call("GET", "ledger/consistency?from=\(from)&to=\(to)").json
                #expect(proof["size"] as? Int == to)
                #expect(proof["hashes"] as? [String] == tree.consistency(from: from, to: to)?.map { Base64.encode($0) })
            }
            for wrong in ["from=9&to=8", "from=1&to=\(size + 1)"] {
                #expect(try await anna.call("GET", "ledger/consistency?\(wrong)").code == "logShorter")
            }
            for _ in 0..<2 { await test.hub.keepTiles() }
            #expect(try await test.hub.database.read { try $0.rows("SELECT 1 FROM ledger_tile").count } == 2)
            #expect(try await Hub.checkLedgers(in: test.hub.database).allSatisfy { $0.fault == nil })
            try await test.hub.database.transaction { transaction in
                let zeros = [UInt8](repeating: 0, count: 32)
                try transaction.run("UPDATE ledger_tile SET hash = \(zeros) WHERE number = 1")
            }
            guard case .tile(level: 0, number: 1)? = try await Hub.checkLedgers(in: test.hub.database).first?.fault
            else {
                Issue.record("the tile is not named")
                return
            }
        }
    }

    /// The paths of the tiles of the lowest level, of a log of less than 256 000 leaves.
    private func tilePaths(of size: Int) -> [String] {
        (0...(size - 1) / 256).map { number in
            let name = String("00\(number)".suffix(3))
            let width = min(256, size - number * 256)
            return width == 256 ? name : "\(name).p/\(width)"
        }
    }
}

extension TestPurse {
    fileprivate func ledger() async throws -> String {
        try #require(try await call("GET", "wallet").json["ledger"] as? String)
    }

    fileprivate func tile(_ ledger: String, _ path: String) async throws -> [UInt8] {
        let answer = try await call("GET", "ledgers/\(ledger)/tile/\(path)")
        try #require(answer.status == 200, "\(path)")
        return answer.body
    }

    /// Moves amounts until the log has so many leaves at least, and answers how many it has.
    fileprivate func longLog(_ count: Int) async throws -> Int {
        let (first, second) = (
            try #require(ID<Account>(text: try await open())), try #require(ID<Account>(text: try await open()))
        )
        try await move("cash", first.text, "100000")
        while try await head().checkpoint.size < count {
            for _ in 0..<20 {
                let request = TransferRequest(
                    from: .account(first),
                    to: .account(second),
                    asset: .coin,
                    amount: Amount(1)
                )
                _ = try await test.hub.transfer(test.hub.outside.newID(), by: id, request)
            }
        }
        return try await head().checkpoint.size
    }
}
