import Family
import Foundation
import Hub
import HubAPI
import Testing
import WireClient

/// F84: while something runs, what an alarm says of its traveller changes with the PIN alone.
@Suite struct AlarmSubjectTests {
    private struct Door {
        var method: String
        var path: String
        var body = ""
        var type = "application/json"
    }

    private struct Scene {
        let test: TestService
        let ana: TestMember
        let bo: TestMember
        let doors: [Door]

        /// Ana, whom Bo sees, with a place of her own and one that follows her family's.
        init(_ test: TestService) async throws {
            (ana, bo) = (try await test.member(1), try await test.member(2))
            try await test.connect(bo, to: ana, .exact)
            let pins = #"{"pin":"2580","duressPin":"9137"}"#
            try #require(try await test.call("PUT", "/api/v1/me/pins", token: ana.token, json: pins).status == 200)
            let ids = (1...4).map { _ in test.hub.outside.newID(of: Place.self).text }
            let where_ = #""description":"by the oak","latitude":52.52,"longitude":13.41,"radiusMetres":100"#
            for (id, label) in [(ids[0], "School"), (ids[1], "Work")] {
                let body = #"{"id":"\#(id)","label":"\#(label)",\#(where_)}"#
                try #require(try await test.call("POST", "/api/v1/places", token: ana.token, json: body).status == 201)
            }
            let shared = try await test.call(
                "POST",
                "/api/v1/family-places",
                token: ana.token,
                json: #"{"id":"\#(ids[2])","place":"\#(ids[1])"}"#
            )
            try #require(shared.status == 201)
            self.test = test
            doors = [
                Door(method: "PATCH", path: "me", body: #"{"name":"Aunt Ida"}"#),
                Door(method: "PUT", path: "me/picture", body: "no picture", type: "image/jpeg"),
                Door(method: "DELETE", path: "me/picture"),
                Door(method: "POST", path: "places", body: #"{"id":"\#(ids[3])","label":"Home",\#(where_)}"#),
                Door(method: "PATCH", path: "places/\(ids[0])", body: #"{"label":"Gym"}"#),
                Door(method: "PATCH", path: "family-places/\(ids[2])", body: #"{"version":1,"label":"Office"}"#),
                Door(method: "PUT", path: "family-places/\(ids[2])/following", body: #"{"version":2}"#),
                Door(method: "DELETE", path: "family-places/\(ids[2])/following"),
                Door(method: "DELETE", path: "places/\(ids[0])"),
                Door(method: "PATCH", path: "devices/\(ana.device.text)", body: #"{"name":"She is safe"}"#),
            ]
        }

        func ask(_ door: Door, pin: String? = nil) async throws -> TestResponse {
            try await test.call(
                door.method,
                "/api/v1/\(door.path)",
                token: ana.token,
                headers: ["Content-Type: \(door.type)"] + (pin.map { ["Hearth-Pin: \($0)"] } ?? []),
                body: Array(door.body.utf8)
            )
        }

        func start() async throws -> String {
            let id = test.hub.outside.newID(of: Trip.self).text
            let due = test.clock.now.advanced(bySeconds: 3_600).text
            let body = """
                {"id":"\(id)","destination":{"name":"The station","latitude":52.55,"longitude":13.41},"mode":"walk",\
                "companions":["\(bo.id.text)"],"dueAt":"\(due)"}
                """
            try #require(try await test.call("POST", "/api/v1/trips", token: ana.token, json: body).status == 201)
            return id
        }

        func help(_ cause: String) async throws {
            let id = test.hub.outside.newID(of: HelpCountdown.self).text
            let call = #"{"id":"\#(id)","cause":"\#(cause)","startedAgoMilliseconds":0}"#
            try #require(try await test.call("POST", "/api/v1/countdowns", token: ana.token, json: call).status == 201)
        }
    }

    @Test(arguments: ["trip", "sos", "alert"])
    func `F84: while a trip, countdown or alarm runs, name, picture and places take the PIN`(_ running: String)
        async throws
    {
        try await TestService.run { test in
            let scene = try await Scene(test)
            if running == "trip" { _ = try await scene.start() } else { try await scene.help(running) }
            for door in scene.doors {
                let refused = try await scene.ask(door)
                #expect(refused.status == 403 && refused.code == "pinNeeded", "\(door) \(refused.text)")
            }
            #expect(try await test.call("GET", "/api/v1/me", token: scene.ana.token).text.contains("Member 1"))
            let time = #"{"colour":3,"timeZone":"Europe/Rome","language":"de"}"#
            let other = try await test.call("PATCH", "/api/v1/me", token: scene.ana.token, json: time)
            #expect(other.status == 200, "what no alarm says stays free")
            let wrong = try await scene.ask(scene.doors[0], pin: "1111")
            #expect(wrong.status == 403 && wrong.code == "wrongPin")
            for door in scene.doors {
                let answer = try await scene.ask(door, pin: "2580")
                let isFile = door.path == "me/picture" && door.method == "PUT"
                #expect(isFile ? answer.code == "pictureOnly" : answer.status < 300, "\(door) \(answer.text)")
            }
        }
    }

    @Test func `F83, F84: on a trip a device's name takes the PIN, as an alarm says it`() async throws {
        try await TestService.run { test in
            let scene = try await Scene(test)
            _ = try await scene.start()
            let path = "/api/v1/devices/\(scene.ana.device.text)"
            let free = try await test.call("PATCH", path, token: scene.ana.token, json: #"{"friends":true}"#)
            #expect(free.status == 200, "what no alarm says stays free")
            let rename = scene.doors[scene.doors.count - 1]
            let refused = try await scene.ask(rename)
            #expect(refused.status == 403 && refused.code == "pinNeeded")
            #expect(try await test.hub.devices(of: scene.ana.id).map(\.name) == ["phone"])
            #expect(try await scene.ask(rename, pin: "2580").status == 200)
        }
    }

    @Test func `F67, F84: after the second PIN name, picture and places are as free as after the PIN`() async throws {
        var answers: [[Int]] = []
        for pin in ["2580", "9137"] {
            try await TestService.run { test in
                let scene = try await Scene(test)
                let trip = try await scene.start()
                let end = try await test.call(
                    "POST",
                    "/api/v1/trips/\(trip)/arrive",
                    token: scene.ana.token,
                    json: #"{"pin":"\#(pin)"}"#
                )
                try #require(end.status < 300)
                var statuses: [Int] = []
                for door in scene.doors { statuses.append(try await scene.ask(door).status) }
                answers.append(statuses)
            }
        }
        #expect(answers[0] == answers[1] && !answers[0].contains(403), "\(answers)")
    }
}
