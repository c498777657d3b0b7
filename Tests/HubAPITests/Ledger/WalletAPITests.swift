import Family
import Foundation
import Hub
import HubAPI
import Testing
import WireClient

/// D2 and D3 over a socket: accounts, and money that moves.
@Suite struct WalletAPITests {
    @Test func `D2, D3: two members open, bring, move, draw and pay, and both hear of it at once`() async throws {
        try await TestService.run { test in
            let (anna, bo, _) = try await test.purses()
            let (first, second) = (try await anna.open(), try await anna.open())
            let his = try await bo.open("Bicycle")
            let streams = [
                try await EventReader.open(test, token: anna.token), try await EventReader.open(test, token: bo.token),
            ]
            #expect(try await anna.move("cash", first, "1250").status == 201)
            try await anna.move(first, second, "300", #","memo":"for the fair""#)
            let drawn = try await anna.move(second, "cash", "500", #","atMost":true"#)
            #expect(drawn.status == 201)
            #expect(drawn.json["amount"] as? String == "300" && drawn.json["asked"] as? String == "500")
            #expect(drawn.json["kind"] as? String == "withdrawal" && drawn.json["signedBy"] as? String == "hub")
            let paying = #"{"id":"\#(anna.newID())","from":"\#(first)","toMember":"\#(bo.id.text)","asset":2,"#
            let paid = try await anna.call("POST", "transfers", paying + #""amount":"200","memo":"ice cream"}"#)
            #expect(paid.status == 201 && paid.json["kind"] as? String == "payment")
            #expect(paid.json["to"] as? String == his && paid.json["state"] as? String == "done")
            for stream in streams { #expect(try await stream.event { $0.name == "wallet" } != nil) }
            #expect(try await anna.amounts() == [first: "750", second: "0"])
            #expect(try await bo.amounts() == [his: "200"])
            let seen = try #require(try await bo.entries(his).first)
            #expect(seen["memo"] as? String == "ice cream" && seen["direction"] as? String == "in")
            let other = try #require(seen["counterpart"] as? [String: Any])
            #expect(other["kind"] as? String == "member" && other["member"] as? String == anna.id.text)
            let told = try await bo.call("GET", "notices").items
            #expect(told.contains { $0["kind"] as? String == "paid" && $0["member"] as? String == anna.id.text })
        }
    }

    @Test func `D2: the wallet shows names, totals, assets and whom one can pay`() async throws {
        try await TestService.run { test in
            let (anna, bo, mira) = try await test.purses()
            let (first, his) = (try await anna.open(), try await bo.open())
            try await anna.move("cash", first, "5")
            let wallet = try await anna.call("GET", "wallet")
            #expect(wallet.status == 200 && wallet["cache-control"] == "no-store")
            #expect(wallet.json["name"] as? String == "Member 1" && wallet.json["role"] as? String == "adult")
            let accounts = try #require(wallet.json["accounts"] as? [[String: Any]])
            #expect(accounts.map { $0["name"] as? String } == ["Account 1"])
            let totals = try #require(wallet.json["totals"] as? [[String: Any]])
            #expect(totals.count == 1 && totals[0]["amount"] as? String == "5" && totals[0]["asset"] as? Int == 2)
            let assets = try #require(wallet.json["assets"] as? [[String: Any]])
            #expect(assets.map { $0["name"] as? String } == ["gold", "coin"])
            #expect(assets.map { $0["scale"] as? Int } == [0, 2])
            let payees = try #require(wallet.json["payees"] as? [[String: Any]])
            #expect(payees.map { $0["member"] as? String } == [bo.id.text, mira.id.text])
            #expect((payees[0]["accounts"] as? [[String: Any]])?.first?["account"] as? String == his)
            #expect((payees[1]["accounts"] as? [Any])?.count == 0)
            #expect(try await mira.call("GET", "wallet").json["role"] as? String == "child")
        }
    }

    @Test func `D2: a name is there once, is changed, and an account is closed when empty or with its rest moved`()
        async throws
    {
        try await TestService.run { test in
            let anna = test.purse(try await test.member(1))
            let (first, second) = (try await anna.open("Holiday"), try await anna.open())
            let gold = try await anna.open(asset: TestPurse.gold)
            let again = #"{"id":"\#(anna.newID())","asset":2,"name":"Holiday"}"#
            let taken = try await anna.call("POST", "accounts", again)
            #expect(taken.status == 409 && taken.code == "nameTaken" && taken.json["field"] as? String == "name")
            #expect(taken.json["title"] as? String == "This name is taken.")
            let renamed = try await anna.call("PATCH", "accounts/\(second)", #"{"name":"Food"}"#)
            #expect(renamed.status == 200 && renamed.json["name"] as? String == "Food")
            try await anna.move("cash", first, "70")
            let full = try await anna.call("DELETE", "accounts/\(first)")
            #expect(full.status == 409 && full.code == "accountNotEmpty")
            let other = try await anna.call("DELETE", "accounts/\(first)", #"{"sweepTo":"\#(gold)"}"#)
            #expect(other.status == 422 && other.json["field"] as? String == "sweepTo")
            for _ in 1...2 {
                let closed = try await anna.call("DELETE", "accounts/\(first)", #"{"sweepTo":"\#(second)"}"#)
                #expect(closed.status == 204, "\(closed.text)")
            }
            #expect(try await anna.amounts() == [second: "70", gold: "0"])
            #expect(try await anna.entries(second).first?["kind"] as? String == "sweep")
            let late = try await anna.move(second, first, "1")
            #expect(late.status == 409 && late.code == "accountClosed" && late.json["field"] as? String == "to")
        }
    }

    @Test func `D3: each refusal says in words what is wrong and where, and nothing moves`() async throws {
        try await TestService.run { test in
            let (anna, bo, mira) = try await test.purses()
            let (first, gold) = (try await anna.open(), try await anna.open(asset: TestPurse.gold))
            let his = try await bo.open()
            let stranger = try await test.member(7)
            try await anna.move("cash", first, "1250")
            let short = try await anna.move(first, his, "1500")
            #expect(short.status == 409 && short.code == "insufficient" && short.json["missing"] as? String == "250")
            #expect(short.json["detail"] as? String == "2.50 coin missing. Nothing moved.")
            let big = "340282366920938463463374607431768211455"
            let refusals: [(String, Int, String, String)] = [
                (anna.body("x", first, his, "1"), 422, "invalid", "id"),
                (anna.body(anna.newID(), first, his, "0"), 422, "invalid", "amount"),
                (anna.body(anna.newID(), first, his, "-5"), 422, "invalid", "amount"),
                (anna.body(anna.newID(), first, his, "2.50"), 422, "invalid", "amount"),
                (anna.body(anna.newID(), first, his, "1\(big)"), 422, "invalid", "amount"),
                (anna.body(anna.newID(), "cash", first, big), 409, "amountTooLarge", "amount"),
                (anna.body(anna.newID(), first, first, "1"), 422, "sameAccount", "to"),
                (anna.body(anna.newID(), first, gold, "1"), 422, "otherAsset", "asset"),
                (anna.body(anna.newID(), first, his, "1", asset: 77), 422, "invalid", "asset"),
                (anna.body(anna.newID(), his, first, "1"), 422, "accountUnknown", "from"),
                (anna.body(anna.newID(), anna.newID(), first, "1"), 422, "accountUnknown", "from"),
                (anna.body(anna.newID(), first, anna.newID(), "1"), 422, "accountUnknown", "to"),
                (paying(anna, first, anna.id), 422, "invalid", "toMember"),
                (paying(anna, first, stranger.id), 422, "invalid", "toMember"),
                (anna.body(anna.newID(), first, his, "1", #","toMember":"\#(bo.id.text)""#), 422, "invalid", "to"),
                (
                    anna.body(anna.newID(), first, his, "1", #","memo":"\#(String(repeating: "m", count: 201))""#),
                    422, "invalid", "memo"
                ),
            ]
            for (body, status, code, field) in refusals {
                let answer = try await anna.call("POST", "transfers", body)
                #expect(answer.status == status && answer.code == code, "\(body): \(answer.text)")
                #expect(answer.json["field"] as? String == field, "\(body)")
            }
            #expect(try await anna.amounts() == [first: "1250", gold: "0"])
            #expect(try await bo.amounts() == [his: "0"])
            #expect(try await mira.amounts() == [:])
        }
    }

    @Test func `D3: a payee without an account gets one, once, and none where the payment is refused`()
        async throws
    {
        try await TestService.run { test in
            let (anna, bo, mira) = try await test.purses()
            let first = try await anna.open()
            try await anna.move("cash", first, "150")
            let dear = paying(anna, first, mira.id, 151)
            #expect(try await anna.call("POST", "transfers", dear).code == "insufficient")
            #expect(try await mira.amounts() == [:])
            let body = paying(anna, first, mira.id, 100)
            for _ in 1...2 { #expect(try await anna.call("POST", "transfers", body).status == 201) }
            #expect(try await mira.amounts().values.sorted() == ["100"])
            #expect(try await anna.amounts() == [first: "50"])

            // A device asks for the account first, as it signs where the money goes.
            let opened = try await anna.call("POST", "payees/\(bo.id.text)/accounts", #"{"asset":2}"#)
            let account = try #require(opened.json["account"] as? String)
            #expect(opened.status == 201)
            #expect(try await bo.amounts() == [account: "0"])
            let again = try await anna.call("POST", "payees/\(bo.id.text)/accounts", #"{"asset":2}"#)
            #expect(again.json["account"] as? String == account)
            #expect(try await anna.move(first, account, "50").status == 201)
            #expect(try await bo.amounts() == [account: "50"])
            let unknown = try await anna.call("POST", "payees/\(bo.id.text)/accounts", #"{"asset":77}"#)
            #expect(unknown.status == 422 && unknown.json["field"] as? String == "asset")
        }
    }

    @Test func `D3: a payee of another family is refused, and only a caller who knows them learns they exist`()
        async throws
    {
        try await TestService.run { test in
            let (known, stranger) = (try await test.member(1), try await test.member(2))
            let member = try await test.member(3)
            try await test.connect(member, to: known, .place)
            let purse = test.purse(member)
            let account = try await purse.open()
            try await purse.move("cash", account, "9")
            let elsewhere = try await purse.call("POST", "transfers", paying(purse, account, known.id))
            #expect(elsewhere.status == 409 && elsewhere.code == "payeeElsewhere")
            let nobody = ID<Member>(high: 1, low: 2)
            var answers: Set<String> = []
            for payee in [stranger.id, nobody] {
                let answer = try await purse.call("POST", "transfers", paying(purse, account, payee))
                answers.insert("\(answer.status) \(answer.text)")
            }
            #expect(answers.count == 1 && answers.first?.hasPrefix("422") ?? false)
        }
    }

    @Test func `S18: a payment takes a proof of the last five minutes, and so does all that is as good as one`()
        async throws
    {
        try await TestService.run { test in
            let (anna, bo, _) = try await test.purses()
            let (first, second, his) = (try await anna.open(), try await anna.open(), try await bo.open())
            try await anna.move("cash", first, "100")
            let wish = bo.newID()
            let asking = #"{"id":"\#(wish)","member":"\#(anna.id.text)","account":"\#(his)","amount":"5"}"#
            #expect(try await bo.call("POST", "money-requests", asking).status == 201)
            test.clock.advance(seconds: 300)
            let before = try await DatabaseDump(of: test)
            let key = #"{"id":"\#(anna.newID())","publicKey":"AAAA","proof":"AAAA"}"#
            let pay = #"{"id":"\#(anna.newID())","from":"\#(first)"}"#
            for (method, path, body) in [
                ("POST", "transfers", anna.body(anna.newID(), first, second, "1")),
                ("DELETE", "accounts/\(first)", #"{"sweepTo":"\#(second)"}"#),
                ("POST", "me/ledger-keys", key), ("POST", "money-requests/\(wish)/pay", pay),
            ] {
                let answer = try await anna.call(method, path, body)
                #expect(answer.status == 401 && answer.code == "proofNeeded", "\(path): \(answer.text)")
            }
            #expect(try await DatabaseDump(of: test).changes(since: before).count == 0)
        }
    }

    @Test func `S32: a child moves its own alone, and what it brings is held until an adult says so`() async throws {
        try await TestService.run { test in
            let (anna, _, mira) = try await test.purses()
            let (hers, childs) = (try await anna.open(), try await mira.open())
            try await anna.move("cash", hers, "500")
            let brought = try await mira.move("cash", childs, "70")
            #expect(brought.status == 201 && brought.json["state"] as? String == "held")
            #expect(try await mira.amounts() == [childs: "0"])
            #expect(try await mira.entries(childs).first?["state"] as? String == "held")
            let notices = try await anna.call("GET", "notices").items
            #expect(notices.contains { $0["kind"] as? String == "depositWaits" })
            for from in [hers, try await mira.cash()] {
                let answer = try await mira.move(from, childs, "1")
                #expect(answer.json["state"] as? String != "done", "\(answer.text)")
            }
            #expect(try await mira.call("GET", "accounts/\(hers)/entries").status == 404)
            #expect(try await mira.call("PATCH", "accounts/\(hers)", #"{"name":"Mine"}"#).status == 404)
            #expect(try await mira.amounts() == [childs: "0"])
            #expect(try await anna.amounts() == [hers: "500"])
            try await anna.move(hers, childs, "30", #","memo":"well done""#)
            #expect(try await mira.amounts() == [childs: "30"])
            #expect(try await anna.entries(childs).count == 3, "an adult sees what a child has, if not what was said")
        }
    }

    @Test func `S24: a stranger finds nothing of anybody's wallet`() async throws {
        try await TestService.run { test in
            let (anna, bo, _) = try await test.purses()
            let (hers, his) = (try await anna.open(), try await bo.open())
            try await anna.move("cash", hers, "500")
            let wish = bo.newID()
            let asking = #"{"id":"\#(wish)","member":"\#(anna.id.text)","account":"\#(his)","amount":"5"}"#
            _ = try await bo.call("POST", "money-requests", asking)
            let stranger = test.purse(try await test.member(7))
            let own = try await stranger.open()
            for (method, path, body) in [
                ("GET", "accounts/\(hers)/entries", nil), ("PATCH", "accounts/\(hers)", #"{"name":"Mine"}"#),
                ("DELETE", "accounts/\(hers)", nil), ("DELETE", "money-requests/\(wish)", nil),
                ("DELETE", "accounts/\(own)", #"{"sweepTo":"\#(hers)"}"#),
                ("POST", "money-requests/\(wish)/pay", #"{"id":"\#(stranger.newID())","from":"\#(own)"}"#),
            ] as [(String, String, String?)] {
                #expect(try await stranger.call(method, path, body).status == 404, "\(method) \(path)")
            }
            for (from, to) in [(hers, own), (own, hers)] {
                let answer = try await stranger.move(from, to, "1")
                #expect(answer.status == 422 && answer.code == "accountUnknown")
            }
            #expect(try await stranger.call("GET", "money-requests").items.isEmpty)
            #expect(try await anna.amounts() == [hers: "500"])
        }
    }

    /// A body that pays somebody.
    private func paying(_ purse: TestPurse, _ from: String, _ payee: ID<Member>, _ amount: Int = 1) -> String {
        #"{"id":"\#(purse.newID())","from":"\#(from)","toMember":"\#(payee.text)","asset":2,"amount":"\#(amount)"}"#
    }
}
