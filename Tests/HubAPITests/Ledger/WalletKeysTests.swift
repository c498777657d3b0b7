import Crypto
import Family
import Foundation
import Hub
import LedgerLog
import Testing
import WireClient

/// D4: devices that sign for their members, over HTTP.
@Suite struct WalletKeysTests {
    @Test func `D4: a device's key is taken with its proof, signs, and is taken away`() async throws {
        try await TestService.run { test in
            let (anna, bo, _) = try await test.purses()
            let (first, his) = (try await anna.open(), try await bo.open())
            try await anna.move("cash", first, "100")
            let device = try await TestSigner(of: anna)
            let added = try await device.enrol()
            #expect(added.status == 201 && added.json["keeping"] as? String == "device")
            #expect(added.json["name"] as? String == "Kitchen tablet")
            let again = try await device.enrol()
            #expect(again.status == 201 && again.text == added.text)
            let told = try await anna.call("GET", "notices").items
            #expect(told.count { $0["kind"] as? String == "signingKeyAdded" } == 1)
            let keys = try await anna.call("GET", "me/ledger-keys").items
            #expect(Set(keys.compactMap { $0["keeping"] as? String }) == ["hub", "device"])
            let paid = try await device.pay(first, his, 30, memo: "by hand")
            #expect(paid.status == 201 && paid.json["signedBy"] as? String == "device", "\(paid.text)")
            #expect(try await bo.amounts() == [his: "30"])
            let (key, wallet) = (device.key.text, try await anna.call("GET", "wallet").json)
            #expect((wallet["keys"] as? [[String: Any]])?.contains { $0["id"] as? String == key } ?? false)
            for _ in 1...2 { #expect(try await anna.call("DELETE", "me/ledger-keys/\(key)").status == 204) }
            let late = try await device.pay(first, his, 1)
            #expect(late.status == 422 && late.code == "keyUnknown")
            #expect(try await anna.amounts() == [first: "70"])
            #expect(try await Hub.checkLedgers(in: test.hub.database).allSatisfy { $0.fault == nil })
        }
    }

    @Test func `D4: a device brings and draws by naming the cash's account`() async throws {
        try await TestService.run { test in
            let (anna, _, mira) = try await test.purses()
            let (first, childs) = (try await anna.open(), try await mira.open())
            let cash = try await anna.cash()
            let device = try await TestSigner(of: anna)
            _ = try await device.enrol()
            let brought = try await device.pay(cash, first, 100, kind: .deposit)
            #expect(brought.status == 201 && brought.json["kind"] as? String == "deposit", "\(brought.text)")
            let drawn = try await device.pay(first, cash, 40, kind: .withdrawal)
            #expect(drawn.status == 201 && drawn.json["kind"] as? String == "withdrawal")
            let hers = try await TestSigner(of: mira)
            _ = try await hers.enrol()
            let atOnce = try await hers.pay(cash, childs, 9, kind: .deposit)
            #expect(atOnce.status == 422 && atOnce.code == "signatureWrong", "a child's is held")
            let held = try await hers.pay(cash, childs, 9, kind: .deposit, phase: .hold)
            #expect(held.status == 201 && held.json["state"] as? String == "held")
        }
    }

    @Test func `D4: a signature counts for what was signed, here, soon, and by its own member alone`() async throws {
        try await TestService.run { test in
            let (anna, bo, _) = try await test.purses()
            let (first, his) = (try await anna.open(), try await bo.open())
            try await anna.move("cash", first, "100")
            let device = try await TestSigner(of: anna)
            _ = try await device.enrol()
            let attempts: [(TestResponse, Int, String)] = [
                (try await device.pay(first, his, 5, saying: 6), 422, "signatureWrong"),
                (try await device.pay(first, his, 5, ledger: ID(high: 1, low: 1)), 422, "signatureWrong"),
                (try await device.pay(first, his, 5, seconds: 601), 422, "invalid"),
                (try await device.pay(first, his, 5, seconds: -1), 409, "signatureExpired"),
                (try await device.pay(first, his, 5, as: bo), 422, "keyUnknown"),
            ]
            for (answer, status, code) in attempts {
                #expect(answer.status == status && answer.code == code, "\(answer.text)")
            }
            #expect(try await anna.amounts() == [first: "100"])
            let once = try await device.request(first, his, 5)
            for _ in 1...2 { #expect(try await anna.call("POST", "transfers", once).status == 201) }
            test.clock.advance(seconds: 290)
            #expect(try await anna.call("POST", "transfers", once).status == 201, "a retry, however late")
            #expect(try await anna.amounts() == [first: "95"])
        }
    }

    @Test func `D4: a key without its own proof is refused, and a member cannot remove another's key`() async throws {
        try await TestService.run { test in
            let (anna, bo, _) = try await test.purses()
            _ = try await bo.call("GET", "wallet")
            let device = try await TestSigner(of: anna)
            let before = try await DatabaseDump(of: test)
            for answer in [
                try await device.enrol(as: bo), try await device.enrol(proof: [UInt8](repeating: 1, count: 64)),
                try await device.enrol(proof: [1]),
            ] {
                #expect(answer.status == 422 && answer.json["field"] as? String == "proof", "\(answer.text)")
            }
            #expect(try await DatabaseDump(of: test).changes(since: before).count == 0)
            _ = try await device.enrol()
            #expect(try await bo.call("DELETE", "me/ledger-keys/\(device.key.text)").status == 404)
            let hubs = try await anna.call("GET", "me/ledger-keys").items.first { $0["keeping"] as? String == "hub" }
            if let id = hubs?["id"] as? String {
                #expect(try await anna.call("DELETE", "me/ledger-keys/\(id)").status == 404, "the hub's stays")
            }
        }
    }
}

/// A device that signs as a page does.
struct TestSigner: Sendable {
    let purse: TestPurse
    let key: ID<LedgerKey>
    let ledger: ID<Ledger>
    let holder: ID<LedgerHolder>
    let secret: Ed25519Key

    init(of purse: TestPurse) async throws {
        self.purse = purse
        let wallet = try await purse.call("GET", "wallet").json
        ledger = try #require((wallet["ledger"] as? String).flatMap { ID(text: $0) })
        holder = try #require((wallet["holder"] as? String).flatMap { ID(text: $0) })
        key = try #require(ID(text: purse.newID()))
        secret = Ed25519Key(seed: SecureRandom.bytes(32))
    }

    /// Asks that it may sign.
    func enrol(as other: TestPurse? = nil, proof: [UInt8]? = nil) async throws -> TestResponse {
        let holding = LedgerKeyHolding(id: key, holder: holder, keeping: .device, publicKey: secret.publicKey)
        let proof = proof ?? secret.sign(LedgerEvent.keyAdded(holding).message(in: ledger))
        let body = """
            {"id":"\(key.text)","publicKey":"\(Base64.encode(secret.publicKey))","proof":"\(Base64.encode(proof))",
            "name":"Kitchen tablet"}
            """
        return try await (other ?? purse).call("POST", "me/ledger-keys", body)
    }

    /// Signs and sends a transfer; what is off in it a test says.
    func pay(
        _ from: String,
        _ to: String,
        _ amount: Int,
        memo: String? = nil,
        kind: Transfer.Kind = .payment,
        phase: Transfer.Phase = .single,
        saying other: Int? = nil,
        seconds: Int64 = 300,
        ledger: ID<Ledger>? = nil,
        as sender: TestPurse? = nil
    ) async throws -> TestResponse {
        let body = try await request(
            from,
            to,
            amount,
            memo: memo,
            kind: kind,
            phase: phase,
            saying: other,
            seconds: seconds,
            ledger: ledger
        )
        return try await (sender ?? purse).call("POST", "transfers", body)
    }

    /// The body of a signed transfer.
    func request(
        _ from: String,
        _ to: String,
        _ amount: Int,
        memo: String? = nil,
        kind: Transfer.Kind = .payment,
        phase: Transfer.Phase = .single,
        saying other: Int? = nil,
        seconds: Int64 = 300,
        ledger: ID<Ledger>? = nil
    ) async throws -> String {
        let id = purse.newID()
        let salt = SecureRandom.bytes(16)
        let until = purse.test.clock.now.advanced(bySeconds: seconds)
        let transfer = Transfer(
            id: try #require(ID(text: id)),
            debit: try #require(ID(text: from)),
            credit: try #require(ID(text: to)),
            asset: .coin,
            amount: Amount(UInt128(amount)),
            kind: kind,
            phase: phase,
            validUntil: until,
            signer: key,
            note: memo.map { NoteDigest(salt: salt, text: $0) } ?? .none
        )
        let bytes = secret.sign(LedgerEvent.command(.transfer(transfer)).message(in: ledger ?? self.ledger))
        let words = memo.map { #","memo":"\#($0)""# } ?? ""
        let signature = """
            ,"signature":{"key":"\(key.text)","validUntil":"\(until.text)","noteSalt":"\(Base64.encode(salt))",
            "bytes":"\(Base64.encode(bytes))"}
            """
        return purse.body(id, from, to, "\(other ?? amount)", words + signature)
    }
}
