import Family
import Foundation
import Testing
import WireClient

/// E8 over a socket: chosen weekdays, monthly, and taking turns.
@Suite struct MissionTurnsTests {
    @Test func `a mission comes on chosen weekdays or a day of the month, and says so as it was asked`()
        async throws
    {
        try await TestService.run { test in
            let home = try await MissionHome(test)
            let wishes = [
                #"{"every":"weekdays","from":"due","weekdays":[6,2]}"#:
                    #"{"every":"weekdays","from":"due","weekdays":[2,6]}"#,
                #"{"every":"month","from":"completion","day":31}"#: #"{"day":31,"every":"month","from":"completion"}"#,
            ]
            for (wish, answer) in wishes {
                let id = try await home.mission("Piano", by: home.mira.token, #","repeats":\#(wish)"#)
                let shown = try await home.ask(home.mira.token, "GET", "missions/\(id)")
                let repeats = try #require(shown.json["repeats"] as? [String: Any])
                let data = try JSONSerialization.data(withJSONObject: repeats, options: .sortedKeys)
                #expect(String(decoding: data, as: UTF8.self) == answer)
            }
            for wrong in [
                #"{"every":"weekdays","from":"due"}"#, #"{"every":"weekdays","from":"due","weekdays":[]}"#,
                #"{"every":"weekdays","from":"due","weekdays":[8]}"#, #"{"every":"month","from":"due"}"#,
                #"{"every":"month","from":"due","day":32}"#,
            ] {
                let body = #"{"id":"\#(home.newID())","title":"Piano","minutes":20,"repeats":\#(wrong)}"#
                let refused = try await home.ask(home.mira.token, "POST", "missions", body)
                #expect(refused.status == 422 && refused.json["field"] as? String == "repeats", "\(wrong)")
            }
        }
    }

    @Test func `children take turns in the order that an adult set, and a child cannot claim another's turn`()
        async throws
    {
        try await TestService.run { test in
            let home = try await MissionHome(test)
            let (mira, timo) = (home.mira, home.timo)
            let daily = #","repeats":{"every":"day","from":"due"}"#
            let turns = #","turns":["\#(timo.id.text)","\#(mira.id.text)"]"#
            let id = try await home.mission("Dishes", by: home.anna.token, turns + daily)
            let shown = try await home.ask(mira.token, "GET", "missions/\(id)")
            #expect(shown.json["turns"] as? [String] == [timo.id.text, mira.id.text])
            #expect(shown.json["anyone"] as? Bool == false && shown.json["assignee"] == nil)
            #expect(shown.json["needsApproval"] as? Bool == true)
            #expect(shown.occurrence["doer"] as? String == timo.id.text && shown.occurrence["may"] as? [String] == [])
            let taken = try await home.ask(mira.token, "POST", "missions/\(id)/claim", home.decision(1))
            #expect(taken.status == 409 && taken.code == "takenByOther")
            let claimed = try await home.ask(timo.token, "POST", "missions/\(id)/claim", home.decision(1))
            #expect(claimed.status == 200)
            // The next one is Mira's; what Timo did of his is not hers to see.
            let mine = try await home.ask(mira.token, "GET", "missions/\(id)").json["occurrences"] as? [[String: Any]]
            #expect(mine?.map { $0["doer"] as? String } == [mira.id.text])
            #expect(mine?.map { $0["stage"] as? String } == ["upcoming"])
            for (more, field) in [
                (turns, "turns"), (#","turns":["\#(mira.id.text)"]"# + daily, "turns"),
                (turns + #","anyone":true"# + daily, "turns"),
                (turns + #","assignee":"\#(mira.id.text)""# + daily, "turns"),
            ] {
                let body = #"{"id":"\#(home.newID())","title":"Dishes","minutes":20\#(more)}"#
                let refused = try await home.ask(home.anna.token, "POST", "missions", body)
                #expect(refused.status == 422 && refused.json["field"] as? String == field, "\(more)")
            }
            let body = #"{"id":"\#(home.newID())","title":"Dishes","minutes":20\#(turns + daily)}"#
            #expect(try await home.ask(mira.token, "POST", "missions", body).status == 403)
        }
    }
}
