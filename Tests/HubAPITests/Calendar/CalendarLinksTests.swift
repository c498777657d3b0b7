import Family
import Foundation
import Hub
import Testing
import WireClient

/// E8: a member's missions, and the times of their trips, in a calendar program.
@Suite struct CalendarLinksTests {
    @Test func `a calendar link shows my missions on their days, and says when nothing is new`() async throws {
        try await TestService.run { test in
            let home = try await MissionHome(test)
            let path = try await test.calendarPath(of: home.anna)
            let mine = try await home.mission(
                "Water; plants, all\\\\ of them",
                by: home.anna.token,
                #","due":"2026-03-05""#
            )
            _ = try await home.mission("Undated", by: home.anna.token)
            let child = #","due":"2026-03-05","assignee":"\#(home.mira.id.text)""#
            _ = try await home.mission("Of Mira", by: home.anna.token, child)
            let read = try await test.call("GET", path)
            #expect(read.status == 200 && read["content-type"] == "text/calendar; charset=utf-8")
            #expect(read["cache-control"] == "private, max-age=900")
            let lines = unfolded(read)
            #expect(lines.first == "BEGIN:VCALENDAR" && lines.last == "END:VCALENDAR")
            #expect(lines.contains("UID:\(mine)-20260305@hearth"))
            #expect(lines.contains("SUMMARY:Water\\; plants\\, all\\\\ of them"))
            #expect(lines.contains("DTSTART;VALUE=DATE:20260305") && lines.contains("DTEND;VALUE=DATE:20260306"))
            #expect(!read.text.contains("Undated"), "on no day, so on no sheet")
            #expect(!read.text.contains("Mira"), "what falls to others is theirs")

            let tag = try #require(read["etag"])
            let again = try await test.call("GET", path, headers: ["If-None-Match: \(tag)"])
            #expect(again.status == 304 && again.body.isEmpty && again["etag"] == tag)
            let tasks = try await test.call("GET", path + "?as=todo")
            #expect(tasks.text.contains("SUMMARY:Undated") && tasks.text.contains("STATUS:NEEDS-ACTION"))
            #expect(!tasks.text.contains("VEVENT"))
            #expect(try await test.call("GET", path + "?as=table").status == 422)

            _ = try await home.ask(home.anna.token, "POST", "missions/\(mine)/claim", home.decision(1))
            let after = try await test.call("GET", path, headers: ["If-None-Match: \(tag)"])
            #expect(after.status == 200 && after["etag"] != tag)
        }
    }

    @Test func `a calendar shows a mission that comes again on its days to come, on my turns alone`() async throws {
        try await TestService.run { test in
            let home = try await MissionHome(test)
            let path = try await test.calendarPath(of: home.anna)
            let weekly = #","due":"2026-03-02","repeats":{"every":"week","from":"due"}"#
            let id = try await home.mission("Bins", by: home.anna.token, weekly)
            let turns = #","turns":["\#(home.anna.id.text)","\#(home.mira.id.text)"]"#
            let shared = try await home.mission("Dishes", by: home.anna.token, weekly + turns)
            let lines = unfolded(try await test.call("GET", path))
            let days = lines.filter { $0.hasPrefix("UID:\(id)-") }.map { $0.dropFirst(41).prefix(8) }
            #expect(days.prefix(3) == ["20260302", "20260309", "20260316"] && days.count == 26, "180 days ahead")
            let mine = lines.filter { $0.hasPrefix("UID:\(shared)-") }.map { $0.dropFirst(41).prefix(8) }
            #expect(mine.prefix(2) == ["20260302", "20260316"] && mine.count == 13)
        }
    }

    @Test func `a calendar shows a trip as a trip and its times, and nothing of where`() async throws {
        try await TestService.run { test in
            let scene = try await TripOfAna(test, calls: false)
            let both = try await test.calendarPath(of: scene.ana, missions: true, trips: true)
            let missions = try await test.calendarPath(of: scene.ana)
            let lines = unfolded(try await test.call("GET", both))
            #expect(lines.contains("UID:\(scene.trip.text)@hearth") && lines.contains("SUMMARY:Trip"))
            #expect(lines.contains("CLASS:PRIVATE"))
            let text = try await test.call("GET", both).text
            #expect(!text.contains(TripOfAna.destination) && !text.contains("52.") && !text.contains("GEO"))
            #expect(!(try await test.call("GET", missions).text.contains("SUMMARY:Trip")))
        }
    }

    @Test func `in a pause a calendar shows nothing new, and a trip begun in it never`() async throws {
        try await TestService.run { test in
            let home = try await MissionHome(test)
            let path = try await test.calendarPath(of: home.anna, missions: true, trips: true)
            let mission = try await home.mission("Bins", by: home.anna.token, #","due":"2026-03-01""#)
            test.clock.advance(seconds: 60)
            let before = try await test.call("GET", path).text
            _ = try await test.hub.setPause(of: home.anna.id, until: nil)
            test.clock.advance(seconds: 60)
            _ = try await home.ask(home.anna.token, "POST", "missions/\(mission)/claim", home.decision(1))
            _ = try await home.mission("New", by: home.anna.token, #","due":"2026-03-02""#)
            try await test.startTrip(of: home.anna)
            #expect(try await test.call("GET", path).text == before)
            test.clock.advance(seconds: 60)
            try await test.hub.endPause(of: home.anna.id)
            let after = try await test.call("GET", path).text
            #expect(after.contains("SUMMARY:New") && !after.contains("SUMMARY:Trip"))
        }
    }

    @Test func `an unknown, a mistyped and an ended calendar link are 404, and stop everything ends them all`()
        async throws
    {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            let link = try await test.calendarLink(of: anna)
            let path = try pathOfLink(link.url)
            #expect(path.hasPrefix("/calendar/hearth_ics_") && path.count == "/calendar/hearth_ics_.ics".count + 36)
            let unknown = LinkSecret(.calendar) { count in [UInt8](repeating: 7, count: count) }.text
            let live = LinkSecret(.live) { count in [UInt8](repeating: 7, count: count) }.text
            for secret in [unknown, live, "hearth_ics_", "nonsense"] {
                #expect(try await test.call("GET", "/calendar/\(secret).ics").status == 404)
            }
            #expect(try await test.call("GET", path).status == 200)
            let other = "/api/v1/me/calendar-links/\(link.id.text)"
            #expect(try await test.call("DELETE", other, token: bo.token).status == 404)
            #expect(try await test.call("DELETE", other, token: anna.token).status == 204)
            #expect(try await test.call("GET", path).status == 404)

            let second = try await test.calendarPath(of: anna)
            #expect(try await test.call("POST", "/api/v1/me/stop", token: anna.token).status == 200)
            #expect(try await test.call("GET", second).status == 404)
            #expect(try await test.call("GET", "/api/v1/me/calendar-links", token: anna.token).items.isEmpty)
        }
    }

    @Test func `a calendar link is shown once, five of them at most, to adults who proved who they are`() async throws {
        try await TestService.run { test in
            let home = try await MissionHome(test)
            let anna = home.anna
            let id = test.hub.outside.newID(of: CalendarLink.self).text
            let body = #"{"id":"\#(id)","missions":true,"trips":false}"#
            let path = "/api/v1/me/calendar-links"
            #expect(try await test.call("POST", path, token: anna.token, json: body).status == 201)
            let again = try await test.call("POST", path, token: anna.token, json: body)
            #expect(again.status == 409 && again.code == "alreadyIssued")
            let listed = try await test.call("GET", path, token: anna.token)
            #expect(listed.items.count == 1 && !listed.text.contains("hearth_ics_"))
            let neither = body.replacing(id, with: test.hub.outside.newID(of: CalendarLink.self).text)
                .replacing("true", with: "false")
            #expect(try await test.call("POST", path, token: anna.token, json: neither).status == 422)
            for _ in 2...Hub.calendarLinksMax { _ = try await test.calendarLink(of: anna) }
            let sixth = neither.replacing(#""missions":false"#, with: #""missions":true"#)
            #expect(try await test.call("POST", path, token: anna.token, json: sixth).code == "tooManyLinks")
            let ofChild = try await test.call("POST", path, token: home.mira.token, json: sixth)
            #expect(ofChild.status == 403 && ofChild.code == "adultsOnly")
            test.clock.advance(seconds: 301)
            let late = try await test.call("POST", path, token: anna.token, json: sixth)
            #expect(late.status == 401 && late.code == "proofNeeded")
        }
    }

    @Test func `a line of a calendar has at most 75 octets and parts no character`() async throws {
        try await TestService.run { test in
            let home = try await MissionHome(test)
            let path = try await test.calendarPath(of: home.anna)
            let name = String(repeating: "Füße🐝", count: 16)
            _ = try await home.mission(name, by: home.anna.token, #","due":"2026-03-05""#)
            let read = try await test.call("GET", path)
            let lines = read.text.components(separatedBy: "\r\n")
            #expect(lines.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\n") && !$0.contains("\u{FFFD}") })
            #expect(unfolded(read).contains("SUMMARY:\(name)"))
        }
    }

    /// The lines of a calendar, folds undone.
    private func unfolded(_ answer: TestResponse) -> [String] {
        answer.text.replacingOccurrences(of: "\r\n ", with: "").components(separatedBy: "\r\n").filter { !$0.isEmpty }
    }
}

extension TestService {
    /// Makes a calendar link of a member.
    func calendarLink(
        of member: TestMember,
        missions: Bool = true,
        trips: Bool = false
    ) async throws -> (id: ID<CalendarLink>, url: String) {
        clock.advance(milliseconds: 1)
        let id = hub.outside.newID(of: CalendarLink.self)
        let body = #"{"id":"\#(id.text)","missions":\#(missions),"trips":\#(trips)}"#
        let made = try await call("POST", "/api/v1/me/calendar-links", token: member.token, json: body)
        try #require(made.status == 201)
        return (id, try #require(made.json["url"] as? String))
    }

    fileprivate func calendarPath(of member: TestMember, missions: Bool = true, trips: Bool = false) async throws
        -> String
    {
        try pathOfLink(try await calendarLink(of: member, missions: missions, trips: trips).url)
    }

    /// Starts a member's trip without companions.
    fileprivate func startTrip(of member: TestMember) async throws {
        try #require(
            try await call("PUT", "/api/v1/me/pins", token: member.token, json: #"{"pin":"2580"}"#).status == 200
        )
        let due = clock.now.advanced(bySeconds: 7_200).text
        let place = #""destination":{"name":"Harbour","latitude":52.58,"longitude":13.49}"#
        let way = #"\#(place),"origin":{"latitude":52.56,"longitude":13.47},"mode":"walk","dueAt":"\#(due)""#
        let body = #"{"id":"\#(hub.outside.newID(of: Trip.self).text)","companions":[],\#(way)}"#
        try #require(try await call("POST", "/api/v1/trips", token: member.token, json: body).status == 201)
    }
}
