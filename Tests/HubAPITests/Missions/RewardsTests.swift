import Family
import Foundation
import Hub
import SamplePictures
import Testing
import WireClient

/// F59 to F65 over sockets, many requests at once.
@Suite(.serialized) struct RewardsTests {
    @Test func `F59: fifty approvals at once pay once, and each of them is answered how it is`() async throws {
        try await TestService.run { test in
            let home = try await MissionHome(test)
            let mission = try await home.mission(
                "Tidy up",
                by: home.anna.token,
                #","assignee":"\#(home.mira.id.text)""#
            )
            _ = try await home.ask(home.mira.token, "POST", "missions/\(mission)/claim", home.decision(1))
            let call = (home.anna.token, "missions/\(mission)/approve", home.decision(2))
            let answers = try await home.all(Array(repeating: call, count: 50))
            #expect(answers.allSatisfy { $0.status == 200 && $0.occurrence["state"] as? String == "approved" })
            #expect(answers.count { $0.json["alreadyHandled"] as? Bool == false } == 1)
            #expect(try await home.gold(home.mira.token)["amount"] == "20")
            #expect(try await home.notices(home.mira.token, "missionApproved").count == 1)
            let restarted = try await test.restarted()
            let replay = try await restarted.call("POST", "/api/v1/\(call.1)", token: call.0, json: call.2)
            #expect(replay.status == 200 && replay.json["alreadyHandled"] as? Bool == true)
            await restarted.stop()
            #expect(try await home.gold(home.mira.token)["amount"] == "20")
            #expect(try await home.isSound())
        }
    }

    @Test func `F60: a notice carries what a decision names, and one that comes late changes nothing`() async throws {
        try await TestService.run { test in
            let home = try await MissionHome(test)
            let mission = try await home.mission(
                "Tidy up",
                by: home.anna.token,
                #","assignee":"\#(home.mira.id.text)""#
            )
            let given = try #require(try await home.notices(home.mira.token, "missionGiven").first)
            #expect(given["mission"] as? String == mission && given["title"] as? String == "Tidy up")
            _ = try await home.ask(home.mira.token, "POST", "missions/\(mission)/claim", home.decision(1))
            let notice = try #require(try await home.notices(home.anna.token, "missionClaimed").first)
            #expect(notice["mission"] as? String == mission && notice["occurrence"] as? Int == 0)
            let version = try #require(notice["version"] as? Int)
            var calls: [(String, String, String)] = []
            for number in 0..<50 {
                let verb = number % 2 == 0 ? "approve" : "reject"
                calls.append((home.anna.token, "missions/\(mission)/\(verb)", home.decision(version)))
            }
            let answers = try await home.all(calls)
            #expect(answers.count { $0.json["alreadyHandled"] as? Bool == false } == 1)
            #expect(answers.allSatisfy { $0.status == 200 })
            let before = try await DatabaseDump(of: test)
            let late = try await home.ask(home.anna.token, "POST", "missions/\(mission)/reject", home.decision(version))
            #expect(late.status == 200 && late.json["alreadyHandled"] as? Bool == true)
            #expect(try await DatabaseDump(of: test).changes(since: before).count == 0)
            #expect(try await home.isSound())
        }
    }

    @Test func `F61: of fifty purchases at once with gold for one, one succeeds, and the stock is never below nothing`()
        async throws
    {
        try await TestService.run { test in
            let home = try await MissionHome(test)
            try await home.earn(20)
            let bottle = try await home.item("Sports bottle", price: 15, stock: 9)
            let calls = (0..<50).map { _ in
                (home.mira.token, "purchases", #"{"id":"\#(home.newID())","item":"\#(bottle)"}"#)
            }
            let answers = try await home.all(calls)
            let bought = answers.filter { $0.status == 201 }
            #expect(bought.count == 1)
            let refused = answers.filter { $0.status != 201 }
            #expect(refused.allSatisfy { $0.code == "notEnoughGold" && $0.json["missing"] as? String == "10" })
            #expect(try await home.gold(home.mira.token) == ["amount": "20", "available": "5", "owed": "0"])
            let items = try await home.ask(home.mira.token, "GET", "store/items").items
            #expect(items.first?["stock"] as? Int == 8)
            // Whatever waits for a word in the wallet, this is the store's to decide.
            let family = try await test.hub.family(of: home.anna.id).id.text
            #expect(try await home.ask(home.anna.token, "GET", "families/\(family)/approvals").items.isEmpty)
            test.clock.advance(seconds: 7 * 86_400)
            await test.hub.handlePurchaseDeadlines()
            #expect(try await home.gold(home.mira.token)["available"] == "20")
            #expect(try await home.notices(home.mira.token, "purchaseExpired").count == 1)
            #expect(try await home.isSound())
        }
    }

    @Test func `F61: the last one is sold once to fifty who want it, and a refusal gives all of it back`() async throws
    {
        try await TestService.run { test in
            let home = try await MissionHome(test)
            try await home.earn(600)
            let kite = try await home.item("Kite", price: 10, stock: 1)
            let calls = (0..<50).map { _ in
                (home.mira.token, "purchases", #"{"id":"\#(home.newID())","item":"\#(kite)"}"#)
            }
            let answers = try await home.all(calls)
            #expect(answers.count { $0.status == 201 } == 1)
            #expect(answers.count { $0.code == "soldOut" } == 49)
            let placed = try #require(try await home.notices(home.anna.token, "purchasePlaced").first)
            let purchase = try #require(placed["purchase"] as? String)
            let refusals = Array(
                repeating: (home.anna.token, "purchases/\(purchase)/refuse", #"{"version":1}"#),
                count: 25
            )
            let deliveries = Array(
                repeating: (home.anna.token, "purchases/\(purchase)/deliver", #"{"version":1}"#),
                count: 25
            )
            let decided = try await home.all(refusals + deliveries)
            #expect(decided.allSatisfy { $0.status == 200 })
            #expect(decided.count { $0.json["alreadyHandled"] as? Bool == false } == 1)
            let state = (decided[0].json["purchase"] as? [String: Any])?["state"] as? String
            let gold = try await home.gold(home.mira.token)
            #expect(gold["amount"] == (state == "refused" ? "600" : "590") && gold["available"] == gold["amount"])
            #expect(try await home.isSound())
        }
    }

    @Test func `F64: an approval is taken back for a day; what is owed is said and blocks the store`() async throws {
        try await TestService.run { test in
            let home = try await MissionHome(test)
            let bottle = try await home.item("Sports bottle", price: 5)
            let mission = try await home.earn(20)
            let buy = { #"{"id":"\#(home.newID())","item":"\#(bottle)"}"# }
            let bought = try await home.ask(home.mira.token, "POST", "purchases", buy())
            let purchase = try #require(bought.json["id"] as? String)
            _ = try await home.ask(home.anna.token, "POST", "purchases/\(purchase)/deliver", #"{"version":1}"#)
            let undo = (home.anna.token, "missions/\(mission)/undo", home.decision(3))
            let undone = try await home.all(Array(repeating: undo, count: 50))
            #expect(undone.count { $0.json["alreadyHandled"] as? Bool == false } == 1)
            #expect(try await home.gold(home.mira.token) == ["amount": "-5", "available": "0", "owed": "5"])
            let wallet = try await home.ask(home.mira.token, "GET", "wallet")
            let totals = try #require(wallet.json["totals"] as? [[String: Any]])
            #expect(totals.first { $0["asset"] as? Int == 1 }?["amount"] as? String == "-5")
            let refused = try await home.ask(home.mira.token, "POST", "purchases", buy())
            #expect(refused.code == "notEnoughGold" && refused.json["missing"] as? String == "10")
            _ = try await home.ask(home.anna.token, "POST", "missions/\(mission)/approve", home.decision(4))
            #expect(try await home.gold(home.mira.token) == ["amount": "15", "available": "15", "owed": "0"])
            test.clock.advance(seconds: 86_401)
            let late = try await home.ask(home.anna.token, "POST", "missions/\(mission)/undo", home.decision(5))
            #expect(late.status == 409 && late.code == "tooLateToUndo")
            #expect(try await home.isSound())
        }
    }

    @Test func `F65: a pause breaks no streak and takes no gold, and no child sees another's, nor that there was one`()
        async throws
    {
        try await TestService.run { test in
            let home = try await MissionHome(test)
            try await home.earn(20)
            let body = #","repeats":{"every":"day","from":"due"}"#
            let mission = try await home.mission("Cello", by: home.mira.token, body)
            func focus(_ token: String) async throws -> [String: Any] {
                try await home.ask(token, "GET", "members/\(home.mira.id.text)/focus").json
            }
            for day in 0..<3 {
                _ = try await home.ask(
                    home.mira.token,
                    "POST",
                    "missions/\(mission)/claim",
                    #"{"occurrence":\#(day),"version":1}"#
                )
                test.clock.advance(seconds: 86_400)
            }
            #expect((try await focus(home.mira.token)["streak"] as? [String: Any])?["days"] as? Int == 3)
            let gold = try await home.gold(home.mira.token)
            #expect(gold["amount"] != "0")
            let pause = "members/\(home.mira.id.text)/streak-pause"
            #expect(try await home.ask(home.timo.token, "PUT", pause, "{}").status == 404)
            let paused = try await home.ask(home.mira.token, "PUT", pause, "{}")
            #expect(paused.status == 200 && paused.json["today"] as? String == "paused")
            test.clock.advance(seconds: 5 * 86_400)
            let streak = try await focus(home.anna.token)["streak"] as? [String: Any]
            #expect(streak?["days"] as? Int == 3 && streak?["pause"] != nil)
            #expect(try await home.ask(home.anna.token, "DELETE", pause).json["pause"] == nil)
            #expect((try await focus(home.mira.token)["streak"] as? [String: Any])?["days"] as? Int == 3)
            #expect(try await home.gold(home.mira.token) == gold)
            #expect(try await home.ask(home.timo.token, "GET", "members/\(home.mira.id.text)/focus").status == 404)
            #expect(try await home.ask(home.timo.token, "GET", "missions").items.isEmpty)
            #expect(try await home.ask(home.timo.token, "GET", "purchases").items.isEmpty)
        }
    }

    @Test func `E6, S25: an item's picture is made again from its pixels and shown only to its family`() async throws {
        try await TestService.run { test in
            let home = try await MissionHome(test)
            let bottle = try await home.item("Sports bottle", price: 5, stock: 3)
            let file = SamplePNG(width: 8, height: 8) { x, y in [200, UInt8(x), UInt8(y), 255] }.bytes
            let path = "/api/v1/store/items/\(bottle)/picture"
            func send(_ token: String, _ type: String = "image/png") async throws -> TestResponse {
                try await test.call("PUT", path, token: token, headers: ["Content-Type: \(type)"], body: file)
            }
            #expect(try await send(home.mira.token).status == 403)
            #expect(try await send(home.anna.token, "text/plain").status == 415)
            let set = try await send(home.anna.token)
            let address = try #require(set.json["picture"] as? String)
            let seen = try await test.call("GET", address, token: home.timo.token)
            #expect(seen.status == 200 && seen["content-type"] == "image/jpeg" && seen.body.starts(with: [0xFF, 0xD8]))
            let stranger = try await test.member(7)
            #expect(try await test.call("GET", address, token: stranger.token).status == 404)
            #expect(try await test.call("DELETE", path, token: home.anna.token).status == 204)
            #expect(try await test.call("GET", address, token: home.timo.token).status == 404)
            #expect(try await home.ask(home.anna.token, "DELETE", "store/items/\(bottle)").status == 204)
            #expect(try await home.ask(home.timo.token, "GET", "store/items").items.isEmpty)
            let kept = try await home.ask(home.anna.token, "GET", "store/items").items
            #expect(kept.first?["retired"] as? Bool == true)
        }
    }
}
