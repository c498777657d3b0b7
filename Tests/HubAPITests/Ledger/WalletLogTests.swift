import Crypto
import Family
import Foundation
import Hub
import LedgerLog
import Testing
import WireClient

/// D4: what a page needs to check the log by itself, over HTTP; the proofs are checked by what the public vectors check.
@Suite struct WalletLogTests {
    @Test func `D4: the head is signed by the key that the first leaf names`() async throws {
        try await TestService.run { test in
            let family = try await BusyFamily(test, requests: 5)
            let head = try await family.head()
            let note = try #require(SignedNote(head.note))
            #expect(note.isSigned(by: head.publicKey, name: head.checkpoint.origin))
            #expect(head.json["root"] as? String == Base64.encode(head.checkpoint.root))
            #expect(head.json["size"] as? Int == head.checkpoint.size)
            let first = try #require(try await family.leaves(0).first)
            let entry = try #require(first.entry)
            guard case .founded(let founding) = entry.event else {
                Issue.record("the log does not begin with its founding")
                return
            }
            #expect(founding.publicKey == head.publicKey && founding.ledger.text == head.json["ledger"] as? String)
        }
    }

    @Test func `D4: every leaf is proved to stand in the log`() async throws {
        try await TestService.run { test in
            let family = try await BusyFamily(test, requests: 5)
            let head = try await family.head()
            for leaf in 0..<head.checkpoint.size {
                let answer = try await family.purses[2].call("GET", "ledger/proof?leaf=\(leaf)")
                try #require(answer.status == 200, "\(answer.text)")
                let commitment = try bytes(answer.json["commitment"])
                let proof = try #require(answer.json["hashes"] as? [String]).map { try bytes($0) }
                #expect(
                    MerkleProof.includes(
                        leaf: TreeHash.leaf(commitment),
                        index: leaf,
                        size: head.checkpoint.size,
                        proof: proof,
                        root: head.checkpoint.root
                    )
                )
            }
            let beyond = try await family.purses[2].call("GET", "ledger/proof?leaf=\(head.checkpoint.size)")
            #expect(beyond.status == 404)
        }
    }

    @Test func `D4: a head that was kept is proved to be the beginning of every later one`() async throws {
        try await TestService.run { test in
            let (anna, bo, _) = try await test.purses()
            let (first, his) = (try await anna.open(), try await bo.open())
            try await anna.move("cash", first, "100")
            var heads: [Checkpoint] = []
            for _ in 0..<6 {
                heads.append(try await anna.head().checkpoint)
                try await anna.move(first, his, "3")
            }
            let newest = try await anna.head().checkpoint
            for old in heads {
                let answer = try await bo.call("GET", "ledger/consistency?from=\(old.size)")
                let proof = try #require(answer.json["hashes"] as? [String]).map { try bytes($0) }
                #expect(
                    MerkleProof.isConsistent(
                        oldSize: old.size,
                        oldRoot: old.root,
                        newSize: newest.size,
                        newRoot: newest.root,
                        proof: proof
                    )
                )
            }
            let beyond = try await bo.call("GET", "ledger/consistency?from=\(newest.size + 1)")
            #expect(beyond.status == 409 && beyond.code == "logShorter")
            for wrong in ["", "?from=0", "?from=x"] {
                #expect(try await bo.call("GET", "ledger/consistency\(wrong)").status == 422, "\(wrong)")
            }
        }
    }

    @Test func `D4: an adult replays all of the log and gets the balances that the wallets show`() async throws {
        try await TestService.run { test in
            let family = try await BusyFamily(test)
            let head = try await family.head()
            var check = LedgerCheck()
            for leaf in try await family.leaves(0) {
                let (salt, record) = (try #require(leaf.salt), try #require(leaf.record))
                let isRight = check.append(LogLeaf(salt: salt, record: record), commitment: leaf.commitment)
                #expect(isRight)
            }
            let isHeld = check.hold(against: try #require(SignedNote(head.note)))
            #expect(isHeld && check.finding == nil)
            for (account, amount) in try await BusyFamily.amounts(family.purses) {
                let id = try #require(ID<Account>(text: account))
                #expect(check.book.ledger[id]?.balance.amount.text == amount)
            }
        }
    }

    @Test func `D4: a child gets every commitment of the log, and no done transfer between others' accounts`()
        async throws
    {
        try await TestService.run { test in
            let family = try await BusyFamily(test)
            let head = try await family.head()
            let (all, seen) = (try await family.leaves(0), try await family.leaves(2))
            #expect(seen.map(\.commitment) == all.map(\.commitment))
            let root = MerkleTree(leaves: seen.map { TreeHash.leaf($0.commitment) }).root()
            #expect(root == head.checkpoint.root)
            #expect(seen.contains { $0.record == nil } && seen.contains { $0.record != nil })
            let others = Set(family.accounts.filter { $0.owner != 2 }.map(\.id))
            var (transfers, between) = (0, 0)
            for leaf in seen {
                guard let entry = leaf.entry, let salt = leaf.salt else { continue }
                #expect(LogLeaf(salt: salt, record: entry.bytes).commitment == leaf.commitment)
                guard case .command(.transfer(let transfer)) = entry.event else { continue }
                transfers += 1
                let isBetweenOthers = [transfer.debit.text, transfer.credit.text].allSatisfy { others.contains($0) }
                if isBetweenOthers, entry.outcome.isDone { between += 1 }
            }
            #expect(transfers > 3 && between == 0)
        }
    }

    @Test func `D4: words are shown to both sides, hidden in the log behind a salt of their own`() async throws {
        try await TestService.run { test in
            let (anna, bo, mira) = try await test.purses()
            let (hers, childs) = (try await anna.open(), try await mira.open("Secret savings"))
            _ = try await bo.call("GET", "wallet")
            try await anna.move("cash", hers, "100")
            try await anna.move(hers, childs, "10", #","memo":"between us""#)
            for (purse, sees) in [(anna, true), (mira, true), (bo, false)] {
                let leaves = try await purse.leaves()
                let notes = leaves.compactMap(\.note)
                #expect(notes.contains { $0.text == "between us" } == sees)
                for leaf in leaves {
                    guard let note = leaf.note, case .command(let command)? = leaf.entry?.event,
                        case .transfer(let transfer) = command
                    else { continue }
                    #expect(NoteDigest(salt: note.salt, text: note.text) == transfer.note)
                }
            }
            let names = try await bo.leaves().compactMap(\.note).map(\.text)
            #expect(!names.contains("Secret savings"))
            #expect(try await bo.entries(childs).first?["memo"] == nil, "adults audit amounts")
        }
    }

    @Test func `D4: a member's check of the log is shown to the family, and a root unlike the hub's is refused`()
        async throws
    {
        try await TestService.run { test in
            let (anna, bo, _) = try await test.purses()
            _ = try await anna.open()
            _ = try await bo.open()
            let head = try await anna.head()
            let root = Base64.encode(head.checkpoint.root)
            let size = head.checkpoint.size
            let body = #"{"size":\#(size),"root":"\#(root)"}"#
            #expect(try await bo.call("POST", "ledger/checks", body).status == 204)
            let checks = try #require(try await anna.head().json["checks"] as? [[String: Any]])
            #expect(checks.count == 1 && checks[0]["member"] as? String == bo.id.text)
            #expect(checks[0]["size"] as? Int == size && checks[0]["name"] as? String == "Member 2")
            let other = Base64.encode([UInt8](repeating: 9, count: 32))
            let differs = try await bo.call("POST", "ledger/checks", #"{"size":\#(size),"root":"\#(other)"}"#)
            #expect(differs.status == 409 && differs.code == "rootDiffers")
            let shorter = try await bo.call("POST", "ledger/checks", #"{"size":\#(size + 9),"root":"\#(root)"}"#)
            #expect(shorter.status == 409 && shorter.code == "logShorter")
        }
    }

    private func bytes(_ text: Any?) throws -> [UInt8] {
        try #require((text as? String).flatMap { Base64.decode($0.utf8) })
    }
}

/// A leaf as the API shows it.
struct ShownLeaf {
    let commitment: [UInt8]
    let salt: [UInt8]?
    let record: [UInt8]?
    let note: (salt: [UInt8], text: String)?

    var entry: LedgerEntry? { record.flatMap { LedgerEntry(bytes: $0) } }

    fileprivate init(_ json: [String: Any]) throws {
        func bytes(_ value: Any?) -> [UInt8]? { (value as? String).flatMap { Base64.decode($0.utf8) } }
        commitment = try #require(bytes(json["commitment"]))
        (salt, record) = (bytes(json["salt"]), bytes(json["record"]))
        let words = json["note"] as? [String: Any]
        note = try words.map { (try #require(bytes($0["salt"])), try #require($0["text"] as? String)) }
    }
}

/// The head of a log as the API shows it.
struct ShownHead {
    let json: [String: Any]
    let note: String
    let checkpoint: Checkpoint
    let publicKey: [UInt8]
}

extension TestPurse {
    /// All leaves, in pages of seven.
    func leaves() async throws -> [ShownLeaf] {
        var leaves: [ShownLeaf] = []
        var from = "0"
        while true {
            let page = try await call("GET", "ledger/entries?from=\(from)&limit=7")
            try #require(page.status == 200, "\(page.text)")
            leaves += try page.items.map(ShownLeaf.init)
            guard let next = page.json["next"] as? String else { return leaves }
            from = next
        }
    }

    func head() async throws -> ShownHead {
        let json = try await call("GET", "ledger/checkpoint").json
        let note = try #require(json["checkpoint"] as? String)
        let key = try #require((json["publicKey"] as? String).flatMap { Base64.decode($0.utf8) })
        let checkpoint = try #require(SignedNote(note).flatMap { Checkpoint(text: $0.text) })
        return ShownHead(json: json, note: note, checkpoint: checkpoint, publicKey: key)
    }
}

extension BusyFamily {
    /// All leaves as one of them is shown them.
    fileprivate func leaves(_ member: Int) async throws -> [ShownLeaf] { try await purses[member].leaves() }

    fileprivate func head() async throws -> ShownHead { try await purses[0].head() }
}
