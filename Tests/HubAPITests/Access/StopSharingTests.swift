import Family
import Hub
import HubAPI
import SQL
import Storage
import Testing
import WireClient

/// F41: one call ends everything, and nothing is forgotten.
@Suite struct StopSharingTests {
    @Test func `F41: stopping everything ends all sharing, answers with counts, and leaves a viewer no notice`()
        async throws
    {
        try await TestService.run { test in
            let (anna, bo, cleo) = (try await test.member(1), try await test.member(2), try await test.member(3))
            for viewer in [bo, cleo] { try await test.connect(viewer, to: anna, .exact) }
            try await test.connect(anna, to: bo, .exact)
            try await test.post(berlin, of: anna)
            _ = try await test.hub.makeConnectCode(for: anna.id, precision: .place, shareExpiresAt: nil)
            let link = try await test.call("POST", "/api/v1/clock/links", token: anna.token).json["json"]
            try await test.hub.setOnWalls(anna.id, true)
            let calendar = try await test.calendarLink(of: anna).url
            let (_, other) = try await test.hub.addSession(for: anna.id)
            let id = test.hub.outside.newID(of: LiveLink.self).text
            let wish = #"{"id":"\#(id)","name":"Gran","hours":2,"precision":"exact"}"#
            #expect(try await test.call("POST", "/api/v1/me/live-links", token: anna.token, json: wish).status == 201)
            let ask = #"{"id":"\#(test.hub.outside.newID(of: Connection.self).text)","phone":"\#(anna.phone)"}"#
            let dora = try await test.member(4)
            _ = try await test.call("POST", "/api/v1/connection-requests", token: dora.token, json: ask)
            let notices = try await test.hub.notices(of: bo.id).count
            let streams = [
                try await EventReader.open(test, token: bo.token), try await EventReader.open(test, token: other),
            ]
            _ = try await streams[0].presence(of: anna)
            let before = try await counts(test.call("GET", "/api/v1/me/sharing", token: anna.token))
            streams[0].forget()
            // No heartbeat is sent and no time passes on the hub's clock: the stop itself ends the streams.
            let answer = try await test.call("POST", "/api/v1/me/stop", token: anna.token)
            #expect(try await streams[0].event { $0.name == "notice" } != nil)
            #expect(try await eventually { streams[1].isEnded })
            #expect(answer.status == 200 && counts(answer) == before)
            let none = ["invites", "oneTimeLinks", "browsers", "pushMessages", "trips", "deputies", "contacts"].map {
                ($0, 0)
            }
            #expect(before == StopSharingTests.one.merging([("people", 2)] + none) { $1 })
            test.clock.advance(seconds: 60)
            #expect(try await test.post(berlin, of: anna).status == 401, "the phone's token is dead")
            #expect(try await test.call("GET", "/api/v1/me", token: other).status == 401)
            #expect(try await test.call("GET", try pathOfLink(link)).status == 401)
            #expect(try await test.call("GET", try pathOfLink(calendar)).status == 404)
            for viewer in [bo, cleo] { try await expectBlind(viewer, anna, test) }
            #expect(try await test.hub.notices(of: bo.id).count == notices, "nobody is told")
            #expect(!streams[0].text.contains(anna.id.text))
            let after = try await counts(test.call("GET", "/api/v1/me/sharing", token: anna.token))
            #expect(after.values.allSatisfy { $0 == 0 })
            let left = try await test.call("GET", "/api/v1/connections", token: anna.token).json
            #expect((left["seen"] as? [Any])?.count == 1, "whom she sees stays")
        }
    }

    @Test func `F41, S18: stopping takes a proof of the last minutes`() async throws {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1, password: TestService.password), try await test.member(2))
            try await test.connect(bo, to: anna, .exact)
            test.clock.advance(seconds: 301)
            let refused = try await test.call("POST", "/api/v1/me/stop", token: anna.token)
            #expect(refused.status == 401 && refused.code == "proofNeeded")
            #expect(try await test.hub.views(for: bo.id).count == 2, "what was refused changed nothing")
        }
    }

    @Test func `F41: instead of silence everyone can be shown less at once`() async throws {
        try await TestService.run { test in
            let (anna, bo, cleo) = (try await test.member(1), try await test.member(2), try await test.member(3))
            try await test.connect(bo, to: anna, .exact)
            try await test.connect(cleo, to: anna, .place)
            let lowered = #"{"precisionAtMost":"coarse"}"#
            let changed = try await test.call("PATCH", "/api/v1/me/sharing", token: anna.token, json: lowered)
            #expect(changed.status == 200)
            let seers = try await test.call("GET", "/api/v1/connections", token: anna.token).json["seers"]
            let levels = (seers as? [[String: Any]])?.compactMap { $0["precision"] as? String }
            #expect(levels.map(Set.init) == ["coarse", "place"])
            for body in [#"{"precisionAtMost":"off"}"#, #"{"reminderDays":0}"#, #"{"reminderDays":31}"#] {
                let refused = try await test.call("PATCH", "/api/v1/me/sharing", token: anna.token, json: body)
                #expect(refused.status == 422 && refused.json["field"] != nil)
            }
        }
    }

    /// Tables that name a member and let nothing out, each with the reason.
    private static let letNothingOut = [
        "member": "the account itself",
        "shown": "what a member chose to see",
        "place": "private to its member; others see a label as far as a connection goes",
        "family_place": "of a family, with what its maker chose to give it; says nothing of where anybody is",
        "family_key": "sealed for its member alone",
        "fix": "seen through connections alone", "fix_inbox_0": "as fix", "fix_inbox_1": "as fix",
        "fix_pack": "as fix",
        "presence": "seen through connections alone",
        "clock": "what a member chose to see",
        "picture": "seen by those who are connected",
        "recovery": "opens nothing before a day has passed, and can be called off",
        "member_mail": "for its member alone", "phone_change": "brings a number back, and shows nothing",
        "notice": "for its member alone",
        "coin_wallet": "for its member alone", "coin_payee": "for its member alone",
        "coin_payment": "for its member alone", "coin_request": "an address that its member hands out",
        "coin_consent": "what an adult allows, and nothing of what is done with it",
        "money_request": "between its two, and a wish alone",
        "outbox": "what waits for its member, whose browsers' part of it is cut with them",
        "watch": "what a viewer asks for, as far as a connection goes", "crossing": "told through watches alone",
        "look": "for its subject alone", "look_hint": "as look", "live_look": "as look",
        "position_request": "what an asker did, and nothing of whom they asked",
        "pause": "shares less, not more",
        "sharing_reminder": "for its member alone",
        "hidden_hours": "shares less, not more",
        "sharing_proposal": "it shows nothing before all have agreed, and goes with its connection",
        "guardian_request": "what guardians of a child ask each other", "guardian_agreement": "as guardian_request",
        "given_address": "keyed hashes, by which the hub alone knows a member again",
        "ghost": "of somebody who left",
        "leaving": "of somebody who leaves",
        "retention": "for its member alone",
        "safety_watch": "for its member, and those who were alarmed", "pin_reset": "opens nothing by itself",
        "safety_pin": "opens nothing by itself",
        "trip": "seen by those who watch, who are cut", "alarm": "stays with those who were told of it",
        "alarm_recipient": "as alarm", "drill": "a test, which shows nothing",
        "ledger": "of a family, which audits it; says nothing of where anybody is", "ledger_holder": "as ledger",
        "dead_zones": "for its member alone",
        "mission": "of a family, and says nothing of where anybody is", "mission_occurrence": "as mission",
        "mission_turn": "as mission", "guest_record": "for its member alone",
        "mission_settings": "as mission", "focus_session": "as mission", "streak_pause": "as mission",
        "store_item": "as mission", "store_item_buyer": "as mission", "purchase": "as mission",
        "passkey": "held by its member alone", "authenticator": "as passkey", "recovery_code": "as passkey",
    ]

    @Test func `F41: every table that names a member is cut by stop everything, or lets nothing out`() async throws {
        try await TestService.run { test in
            let tables = try await test.hub.database.read { transaction in
                try transaction.rows(
                    """
                    SELECT DISTINCT name FROM (
                        SELECT tables.name AS name FROM pragma_table_list AS tables
                        JOIN pragma_table_info(tables.name) AS columns
                        WHERE tables.schema = 'main' AND tables.type = 'table'
                            AND columns.name IN ('member', 'viewer', 'subject', 'requester')
                        UNION
                        SELECT tables.name FROM pragma_table_list AS tables
                        JOIN pragma_foreign_key_list(tables.name) AS keys
                        WHERE tables.schema = 'main' AND keys."table" IN ('member', 'family'))
                    """
                ).map { try $0.text(0) }
            }
            let cut = Set(ShareKind.allCases.flatMap(\.tables))
            let quiet = Set(StopSharingTests.letNothingOut.keys)
            #expect(tables.count > 15 && cut.isDisjoint(with: quiet))
            let forgotten = Set(tables).subtracting(cut).subtracting(quiet)
            #expect(forgotten == [], "say in ShareKind how it is cut, or here why it lets nothing out")
            #expect(cut.union(quiet).subtracting(tables).subtracting(["member"]) == [])
        }
    }

    private static let one = [
        "people": 1, "connectCode": 1, "requests": 1, "invites": 1, "oneTimeLinks": 1, "clockLinks": 1,
        "wallDisplays": 1, "liveLinks": 1, "calendarLinks": 1, "devices": 1,
        "sessions": 1, "browsers": 1, "pushMessages": 1, "trips": 1, "contacts": 1,
    ]

    private func expectBlind(_ viewer: TestMember, _ subject: TestMember, _ test: TestService) async throws {
        let presence = try await test.call("GET", "/api/v1/presence", token: viewer.token)
        #expect(!presence.text.contains(subject.id.text))
        let track = try await test.call("GET", "/api/v1/members/\(subject.id.text)/track", token: viewer.token)
        #expect(track.status == 404)
    }

    private func counts(_ answer: TestResponse) -> [String: Int] {
        Dictionary(
            answer.items.compactMap { item in
                (item["kind"] as? String).flatMap { kind in (item["count"] as? Int).map { (kind, $0) } }
            },
            uniquingKeysWith: { first, _ in first }
        )
    }
}
