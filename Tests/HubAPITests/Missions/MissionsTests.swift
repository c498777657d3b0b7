import Family
import Foundation
import Hub
import Testing
import WireClient

/// E1 to E5 over a socket: missions, countdowns and gold, as pages ask for them.
@Suite struct MissionsTests {
    @Test func `E2: a mission is added, listed, sorted, changed, deleted and brought back`() async throws {
        try await TestService.run { test in
            let home = try await MissionHome(test)
            let body = #"{"id":"\#(home.newID())","title":"Cello","minutes":45,"priority":"high"}"#
            let added = try await home.ask(home.mira.token, "POST", "missions", body)
            #expect(added.status == 201 && added.json["priority"] as? String == "high", "\(added.text)")
            #expect(added.occurrence["may"] as? [String] == ["start", "claim"])
            #expect(added.occurrence["nextSeconds"] as? Int == 2_700)
            let again = try await home.ask(home.mira.token, "POST", "missions", body)
            #expect(again.status == 201 && again.text == added.text)
            let other = body.replacingOccurrences(of: "Cello", with: "Violin")
            #expect(try await home.ask(home.mira.token, "POST", "missions", other).code == "idUsedOtherwise")
            let read = try await home.mission("Read", by: home.mira.token, #","priority":"low""#)
            func titles(_ query: String) async throws -> [String] {
                try await home.ask(home.mira.token, "GET", "missions\(query)").items.compactMap {
                    $0["title"] as? String
                }
            }
            #expect(try await titles("") == ["Read", "Cello"])
            #expect(try await titles("?sort=priority") == ["Cello", "Read"])
            #expect(try await titles("?sort=minutes") == ["Read", "Cello"])
            #expect(try await titles("?priority=high&state=open") == ["Cello"])
            #expect(try await home.ask(home.mira.token, "GET", "missions?sort=colour").status == 422)
            let changed = try await home.ask(
                home.mira.token,
                "PATCH",
                "missions/\(read)",
                #"{"title":"Read aloud","minutes":10}"#
            )
            #expect(changed.json["minutes"] as? Int == 10 && changed.json["priority"] as? String == "medium")
            for _ in 0..<2 {
                #expect(try await home.ask(home.mira.token, "DELETE", "missions/\(read)").status == 204)
            }
            #expect(try await titles("") == ["Cello"])
            #expect(try await home.ask(home.mira.token, "POST", "missions/\(read)/restore").status == 200)
            #expect(try await titles("?sort=name") == ["Cello", "Read aloud"])
            for (field, wrong) in [("title", #""title":" ","minutes":5"#), ("minutes", #""title":"A","minutes":0"#)] {
                let refused = try await home.ask(
                    home.mira.token,
                    "POST",
                    "missions",
                    #"{"id":"\#(home.newID())",\#(wrong)}"#
                )
                #expect(refused.status == 422 && refused.json["field"] as? String == field)
            }
        }
    }

    @Test func `E1: a guest's list moves in once, however often it is sent, and what cannot is said of each`()
        async throws
    {
        try await TestService.run { test in
            let home = try await MissionHome(test)
            let ids = (0..<3).map { _ in home.newID() }
            let missions = [
                #"{"id":"\#(ids[0])","title":"Cello","minutes":45}"#,
                #"{"id":"\#(ids[1])","title":"Read","minutes":10}"#,
                #"{"id":"\#(ids[2])","title":"","minutes":10}"#,
            ].joined(separator: ",")
            for expected in [["added", "added", "refused"], ["known", "known", "refused"]] {
                let answer = try await home.ask(
                    home.anna.token,
                    "POST",
                    "missions/batch",
                    #"{"missions":[\#(missions)]}"#
                )
                #expect(answer.status == 200, "\(answer.text)")
                #expect(answer.items.compactMap { $0["outcome"] as? String } == expected)
                #expect(answer.items.compactMap { $0["id"] as? String } == ids)
                let problem = answer.items[2]["problem"] as? [String: Any]
                #expect(problem?["code"] as? String == "invalid" && problem?["field"] as? String == "title")
            }
            #expect(try await home.ask(home.anna.token, "GET", "missions").items.count == 2)
        }
    }

    @Test func `E1: a guest's countdown goes on here, once, and pays for what the hub measured alone`() async throws {
        try await TestService.run { test in
            let home = try await MissionHome(test)
            let (mission, countdown) = (home.newID(), home.newID())
            let list = #"{"missions":[{"id":"\#(mission)","title":"Cello","minutes":30,"focusedSeconds":600}]}"#
            let start = #"{"id":"\#(countdown)","occurrence":0,"broughtMilliseconds":300000}"#
            for expected in ["added", "known"] {
                let moved = try await home.ask(home.mira.token, "POST", "missions/batch", list)
                #expect(moved.items.first?["outcome"] as? String == expected)
                let started = try await home.ask(home.mira.token, "POST", "missions/\(mission)/start", start)
                #expect(started.status == 201 && started.json["workedMilliseconds"] as? Int == 300_000)
                #expect(started.json["plannedMilliseconds"] as? Int == 1_200_000)
                #expect(started.json["remainingMilliseconds"] as? Int == 900_000)
            }
            test.clock.advance(seconds: 901)
            await test.hub.handleFocusDeadlines()
            let after = try await home.ask(home.mira.token, "GET", "me/focus")
            let latest = try #require(after.json["latest"] as? [String: Any])
            #expect(latest["missionState"] as? String == "done" && latest["gold"] as? String == "15")
            // Moved once more, when it is over.
            let again = try await home.ask(home.mira.token, "POST", "missions/\(mission)/start", start)
            #expect(again.json["state"] as? String == "finished")
        }
    }

    @Test func `E1: each member can add a guest's records once, and the records bring no gold`()
        async throws
    {
        try await TestService.run { test in
            let home = try await MissionHome(test)
            let (done, bought, nameless) = (home.newID(), home.newID(), home.newID())
            let at = "2020-02-27T17:00:00.000Z"
            let records = [
                #"{"id":"\#(done)","kind":"done","title":"Read","gold":"25","at":"\#(at)"}"#,
                #"{"id":"\#(bought)","kind":"bought","title":"Kite","gold":"5","at":"2999-01-01T00:00:00.000Z"}"#,
                #"{"id":"\#(nameless)","kind":"wished","title":" ","gold":"5","at":"\#(at)"}"#,
            ].joined(separator: ",")
            for expected in [["added", "added", "refused"], ["known", "known", "refused"]] {
                let body = #"{"records":[\#(records)]}"#
                let answer = try await home.ask(home.mira.token, "POST", "me/guest-records", body)
                #expect(answer.items.compactMap { $0["outcome"] as? String } == expected, "\(answer.text)")
            }
            let kept = try await home.ask(home.mira.token, "GET", "me/guest-records").items
            #expect(kept.compactMap { $0["title"] as? String } == ["Kite", "Read"])
            #expect(kept.last?["at"] as? String == at && kept.first?["at"] as? String != "2999-01-01T00:00:00.000Z")
            let focus = try await home.ask(home.mira.token, "GET", "me/focus")
            #expect((focus.json["gold"] as? [String: Any])?["amount"] as? String == "0")
            // Nobody else's, and the same once more for somebody else.
            #expect(try await home.ask(home.anna.token, "GET", "me/guest-records").items.isEmpty)
            let hers = #"{"records":[{"id":"\#(done)","kind":"done","title":"Read","gold":"25","at":"\#(at)"}]}"#
            let added = try await home.ask(home.anna.token, "POST", "me/guest-records", hers)
            #expect(added.items.first?["outcome"] as? String == "added")
            let dear = #"{"records":[{"id":"\#(home.newID())","kind":"done","title":"A","gold":"-1","at":"\#(at)"}]}"#
            #expect(try await home.ask(home.mira.token, "POST", "me/guest-records", dear).status == 422)
            #expect(try await home.ask(home.mira.token, "DELETE", "me/guest-records").status == 204)
            #expect(try await home.ask(home.mira.token, "GET", "me/guest-records").items.isEmpty)
            #expect(try await home.ask(home.anna.token, "GET", "me/guest-records").items.count == 1)
        }
    }

    @Test func `F62: a countdown runs by the hub's clock through a restart, for one person, and pays once`()
        async throws
    {
        try await TestService.run { test in
            let home = try await MissionHome(test)
            let mission = try await home.mission("Cello", by: home.mira.token)
            let other = try await home.mission("Read", by: home.mira.token)
            let start = #"{"id":"\#(home.newID())","occurrence":0}"#
            let started = try await home.ask(home.mira.token, "POST", "missions/\(mission)/start", start)
            #expect(started.status == 201 && started.json["remainingMilliseconds"] as? Int == 1_200_000)
            let second = #"{"id":"\#(home.newID())","occurrence":0}"#
            let refused = try await home.ask(home.mira.token, "POST", "missions/\(other)/start", second)
            #expect(refused.status == 409 && refused.code == "alreadyRunning")
            test.clock.advance(seconds: 600)
            let restarted = try await test.restarted()
            let now = try await restarted.call("GET", "/api/v1/me/focus", token: home.mira.token)
            let countdown = now.json["countdown"] as? [String: Any]
            let left = try #require(countdown?["remainingMilliseconds"] as? Int)
            #expect((599_000...601_000).contains(left))
            await restarted.stop()
            test.clock.advance(seconds: 4_000)
            await test.hub.handleFocusDeadlines()
            let after = try await home.ask(home.mira.token, "GET", "me/focus")
            #expect(after.json["countdown"] == nil)
            let latest = try #require(after.json["latest"] as? [String: Any])
            #expect(latest["state"] as? String == "finished" && latest["gold"] as? String == "20")
            #expect(latest["missionState"] as? String == "done")
            #expect(try await home.gold(home.mira.token) == ["amount": "20", "available": "20", "owed": "0"])
            let again = try await home.ask(home.mira.token, "POST", "missions/\(mission)/start", start)
            #expect(again.status == 201 && again.json["state"] as? String == "finished")
            #expect(try await home.isSound())
        }
    }

    @Test
    func `F62: of fifty starts at once on any device one runs, and what is called off in ten seconds costs nothing`()
        async throws
    {
        try await TestService.run { test in
            let home = try await MissionHome(test)
            var missions: [String] = []
            for number in 0..<5 { missions.append(try await home.mission("Task \(number)", by: home.mira.token)) }
            let calls = (0..<50).map { number in
                (
                    home.mira.token, "missions/\(missions[number % 5])/start",
                    #"{"id":"\#(home.newID())","occurrence":0}"#
                )
            }
            let answers = try await home.all(calls)
            let started = answers.filter { $0.status == 201 }
            #expect(started.count == 1)
            #expect(
                answers.allSatisfy { $0.status == 201 || $0.code == "alreadyRunning" || $0.code == "missionRunning" }
            )
            let countdown = try #require(started.first?.json)
            let (id, mission) = (
                try #require(countdown["id"] as? String), try #require(countdown["mission"] as? String)
            )
            test.clock.advance(seconds: 9)
            let cancel = #"{"countdown":"\#(id)"}"#
            for _ in 0..<2 {
                let called = try await home.ask(home.mira.token, "POST", "missions/\(mission)/cancel", cancel)
                #expect(called.status == 200 && called.json["state"] as? String == "cancelled")
            }
            let shown = try await home.ask(home.mira.token, "GET", "missions/\(mission)")
            #expect(shown.occurrence["focusedSeconds"] as? Int == 0)
            #expect(shown.occurrence["may"] as? [String] == ["start", "claim"])
        }
    }

    @Test func `F63: four hours of a day pay, a minute at least, and a guardian sees when and for how long`()
        async throws
    {
        try await TestService.run { test in
            let home = try await MissionHome(test)
            let id = home.newID()
            let body = #"{"id":"\#(id)","title":"Cello","minutes":300}"#
            _ = try await home.ask(home.mira.token, "POST", "missions", body)
            for seconds in [30, 3 * 3_600, 2 * 3_600] {
                let countdown = home.newID()
                let start = #"{"id":"\#(countdown)","occurrence":0}"#
                _ = try await home.ask(home.mira.token, "POST", "missions/\(id)/start", start)
                test.clock.advance(seconds: Int64(seconds))
                _ = try await home.ask(
                    home.mira.token,
                    "POST",
                    "missions/\(id)/stop",
                    #"{"countdown":"\#(countdown)"}"#
                )
            }
            let focus = try await home.ask(home.anna.token, "GET", "members/\(home.mira.id.text)/focus")
            #expect(focus.json["rewardedSecondsToday"] as? Int == 14_400)
            #expect(focus.json["rewardedSecondsMax"] as? Int == 14_400)
            #expect(try await home.gold(home.mira.token)["amount"] == "240")
            let path = "members/\(home.mira.id.text)/countdowns"
            let first = try await home.ask(home.anna.token, "GET", "\(path)?limit=2")
            #expect(first.items.compactMap { $0["rewardedMinutes"] as? Int } == [60, 180])
            let next = try #require(first.json["next"] as? String)
            let last = try await home.ask(home.anna.token, "GET", "\(path)?limit=2&after=\(next)")
            #expect(last.items.compactMap { $0["rewardedMinutes"] as? Int } == [0])
            #expect(try await home.ask(home.timo.token, "GET", path).status == 404)
        }
    }

    @Test func `F66: a list pays in full, in part, nothing or what an adult says`() async throws {
        try await TestService.run { test in
            let home = try await MissionHome(test)
            let path = "members/\(home.mira.id.text)/mission-settings"
            for (payout, word, paid) in [
                ("full", nil, "40"), ("part", nil, "10"), ("none", nil, "0"), ("ask", "7", "7"),
            ]
                as [(String, String?, String)]
            {
                let rules = #""mayPause":false,"mayStop":true,"ownNeedsApproval":true"#
                let settings =
                    #"{"weightHigh":3,"weightMedium":2,"weightLow":1,"payout":"\#(payout)",\#(rules)}"#
                #expect(try await home.ask(home.mira.token, "PUT", path, settings).status == 403)
                #expect(try await home.ask(home.anna.token, "PUT", path, settings).status == 200)
                let mission = try await home.mission("Cello", by: home.mira.token)
                let countdown = #""\#(home.newID())""#
                let start = #"{"id":\#(countdown),"occurrence":0}"#
                _ = try await home.ask(home.mira.token, "POST", "missions/\(mission)/start", start)
                let pause = try await home.ask(
                    home.mira.token,
                    "POST",
                    "missions/\(mission)/pause",
                    #"{"countdown":\#(countdown)}"#
                )
                #expect(pause.code == "pauseNotAllowed")
                test.clock.advance(seconds: 300)
                _ = try await home.ask(
                    home.mira.token,
                    "POST",
                    "missions/\(mission)/stop",
                    #"{"countdown":\#(countdown)}"#
                )
                let claimed = try await home.ask(home.mira.token, "POST", "missions/\(mission)/claim", home.decision(1))
                #expect(claimed.occurrence["paysMost"] as? String == "40")
                #expect(claimed.occurrence["pays"] as? String == (payout == "ask" ? nil : paid))
                let asked = try await home.ask(home.anna.token, "POST", "missions/\(mission)/approve", home.decision(2))
                if let word {
                    #expect(asked.status == 422 && asked.json["field"] as? String == "gold")
                    let more = home.decision(2, #","gold":"\#(word)""#)
                    _ = try await home.ask(home.anna.token, "POST", "missions/\(mission)/approve", more)
                }
                let shown = try await home.ask(home.anna.token, "GET", "missions/\(mission)")
                #expect(shown.occurrence["gold"] as? String == paid, "\(payout)")
            }
            #expect(try await home.isSound())
        }
    }
}
