import Coins
import Family
import Foundation
import Hub
import LocalChain
import Testing
import WireClient

/// D5: hot wallets, payments and requests over a socket, on a chain in memory.
@Suite struct CoinSendingAPITests {
    private static let password = "a long spending phrase"
    private static let outside = WatchedWallet.bo.keys.address

    private func make(_ purse: TestPurse, id: String? = nil) -> String {
        """
        {"id":"\(id ?? purse.newID())","name":"Pocket","spendingPassword":"\(Self.password)","dailyLimit":"50000"}
        """
    }

    /// A wallet whose words were confirmed, with coins that can be spent.
    private func wallet(_ test: TestService, _ chain: CoinsInMemory, of anna: TestPurse) async throws -> String {
        let made = try await anna.call("POST", "coin-wallets/made", make(anna))
        let wallet = try #require(made.json["wallet"] as? [String: Any])
        let id = try #require(wallet["id"] as? String)
        let words = try #require(made.json["words"] as? [String])
        let asked = try #require(made.json["asked"] as? [Int])
        let typed = asked.map { "\"\(words[$0 - 1])\"" }.joined(separator: ",")
        let confirmed = try await anna.call("POST", "coin-wallets/\(id)/words/confirmation", #"{"words":[\#(typed)]}"#)
        try #require(confirmed.status == 200)
        chain.pay(try #require(confirmed.json["address"] as? String), 100_000, hash: "ab", at: test.clock.now)
        chain.mine(12)
        await test.hub.readCoins()
        return id
    }

    private func pay(_ purse: TestPurse, to: String, _ amount: String = "1000", id: String? = nil) -> String {
        """
        {"id":"\(id ?? purse.newID())","from":0,"to":\(to),"amount":"\(amount)","note":"Bread",
        "spendingPassword":"\(Self.password)"}
        """
    }

    @Test func `D5: a wallet is made, its words confirmed, and its address shown only then`() async throws {
        let chain = CoinsInMemory()
        try await TestService.run({ $0.coins = chain }) { test in
            let anna = try await test.purses().anna
            let request = make(anna)
            let made = try await anna.call("POST", "coin-wallets/made", request)
            #expect(made.status == 201 && (made.json["words"] as? [String])?.count == 25)
            let wallet = try #require(made.json["wallet"] as? [String: Any])
            #expect(wallet["custody"] as? String == "hot" && wallet["address"] as? String == "")
            #expect(wallet["wordsConfirmed"] as? Bool == false && wallet["dailyLimit"] as? String == "50000")
            #expect(try await anna.call("POST", "coin-wallets/made", request).text == made.text)
            let id = try #require(wallet["id"] as? String)
            let shown = try await anna.call(
                "POST",
                "coin-wallets/\(id)/words",
                #"{"spendingPassword":"\#(Self.password)"}"#
            )
            #expect(shown.json["words"] as? [String] == made.json["words"] as? [String])
            let wrong = try await anna.call(
                "POST",
                "coin-wallets/\(id)/words/confirmation",
                #"{"words":["a","b","c","d"]}"#
            )
            #expect(wrong.status == 422 && wrong.code == "wordsWrong")
            // Nothing can have arrived in it, so that it is removed without its password.
            #expect(try await anna.call("DELETE", "coin-wallets/\(id)").status == 204)
            let notices = try await anna.call("GET", "notices").items
            #expect(notices.contains { $0["kind"] as? String == "coinWalletRemoved" })
        }
    }

    @Test func `D5: a payment is prepared, sent, listed and proved`() async throws {
        let chain = CoinsInMemory()
        try await TestService.run({ $0.coins = chain }) { test in
            let anna = try await test.purses().anna
            let id = try await wallet(test, chain, of: anna)
            let payee = anna.newID()
            let added = try await anna.call(
                "POST",
                "coin-wallets/\(id)/payees",
                #"{"id":"\#(payee)","name":"Bo","address":"\#(Self.outside)"}"#
            )
            #expect(added.status == 201)
            let early = try await anna.call(
                "POST",
                "coin-wallets/\(id)/payments",
                pay(anna, to: #"{"payee":"\#(payee)"}"#)
            )
            #expect(early.status == 409 && early.code == "payeeWaits")
            test.clock.advance(seconds: 86_400)
            let (_, token) = try await test.hub.addSession(for: anna.id)
            let again = TestPurse(test: test, id: anna.id, token: token)
            let path = "coin-wallets/\(id)/payments"
            let prepared = try await again.call("POST", path, pay(again, to: #"{"payee":"\#(payee)"}"#))
            #expect(prepared.status == 201, "\(prepared.text)")
            #expect(prepared.json["state"] as? String == "prepared" && prepared.json["total"] as? String == "1100")
            let payment = try #require(prepared.json["id"] as? String)
            let early2 = try await again.call("GET", "\(path)/\(payment)/proof")
            #expect(early2.status == 409 && early2.code == "notSent")
            let sent = try await again.call("POST", "\(path)/\(payment)/sending", "{}")
            #expect(sent.status == 200 && sent.json["state"] as? String == "relayed")
            #expect(sent.json["sentAt"] != nil)
            let proof = try await again.call("GET", "\(path)/\(payment)/proof")
            #expect(proof.json["amount"] as? String == "1000" && proof.json["address"] as? String == Self.outside)
            let items = try await again.call("GET", path).items
            #expect(items.count == 1 && items.first?["note"] as? String == "Bread")
            let gone = try await again.call("DELETE", "\(path)/\(payment)")
            #expect(gone.status == 409 && gone.code == "alreadySent")
            #expect(try await again.call("DELETE", "coin-wallets/\(id)/payees/\(payee)").status == 204)
            #expect(!test.log.text.contains(Self.outside) && !test.log.text.contains(Self.password))
        }
    }

    @Test func `D5: each kind of fault in a payment is answered with its own code`() async throws {
        let chain = CoinsInMemory()
        try await TestService.run({ $0.coins = chain }) { test in
            let anna = try await test.purses().anna
            let id = try await wallet(test, chain, of: anna)
            let path = "coin-wallets/\(id)/payments"
            let cases: [(String, Int, String)] = [
                (pay(anna, to: "{}"), 422, "invalid"),
                (pay(anna, to: #"{"account":9}"#), 422, "invalid"),
                (pay(anna, to: #"{"payee":"\#(anna.newID())"}"#), 404, "payeeUnknown"),
                (pay(anna, to: #"{"account":0}"#, "0"), 422, "amountTooSmall"),
                (pay(anna, to: #"{"account":0}"#, "1.5"), 422, "invalid"),
                (pay(anna, to: #"{"account":0}"#, "100000"), 409, "notEnough"),
            ]
            for (body, status, code) in cases {
                let answer = try await anna.call("POST", path, body)
                #expect(answer.status == status && answer.code == code, "\(answer.text)")
            }
            let wrong = pay(anna, to: #"{"account":0}"#).replacingOccurrences(of: Self.password, with: "a wrong phrase")
            let refused = try await anna.call("POST", path, wrong)
            #expect(refused.status == 403 && refused.code == "wrongSpendingPassword")
            chain.setAway(true)
            let away = try await anna.call("POST", path, pay(anna, to: #"{"account":0}"#))
            #expect(away.status == 503 && away.code == "nodeAway" && away["retry-after"] == "60")
        }
    }

    @Test func `D5: a payment that no node has is discarded, and one under way keeps its wallet`() async throws {
        let chain = CoinsInMemory()
        try await TestService.run({ $0.coins = chain }) { test in
            let anna = try await test.purses().anna
            let id = try await wallet(test, chain, of: anna)
            try #require(try await anna.call("POST", "coin-wallets/\(id)/accounts", #"{"name":"Bike"}"#).status == 201)
            test.clock.advance(seconds: 301)
            await test.hub.readCoins()
            let (_, token) = try await test.hub.addSession(for: anna.id)
            let again = TestPurse(test: test, id: anna.id, token: token)
            let path = "coin-wallets/\(id)/payments"
            func send(_ node: CoinsInMemory.Node) async throws -> TestResponse {
                chain.setNode(node)
                let prepared = try await again.call("POST", path, pay(again, to: #"{"account":1}"#))
                let payment = try #require(prepared.json["id"] as? String, "\(prepared.text)")
                return try await again.call("POST", "\(path)/\(payment)/sending", "{}")
            }
            let unreached = try await send(.isUnreached)
            #expect(unreached.status == 200 && unreached.json["discardable"] as? Bool == true)
            let payment = try #require(unreached.json["id"] as? String)
            #expect(try await again.call("DELETE", "\(path)/\(payment)").status == 204)
            let unsure = try await send(.isCutOff)
            #expect(unsure.json["discardable"] == nil)
            let kept = try #require(unsure.json["id"] as? String)
            let refused = try await again.call("DELETE", "\(path)/\(kept)")
            #expect(refused.status == 409 && refused.code == "mayBeOnChain")
            let busy = try await again.call("DELETE", "coin-wallets/\(id)")
            #expect(busy.status == 409 && busy.code == "paymentUnderWay")
        }
    }

    @Test func `D5: calls to a coin wallet that come too often are refused with the seconds to wait`() async throws {
        let chain = CoinsInMemory()
        try await TestService.run({ $0.coins = chain }) { test in
            let anna = try await test.purses().anna
            let id = try await wallet(test, chain, of: anna)
            let request = #"{"id":"\#(anna.newID())","account":0}"#
            var last = 201
            for _ in 0..<31 where last == 201 {
                let answer = try await anna.call("POST", "coin-wallets/\(id)/requests", request)
                last = answer.status
                guard last != 201 else { continue }
                #expect(answer.code == "tooManyCalls" && answer["retry-after"] == "30")
            }
            #expect(last == 429)
        }
    }

    @Test func `D5: a request has an address and a QR code, also of a wallet that is watched`() async throws {
        let chain = CoinsInMemory()
        try await TestService.run({ $0.coins = chain }) { test in
            let anna = try await test.purses().anna
            let hot = try await wallet(test, chain, of: anna)
            let keys = WatchedWallet.anna.keys
            let watched = anna.newID()
            let body = """
                {"id":"\(watched)","name":"Savings","address":"\(keys.address)","viewKey":"\(keys.viewKey)"}
                """
            try #require(try await anna.call("POST", "coin-wallets", body).status == 201)
            for id in [hot, watched] {
                let request = anna.newID()
                let asked = try await anna.call(
                    "POST",
                    "coin-wallets/\(id)/requests",
                    #"{"id":"\#(request)","account":0,"amount":"500000000000","memo":"Bike"}"#
                )
                #expect(asked.status == 201, "\(asked.text)")
                let uri = try #require(asked.json["uri"] as? String)
                #expect(uri.hasPrefix("monero:") && uri.hasSuffix("?tx_amount=0.5&tx_description=Bike"))
                let code = try await anna.call("GET", "coin-wallets/\(id)/requests/\(request)/qr.svg")
                #expect(code.status == 200 && code["content-type"] == "image/svg+xml" && code.text.hasPrefix("<svg"))
                #expect(try await anna.call("GET", "coin-wallets/\(id)/requests").items.count == 1)
                #expect(try await anna.call("DELETE", "coin-wallets/\(id)/requests/\(request)").status == 204)
                #expect(try await anna.call("GET", "coin-wallets/\(id)/requests").items.isEmpty)
            }
            let refused = try await anna.call("PUT", "coin-wallets/\(watched)/limit", #"{"dailyLimit":"5"}"#)
            #expect(refused.status == 409 && refused.code == "watchOnly")
        }
    }

    @Test func `S18: making, opening or weakening a coin wallet needs a proof of the last five minutes`() async throws {
        let chain = CoinsInMemory()
        try await TestService.run({ $0.coins = chain }) { test in
            let anna = try await test.purses().anna
            let id = try await wallet(test, chain, of: anna)
            test.clock.advance(seconds: 301)
            let payee = #"{"id":"\#(anna.newID())","name":"Bo","address":"\#(Self.outside)"}"#
            let passwords = #"{"old":"\#(Self.password)","new":"another long phrase"}"#
            let calls: [(String, String, String)] = [
                ("POST", "made", make(anna)),
                ("POST", "restored", make(anna)),
                ("POST", "\(id)/words", #"{"spendingPassword":"\#(Self.password)"}"#),
                ("POST", "\(id)/words/confirmation", #"{"words":["a","b","c","d"]}"#),
                ("PUT", "\(id)/limit", #"{"dailyLimit":"1"}"#),
                ("PUT", "\(id)/spending-password", passwords),
                ("POST", "\(id)/payees", payee),
                ("DELETE", "\(id)/payees/\(anna.newID())", ""),
                ("POST", "\(id)/payments", pay(anna, to: #"{"account":0}"#)),
            ]
            for (method, path, body) in calls {
                let answer = try await anna.call(method, "coin-wallets/\(path)", body.isEmpty ? nil : body)
                #expect(answer.status == 401 && answer.code == "proofNeeded", "\(method) \(path): \(answer.text)")
            }
            #expect(chain.signed == 0)
        }
    }

    @Test func `D5: children have no hot wallet, and other members find none`() async throws {
        let chain = CoinsInMemory()
        try await TestService.run({ $0.coins = chain }) { test in
            let (anna, bo, mira) = try await test.purses()
            let id = try await wallet(test, chain, of: anna)
            let refused = try await mira.call("POST", "coin-wallets/made", make(mira))
            #expect(refused.status == 403 && refused.code == "childNeedsWatchOnly")
            for path in ["payees", "payments", "requests"] {
                #expect(try await bo.call("GET", "coin-wallets/\(id)/\(path)").status == 404)
            }
            #expect(try await bo.call("PUT", "coin-wallets/\(id)/limit", #"{"dailyLimit":"1"}"#).status == 404)
            let stolen = try await bo.call("POST", "coin-wallets/\(id)/payments", pay(bo, to: #"{"account":0}"#))
            #expect(stolen.status == 404)
        }
    }
}
