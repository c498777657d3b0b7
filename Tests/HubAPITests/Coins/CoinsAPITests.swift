import Coins
import Family
import Foundation
import Hub
import LocalChain
import SQL
import Storage
import Testing
import WireClient

/// D5: wallets of coins over a socket, on a chain in memory.
@Suite struct CoinsAPITests {
    private func body(
        _ purse: TestPurse,
        _ keys: CoinViewKeys = WatchedWallet.anna.keys,
        id: String? = nil,
        viewKey: String? = nil,
        more: String = ""
    ) -> String {
        """
        {"id":"\(id ?? purse.newID())","name":"Savings","address":"\(keys.address)",
        "viewKey":"\(viewKey ?? keys.viewKey)"\(more)}
        """
    }

    @Test func `D5: a wallet is added once, read, renamed and removed, and amounts are exact texts`() async throws {
        let chain = CoinsInMemory()
        try await TestService.run({ $0.coins = chain }) { test in
            let anna = try await test.purses().anna
            #expect(try await anna.call("GET", "wallet").json["coins"] as? Bool == true)
            let request = body(anna, more: #","madeOn":"2025-11-01""#)
            let added = try await anna.call("POST", "coin-wallets", request)
            #expect(added.status == 201 && added.json["custody"] as? String == "watchOnly")
            #expect(try await anna.call("POST", "coin-wallets", request).text == added.text)
            #expect(!added.text.contains(WatchedWallet.anna.keys.viewKey))
            let stream = try await EventReader.open(test, token: anna.token)
            chain.pay(WatchedWallet.anna.keys.address, .max, hash: "ab", account: 1, at: test.clock.now)
            chain.mine(3)
            await test.hub.readCoins()
            #expect(try await stream.event { $0.name == "wallet" } != nil)
            let id = try #require(added.json["id"] as? String)
            let names = #"{"name":"Boat","accounts":[{"index":1,"name":"Sails"}]}"#
            let renamed = try await anna.call("PATCH", "coin-wallets/\(id)", names)
            #expect(renamed.status == 200 && renamed.json["name"] as? String == "Boat")
            let seen = try await anna.call("GET", "coin-wallets")
            let wallet = try #require((seen.json["wallets"] as? [[String: Any]])?.first)
            let account = try #require((wallet["accounts"] as? [[String: Any]])?.last)
            #expect(account["received"] as? String == "18446744073709551615" && account["unlocked"] as? String == "0")
            #expect(account["name"] as? String == "Sails" && account["blocksToUnlock"] as? String == "7")
            let arrival = try #require((wallet["arrivals"] as? [[String: Any]])?.first)
            #expect(arrival["state"] as? String == "confirming" && arrival["confirmations"] as? String == "3")
            #expect((seen.json["service"] as? [String: Any])?["state"] as? String == "good")
            #expect(try await anna.call("DELETE", "coin-wallets/\(id)").status == 204)
            #expect(try await anna.call("DELETE", "coin-wallets/\(id)").status == 404)
            #expect(chain.files.isEmpty)
        }
    }

    @Test func `D5: no other member sees that a wallet is there or how much is in it`() async throws {
        let chain = CoinsInMemory()
        try await TestService.run({ $0.coins = chain }) { test in
            let (anna, bo, mira) = try await test.purses()
            let stranger = test.purse(try await test.member(7))
            let wishes = [bo, mira, stranger]
            let before = try await Self.everything(of: wishes)
            var others: [EventReader] = []
            for purse in wishes { others.append(try await EventReader.open(test, token: purse.token)) }
            let id = anna.newID()
            #expect(try await anna.call("POST", "coin-wallets", body(anna, id: id)).status == 201)
            chain.pay(WatchedWallet.anna.keys.address, 5, hash: "ab", at: test.clock.now)
            await test.hub.readCoins()
            #expect(try await Self.everything(of: wishes) == before)
            for purse in wishes {
                #expect(try await purse.call("PATCH", "coin-wallets/\(id)", #"{"name":"Mine"}"#).status == 404)
                #expect(try await purse.call("DELETE", "coin-wallets/\(id)").status == 404)
            }
            #expect(try await bo.call("POST", "coin-wallets", body(bo, id: id)).code == "idUsedOtherwise")
            // Another member may watch the same wallet, and learns nothing of the first.
            #expect(try await bo.call("POST", "coin-wallets", body(bo)).status == 201)
            for stream in others { #expect(!stream.text.contains(id)) }
            #expect(!test.log.text.contains(WatchedWallet.anna.keys.address))
        }
    }

    /// What members are answered about money.
    private static func everything(of purses: [TestPurse]) async throws -> [String] {
        var answers: [String] = []
        for purse in purses {
            for path in ["coin-wallets", "wallet", "notices", "money-requests", "connections", "presence"] {
                var answer = try await purse.call("GET", path).json
                // The node is everybody's.
                answer["service"] = nil
                // A dictionary's own description has its keys in any order.
                let sorted = try JSONSerialization.data(withJSONObject: answer, options: .sortedKeys)
                answers.append("\(path) \(String(decoding: sorted, as: UTF8.self))")
            }
        }
        return answers
    }

    @Test func `S18: adding and removing a wallet takes a proof of the last five minutes; reading takes none`()
        async throws
    {
        try await TestService.run({ $0.coins = CoinsInMemory() }) { test in
            let (anna, _, mira) = try await test.purses()
            let id = anna.newID()
            try #require(try await anna.call("POST", "coin-wallets", body(anna, id: id)).status == 201)
            test.clock.advance(seconds: 301)
            let added = try await anna.call("POST", "coin-wallets", body(anna, WatchedWallet.bo.keys))
            let removed = try await anna.call("DELETE", "coin-wallets/\(id)")
            let family = try await test.hub.family(of: anna.id).id.text
            let consent = #"{"member":"\#(mira.id.text)","allowed":true}"#
            let allowed = try await anna.call("PUT", "families/\(family)/coin-consents", consent)
            for answer in [added, removed, allowed] { #expect(answer.status == 401 && answer.code == "proofNeeded") }
            let seen = try await anna.call("GET", "coin-wallets").json["wallets"] as? [Any]
            #expect(seen?.count == 1)
        }
    }

    @Test func `D5: a child needs an adult's consent, which says nothing of what the child does with it`() async throws
    {
        try await TestService.run({ $0.coins = CoinsInMemory() }) { test in
            let (anna, bo, mira) = try await test.purses()
            let family = try await test.hub.family(of: anna.id).id.text
            let path = "families/\(family)/coin-consents"
            let refused = try await mira.call("POST", "coin-wallets", body(mira))
            #expect(refused.status == 403 && refused.code == "consentNeeded")
            #expect(try await mira.call("GET", "coin-wallets").json["needsConsent"] as? Bool == true)
            let consent = #"{"member":"\#(mira.id.text)","allowed":true}"#
            #expect(try await mira.call("PUT", path, consent).status == 403)
            #expect(try await mira.call("GET", path).status == 403)
            #expect(try await bo.call("PUT", path, consent).status == 200)
            let given = try await anna.call("GET", path)
            #expect(given.items.first?["allowed"] as? Bool == true)
            #expect(try await mira.call("POST", "coin-wallets", body(mira)).status == 201)
            #expect(try await anna.call("GET", path).text == given.text)
            for other in [bo.id, ID<Member>(high: 0, low: 1)] {
                let wrong = #"{"member":"\#(other.text)","allowed":true}"#
                #expect(try await anna.call("PUT", path, wrong).status == 404)
            }
        }
    }

    @Test func `D5: a wrong field is named, and a hub without coins has none to show`() async throws {
        let chain = CoinsInMemory()
        try await TestService.run({ $0.coins = chain }) { test in
            let anna = try await test.purses().anna
            let keys = WatchedWallet.anna.keys
            let tampered = CoinViewKeys(address: WatchedWallet.anna.second, viewKey: keys.viewKey)
            let wrong: [(String, String)] = [
                (body(anna, viewKey: WatchedWallet.bo.keys.viewKey), "viewKey"),
                (body(anna, viewKey: "abbey abbey"), "viewKey"),
                (body(anna, CoinViewKeys(address: "4", viewKey: keys.viewKey)), "address"),
                (body(anna, tampered), "address"),
                (body(anna, more: #","madeOn":"2030-01-01""#), "madeOn"),
            ]
            for (request, field) in wrong {
                let answer = try await anna.call("POST", "coin-wallets", request)
                #expect(answer.status == 422 && answer.json["field"] as? String == field, "\(answer.text)")
            }
            chain.fail(.notRunning)
            let away = try await anna.call("POST", "coin-wallets", body(anna))
            #expect(away.status == 503 && away.code == "coinsUnavailable" && away["retry-after"] == "60")
        }
        try await TestService.run { test in
            let anna = try await test.purses().anna
            #expect(try await anna.call("GET", "wallet").json["coins"] as? Bool == false)
            #expect(try await anna.call("GET", "coin-wallets").json["service"] == nil)
            let off = try await anna.call("POST", "coin-wallets", body(anna))
            #expect(off.status == 409 && off.code == "coinsOff")
        }
    }

    @Test func `F57, F58: an export has the wallets without their view keys, and leaving takes them along`()
        async throws
    {
        let chain = CoinsInMemory()
        try await TestService.run({ $0.coins = chain }) { test in
            _ = try await test.member(3)
            let anna = try await test.purses().anna
            try #require(try await anna.call("POST", "coin-wallets", body(anna)).status == 201)
            await test.hub.readCoins()
            let archive = try await anna.call("GET", "me/export")
            let script = """
                import io, sys, zipfile
                archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
                print(*(archive.read(name).decode("utf8", "replace") for name in archive.namelist()))
                """
            let text = String(decoding: try output(of: "python3", ["-c", script], input: archive.body), as: UTF8.self)
            #expect(text.contains(WatchedWallet.anna.keys.address) && !text.contains(WatchedWallet.anna.keys.viewKey))
            #expect(chain.files.count == 1)
            #expect(try await anna.call("DELETE", "me").status == 204)
            #expect(chain.files.isEmpty)
            #expect(try await test.hub.database.read { try $0.coinWalletIDs() }.isEmpty)
        }
    }
}
