import Family
import Hub
import Testing
import WireClient

/// The device of a trip, over the wire.
@Suite struct TripDeviceAPITests {
    /// Ana with a phone and a tablet that both report from home, and Bo, who may watch.
    private struct Scene {
        let test: TestService
        let ana: TestMember
        let bo: TestMember
        /// Ana as the owner of her tablet.
        let tablet: TestMember

        init(_ test: TestService) async throws {
            self.test = test
            (ana, bo) = (try await test.member(1), try await test.member(2))
            try await test.connect(bo, to: ana, .place)
            try await test.place("Home", at: berlin, of: ana)
            let set = try await test.call("PUT", "/api/v1/me/pins", token: ana.token, json: #"{"pin":"2580"}"#)
            try #require(set.status == 200)
            let id = test.hub.outside.newID(of: Device.self)
            let (_, token) = try await test.hub.addDevice(id, for: ana.id, name: "Tablet")
            tablet = TestMember(id: ana.id, phone: ana.phone, token: ana.token, device: id, deviceToken: token)
            try await test.post(berlin, of: ana)
            test.clock.advance(seconds: 5)
            try await test.post(berlin, of: tablet)
        }

        func start(_ device: ID<Device>) async throws -> TestResponse {
            let id = test.hub.outside.newID(of: Trip.self).text
            let due = test.clock.now.advanced(bySeconds: 3_600).text
            let place = #""destination":{"name":"The station","latitude":52.55,"longitude":13.41}"#
            let more = #""companions":["\#(bo.id.text)"],"dueAt":"\#(due)","device":"\#(device.text)""#
            let body = #"{"id":"\#(id)",\#(place),"mode":"walk",\#(more)}"#
            return try await test.call("POST", "/api/v1/trips", token: ana.token, json: body)
        }
    }

    @Test func `F83: a phone is chosen at the start, and companions read of the other one apart`() async throws {
        try await TestService.run { test in
            let scene = try await Scene(test)
            let safety = try await test.call("GET", "/api/v1/me/safety", token: scene.ana.token)
            let phones = safety.json["phones"] as? [[String: String]]
            #expect(Set(phones?.map { $0["name"] } ?? []) == ["phone", "Tablet"])
            let refused = try await scene.start(scene.bo.device)
            #expect(refused.status == 422 && refused.json["field"] as? String == "device")
            let started = try await scene.start(scene.ana.device)
            try #require(started.status == 201)
            #expect(started.json["device"] as? String == scene.ana.device.text)
            let trip = try #require(started.json["id"] as? String)
            test.clock.advance(seconds: 60)
            try await test.post(berlin.moved(northMetres: 500, eastMetres: 0), of: scene.ana)
            try await test.post(berlin, of: scene.tablet)
            let seen = try await test.call("GET", "/api/v1/companion-trips/\(trip)", token: scene.bo.token)
            let other = seen.json["otherDevice"] as? [String: Any]
            #expect(other?["name"] as? String == "Tablet" && other?["place"] as? String == "Home")
            let fix = seen.json["fix"] as? [String: Any]
            #expect((fix?["latitude"] as? Double ?? 0) > berlin.latitude + 0.003)
            #expect(seen.json["device"] == nil, "which device it is, is its traveller's alone")
        }
    }

    @Test func `F32, F83: over the wire a trip goes on with a phone or this session by the PIN alone`() async throws {
        try await TestService.run { test in
            let scene = try await Scene(test)
            let started = try await scene.start(scene.ana.device)
            let trip = try #require(started.json["id"] as? String)
            let path = "/api/v1/trips/\(trip)/device"
            func choose(_ json: String, _ token: String) async throws -> TestResponse {
                try await test.call("POST", path, token: token, json: json)
            }
            let wrong = try await choose(#"{"pin":"1111"}"#, scene.ana.token)
            #expect(wrong.status == 403 && wrong.code == "wrongPin")
            let tablet = #"{"device":"\#(scene.tablet.device.text)","pin":"2580"}"#
            #expect(try await choose(tablet, scene.bo.token).status == 404)
            #expect(try await choose(tablet, scene.ana.token).status == 204)
            let own = try await test.call("GET", "/api/v1/trips/\(trip)", token: scene.ana.token)
            #expect(own.json["device"] as? String == scene.tablet.device.text && own.json["here"] as? Bool == false)
            #expect(try await choose(#"{"pin":"2580"}"#, scene.ana.token).status == 204)
            let overview = try await test.call("GET", "/api/v1/me/safety", token: scene.ana.token)
            #expect((overview.json["trip"] as? [String: Any])?["here"] as? Bool == true)
        }
    }
}
