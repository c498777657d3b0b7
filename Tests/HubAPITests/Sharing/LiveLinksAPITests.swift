import Family
import Hub
import HubAPI
import Testing
import WireClient

/// A12: a live link over HTTP, for anyone who has it.
@Suite struct LiveLinksAPITests {
    @Test func `F47: a link opens the view once its secret is posted, and its address alone tells nothing`()
        async throws
    {
        try await TestService.run { test in
            let anna = try await test.member(1)
            try await test.post(berlin, of: anna)
            let made = try await test.call(
                "POST",
                "/api/v1/me/live-links",
                token: anna.token,
                json: Self.wish(test, "exact")
            )
            #expect(made.status == 201)
            let link = try #require(made.json["link"] as? String)
            #expect(link.contains(/\/live#hearth_live_[0-9A-Za-z]{36}$/))
            let listed = try await test.call("GET", "/api/v1/me/live-links", token: anna.token)
            #expect(listed.items.count == 1 && !listed.text.contains("hearth_live"), "shown once")
            for path in ["/live", "/live-view", "/api/v1/live-view"] {
                let page = try await test.call("GET", path)
                #expect(!page.text.contains("Member 1") && !page.text.contains("52.5"), "\(path)")
            }
            let opened = try await test.openLive(String(try #require(link.split(separator: "#").last)))
            #expect(opened.status == 201 && opened.json["name"] as? String == "Member 1")
            let cookie = try #require(opened["set-cookie"])
            for part in ["__Host-hearth-live=", "Secure", "HttpOnly", "SameSite=Lax", "Path=/"] {
                #expect(cookie.contains(part), "\(part)")
            }
            #expect(!opened.text.contains("precision"), "no viewer reads the level")
            #expect(opened.json["endsAt"] as? String == made.json["expiresAt"] as? String)
        }
    }

    @Test func `A12: ended, used up, waiting and unknown links get one answer`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let (caller, _) = try await test.hub.addSession(for: anna.id)
            let (gone, full) = (try await test.makeLiveLink(of: anna), try await test.makeLiveLink(of: anna))
            let removed = try await test.makeLiveLink(of: anna)
            try await test.hub.endLiveLink(gone.id, of: caller)
            for _ in 1...10 { #expect(try await test.openLive(full.secret).status == 201) }
            let first = try await test.openLive(removed.secret)
            let cookie = String(try #require(first["set-cookie"]?.split(separator: ";").first))
            let viewers = try await test.hub.liveLinks(of: anna.id).first { $0.id == removed.id }?.viewers
            try await test.hub.removeLiveViewer(try #require(viewers?.first).id, of: removed.id, by: caller)
            let over = try await test.makeLiveLink(of: anna, hours: 1)
            test.clock.advance(seconds: 3_600)
            let child = anna.with(
                id: try await test.hub.addChild(
                    to: try await test.hub.family(of: anna.id).id,
                    by: anna.id,
                    name: "Leo",
                    birthYear: 2015,
                    colour: nil
                ).id,
                token: ""
            )
            let waiting = try await test.makeLiveLink(of: child)
            let unknown = "hearth_live_V1StGXR8Z5jdHi6BmyT3a9Kq2LwXo00uoUpm"
            let answers = [
                try await test.openLive(unknown), try await test.openLive("made up"),
                try await test.openLive(gone.secret), try await test.openLive(full.secret),
                try await test.openLive(over.secret), try await test.openLive(waiting.secret),
                try await test.openLive(removed.secret, cookie: cookie),
            ]
            for (number, answer) in answers.enumerated() {
                #expect(answer.status == 404 && answer.body == answers[0].body, "answer \(number)")
            }
        }
    }

    @Test(arguments: ["ended", "lowered", "removed", "stopped", "disabled", "left"])
    func `A12: the stream of a live link stops with the link`(_ how: String) async throws {
        try await TestService.run { test in
            _ = try await test.member(9)
            let anna = try await test.member(1)
            try await test.post(berlin, of: anna)
            let guest = try await test.liveGuest(of: anna)
            let stream = try await guest.stream()
            #expect(try await stream.presence(of: anna, saying: "fix") != nil)
            stream.forget()
            let (caller, _) = try await test.hub.addSession(for: anna.id)
            // No heartbeat is sent and no time passes on the hub's clock: the ending itself ends the stream.
            switch how {
            case "ended": try await test.hub.endLiveLink(guest.link, of: caller)
            case "lowered": try await test.hub.limitSharing(of: anna.id, to: .place)
            case "removed":
                let viewer = try #require(try await test.hub.liveLinks(of: anna.id).first?.viewers.first)
                try await test.hub.removeLiveViewer(viewer.id, of: guest.link, by: caller)
            case "stopped": _ = try await test.hub.stopSharing(of: caller, from: RequestOrigin())
            case "disabled": try await test.hub.disableMember(anna.id)
            default: try await test.hub.leave(caller)
            }
            if how == "lowered" {
                let event = try await stream.presence(of: anna)
                #expect(event?.json["fix"] == nil && event?.json["cell"] == nil)
                #expect(try await guest.get("/live-view/positions").items.isEmpty)
                #expect(!stream.text.contains("52.5"))
            } else {
                #expect(try await eventually { stream.isEnded })
                #expect(!stream.text.contains("presence"))
                let after = try await guest.get("/live-view")
                #expect(after.status == 401 && after.code == "viewEnded")
            }
        }
    }

    @Test func `A12: a live link tells of its member alone, and of no place, notice, trip or alarm`() async throws {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            try await test.connect(anna, to: bo, .exact)
            try await test.post(berlin, of: anna)
            let guest = try await test.liveGuest(of: anna, .place)
            let stream = try await guest.stream()
            #expect(try await stream.presence(of: anna) != nil)
            try await test.post(berlin, of: bo)
            let id = test.hub.outside.newID(of: HelpCountdown.self).text
            let call = #"{"id":"\#(id)","cause":"alert","startedAgoMilliseconds":0}"#
            #expect(try await test.call("POST", "/api/v1/countdowns", token: anna.token, json: call).status == 201)
            await test.service.sendHeartbeat()
            #expect(try await stream.event { $0.isBeat } != nil)
            // The frame that opens a stream has no name.
            let names = Set(stream.events.map(\.name))
            #expect(names.subtracting(["presence", "live", "beat", ""]) == [])
            #expect(!stream.text.contains(bo.id.text) && !stream.text.contains("danger"))
            #expect(try await guest.get("/live-view").json["presence"] as? [String: Any] != nil)
            #expect(!(try await guest.get("/live-view").text.contains("danger")))
            for path in ["/presence", "/clock", "/places", "/events", "/connections", "/trip-view", "/me", "/alarms"] {
                #expect(try await guest.get(path).status == 401, "\(path)")
            }
        }
    }

    @Test func `F67: the stream of a recipient's live link is the same after both PINs`() async throws {
        var read: [[String]] = []
        for pin in ["2580", "9137"] {
            try await TestService.run { test in
                let scene = try await TripOfAna(test, calls: false, duress: "9137")
                let guest = try await test.liveGuest(of: scene.bo)
                let stream = try await guest.stream()
                #expect(try await stream.presence(of: scene.bo) != nil)
                let path = "/api/v1/trips/\(scene.trip.text)/arrive"
                let answer = try await test.call("POST", path, token: scene.ana.token, json: #"{"pin":"\#(pin)"}"#)
                try #require(answer.status == 204)
                // The alarm is told to Bo, whose own stream is told to read again.
                try await test.post(berlin, of: scene.bo)
                #expect(try await stream.presence(of: scene.bo, saying: "fix") != nil)
                read.append(stream.events.map(\.name))
            }
        }
        #expect(read[0] == read[1])
    }

    @Test func `S31: one browser without an account has three streams at most`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            try await test.post(berlin, of: anna)
            let guest = try await test.liveGuest(of: anna)
            var streams: [EventReader] = []
            for _ in 1...3 { streams.append(try await guest.stream()) }
            #expect(streams.allSatisfy { $0.status == 200 })
            #expect(try await guest.get("/live-view/events").status == 429)
        }
    }

    @Test func `F47: a browser that stays asks for another hour with its cookie, and keeps a trip that it watches`()
        async throws
    {
        try await TestService.run { test in
            let anna = try await test.member(1)
            try await test.post(berlin, of: anna)
            let guest = try await test.liveGuest(of: anna, hours: 3)
            test.clock.advance(seconds: 3_000)
            let stayed = try await test.call(
                "POST",
                "/api/v1/live-views",
                headers: guest.headers + ["Content-Type: application/json"],
                body: Array("{}".utf8)
            )
            #expect(stayed.status == 201)
            #expect(try await guest.get("/live-view").status == 401, "the cookie before is dead")
            let cookie = String(try #require(stayed["set-cookie"]?.split(separator: ";").first))
            test.clock.advance(seconds: 3_000)
            let view = "__Host-hearth-view=aaaaaaaaaaaaaaaaaaaaaa"
            let headers = ["Cookie: \(cookie); \(view)", "Sec-Fetch-Site: same-origin"]
            #expect(try await test.call("GET", "/api/v1/live-view", headers: headers).status == 200)
            #expect(try await test.call("GET", "/api/v1/trip-view", headers: headers).status == 401)
        }
    }

    private static func wish(_ test: TestService, _ precision: String) -> String {
        let id = test.hub.outside.newID(of: LiveLink.self).text
        return #"{"id":"\#(id)","name":"Grandma","hours":2,"precision":"\#(precision)"}"#
    }
}
