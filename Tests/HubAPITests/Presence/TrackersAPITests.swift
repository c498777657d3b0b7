import API
import Family
import Foundation
import Hub
import HubAPI
import SQL
import Testing
import WireClient

/// A13: cars, pets and things whose positions a Traccar server forwards.
@Suite struct TrackersAPITests {
    @Test func `A13: a tracker is offered, bound once, and then shows its thing to its owner alone`() async throws {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            try await test.connect(bo, to: anna, .exact)
            try await test.post(berlin, of: anna)
            let before = try await test.call("GET", "/api/v1/presence", token: anna.token).text

            let offered = try await test.forward(of: anna)
            #expect(offered.status == 200 && offered.body.isEmpty)
            let bridge = try await test.device(anna.device, of: anna)
            let tracker = try #require((bridge["trackers"] as? [[String: Any]])?.first)
            #expect(tracker["uniqueId"] as? String == "collar-1" && tracker["name"] as? String == "Bella")
            #expect(tracker["device"] == nil)
            #expect(try await test.thingPositions() == 0, "of a tracker that is only offered nothing is kept")

            let thing = try await test.thing("Bella", of: anna)
            let path = "/api/v1/devices/\(anna.device.text)/trackers/\(try #require(tracker["id"] as? String))"
            let body = #"{"device":"\#(thing.text)"}"#
            for _ in 1...2 {
                let bound = try await test.call("PUT", path, token: anna.token, json: body)
                #expect(bound.status == 200 && bound.json["device"] as? String == thing.text)
            }
            let again = try await test.call("PUT", path, token: anna.token, json: #"{"device":"\#(anna.device.text)"}"#)
            #expect(again.status == 409 && again.code == "trackerBound")

            #expect(try await test.forward(of: anna, latitude: 52.6, speed: 10).status == 200)
            let seen = try await test.device(thing, of: anna)
            let position = try #require(seen["position"] as? [String: Any])
            #expect(position["latitude"] as? Double == 52.6 && position["batteryPercent"] as? Double == 81)
            #expect(abs((position["speedMetresPerSecond"] as? Double ?? 0) - 5.14) < 0.005, "A13: knots")
            #expect(seen["follows"] as? Bool == false && seen["heardAt"] != nil)

            // Nothing of it moves its member or reaches a viewer.
            #expect(try await test.storedFixes() == 1)
            #expect(try await test.call("GET", "/api/v1/presence", token: anna.token).text == before)
            for path in ["presence", "devices", "connections", "members/\(anna.id.text)/track"] {
                #expect(!(try await test.call("GET", "/api/v1/\(path)", token: bo.token).text.contains("52.6")))
            }
            let keepers = try await test.service.deviceBodies(of: anna.id)
            #expect(keepers.count == 2 && keepers.allSatisfy { $0.position == nil && $0.trackers == nil })
        }
    }

    @Test func `A13: a repeat and an older position leave the newest`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let thing = try await test.boundThing(of: anna)
            #expect(try await test.forward(of: anna, latitude: 52.6).status == 200)
            for secondsAgo in [0, 60] as [Int64] {
                let answer = try await test.forward(
                    of: anna,
                    latitude: 52.6 + Double(secondsAgo) / 1_000,
                    secondsAgo: secondsAgo
                )
                #expect(answer.status == 200 && answer.body.isEmpty)
                #expect(try await test.latitude(of: thing, anna) == 52.6)
            }
            test.clock.advance(seconds: 5)
            _ = try await test.forward(of: anna, latitude: 52.7)
            #expect(try await test.latitude(of: thing, anna) == 52.7)
            #expect(try await test.thingPositions() == 1)
        }
    }

    @Test(arguments: [#""outdated":true"#, #""valid":false"#])
    func `A13: outdated and invalid say only that the tracker was heard`(_ member: String) async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let thing = try await test.boundThing(of: anna)
            _ = try await test.forward(of: anna, latitude: 52.6)
            test.clock.advance(seconds: 600)
            #expect(try await test.forward(of: anna, latitude: 52.7, more: ",\(member)").status == 200)
            #expect(try await test.latitude(of: thing, anna) == 52.6)
            let heardAt = try await test.device(thing, of: anna)["heardAt"] as? String
            #expect(heardAt == test.clock.now.text)
        }
    }

    @Test func `A13: the identity of another member's tracker opens nothing of theirs`() async throws {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            let thing = try await test.boundThing(of: anna)
            _ = try await test.forward(of: anna, latitude: 52.6)
            test.clock.advance(seconds: 5)
            #expect(try await test.forward(of: bo, latitude: 10).status == 200)
            #expect(try await test.latitude(of: thing, anna) == 52.6)
            let ofBo = try await test.tracker("collar-1", of: bo)
            let body = #"{"device":"\#(thing.text)"}"#
            let path = "/api/v1/devices/\(bo.device.text)/trackers/\(ofBo.text)"
            #expect(try await test.call("PUT", path, token: bo.token, json: body).status == 404, "not a device of Bo's")
            #expect(try await test.call("DELETE", path, token: anna.token).status == 404)
            let wrongBridge = "/api/v1/devices/\(thing.text)/trackers/\(ofBo.text)"
            #expect(try await test.call("DELETE", wrongBridge, token: bo.token).status == 404)
        }
    }

    @Test func `A13: a tracker bound to a device that follows moves its member, as a watch does`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            try await test.bind("collar-1", to: anna.device, of: anna)
            #expect(try await test.forward(of: anna, latitude: 52.6).status == 200)
            #expect(try await test.forward(of: anna, latitude: 52.6).status == 200)
            #expect(try await test.storedFixes() == 1, "a repeat stores nothing")
        }
    }

    @Test func `A13: with the token revoked nothing is taken, and its trackers are gone`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let thing = try await test.boundThing(of: anna)
            _ = try await test.forward(of: anna, latitude: 52.6)
            try await test.hub.revokeDevice(anna.device, of: anna.id)
            test.clock.advance(seconds: 5)
            let answer = try await test.forward(of: anna, latitude: 52.7)
            #expect(answer.status == 401 && answer.code == "unknownToken")
            #expect(try await test.latitude(of: thing, anna) == 52.6)
            let rows = try await test.hub.database.read { try $0.first("SELECT count(*) FROM tracker")?.integer(0) }
            #expect(rows == 0)
        }
    }

    @Test func `A13: a thing that is removed leaves its tracker on offer and no position`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let thing = try await test.boundThing(of: anna)
            _ = try await test.forward(of: anna, latitude: 52.6)
            #expect(try await test.call("DELETE", "/api/v1/devices/\(thing.text)", token: anna.token).status == 204)
            #expect(try await test.thingPositions() == 0)
            test.clock.advance(seconds: 5)
            #expect(try await test.forward(of: anna, latitude: 52.7).status == 200)
            #expect(try await test.thingPositions() == 0)
            let bridge = try await test.device(anna.device, of: anna)
            let trackers = bridge["trackers"] as? [[String: Any]] ?? []
            #expect(trackers.count == 1 && trackers.first?["device"] == nil)
        }
    }

    @Test func `A13: a tracker's alarm starts nothing`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            try await test.bind("collar-1", to: anna.device, of: anna)
            #expect(try await test.forward(of: anna, latitude: 52.6, attributes: #","alarm":"sos""#).status == 200)
            let alarms = try await test.hub.database.read { try $0.first("SELECT count(*) FROM alarm")?.integer(0) }
            #expect(alarms == 0)
        }
    }

    @Test func `A13: a position that could not be stored is answered 503, so that Traccar sends it again`() async throws
    {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let thing = try await test.boundThing(of: anna)
            try await test.hub.database.transaction { transaction in
                try transaction.run(
                    "CREATE TRIGGER trouble BEFORE INSERT ON thing_position BEGIN SELECT RAISE(ABORT, 'full'); END"
                )
            }
            let answer = try await test.forward(of: anna, latitude: 52.6)
            #expect(answer.status == 503 && answer.code == "notStored" && answer["retry-after"] != nil)
            try await test.hub.database.transaction { try $0.run("DROP TRIGGER trouble") }
            #expect(try await test.forward(of: anna, latitude: 52.6).status == 200)
            #expect(try await test.latitude(of: thing, anna) == 52.6)
        }
    }

    @Test func `A13: a thing is no sign of life on a trip`() async throws {
        try await TestService.run { test in
            let scene = try await TripOfAna(test, calls: false)
            _ = try await test.boundThing(of: scene.ana)
            for _ in 1...12 {
                test.clock.advance(seconds: 60)
                #expect(try await test.forward(of: scene.ana, latitude: 52.6).status == 200)
                await test.hub.handleDeadlines()
            }
            let seen = try await test.call("GET", "/api/v1/companion-trips", token: scene.bo.token).items.first
            let news = (seen?["news"] as? [[String: Any]])?.compactMap { $0["kind"] as? String }
            #expect(news?.contains("signalLost") == true)
        }
    }

    @Test
    func `F83: on a trip binding a tracker takes the PIN, and with the second one it does not move the true position`()
        async throws
    {
        try await TestService.run { test in
            let scene = try await TripOfAna(test, calls: false)
            let tracker = try await test.tracker("collar-1", of: scene.ana)
            let path = "/api/v1/devices/\(scene.ana.device.text)/trackers/\(tracker.text)"
            let body = #"{"device":"\#(scene.ana.device.text)"}"#
            let refused = try await test.call("PUT", path, token: scene.ana.token, json: body)
            #expect(refused.status == 403 && refused.code == "pinNeeded")
            try await test.setCheapPINs(of: scene.ana.id)
            let headers = ["Content-Type: application/json", "Hearth-Pin: \(TwinStory.duress)"]
            let forced = try await test.call(
                "PUT",
                path,
                token: scene.ana.token,
                headers: headers,
                body: Array(body.utf8)
            )
            #expect(forced.status == 200)
            test.clock.advance(seconds: 60)
            #expect(try await test.forward(of: scene.ana, latitude: 52.6).status == 200)
            let seen = try await test.call("GET", "/api/v1/companion-trips", token: scene.bo.token).items.first
            let fix = seen?["fix"] as? [String: Any]
            #expect(fix?["latitude"] as? Double == berlin.latitude && fix?["ageSeconds"] as? Int == 60)
            let own = try await test.call("GET", "/api/v1/trips/\(scene.trip.text)", token: scene.ana.token)
            #expect(own.json["heardAt"] as? String == test.clock.now.text, "as after the right PIN")
        }
    }

    @Test func `A13: a Traccar server offers at most 100 trackers`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            for number in 1...105 { _ = try await test.tracker("truck-\(number)", of: anna, isOffered: number <= 100) }
        }
    }
}

extension TestService {
    /// Forwards a position of the tracker collar-1 with the token of a member's phone.
    func forward(
        of member: TestMember,
        latitude: Double = 52.5,
        speed: Double = 0,
        secondsAgo: Int64 = 0,
        attributes: String = "",
        more: String = ""
    ) async throws -> TestResponse {
        let at = clock.now.advanced(bySeconds: -secondsAgo).text.replacing("Z", with: "+00:00")
        let body = """
            {"position":{"fixTime":"\(at)","latitude":\(latitude),"longitude":13.4,"speed":\(speed),"course":90,\
            "accuracy":8,"attributes":{"batteryLevel":81\(attributes)},"valid":true,"outdated":false\(more)},\
            "device":{"uniqueId":"collar-1","name":"Bella"}}
            """
        return try await call("POST", "/in/traccar", token: member.deviceToken, json: body)
    }

    /// Lets a tracker be heard with the token of a member's phone, and answers what it is called here.
    @discardableResult
    func tracker(_ uniqueID: String, of member: TestMember, isOffered: Bool = true) async throws -> ID<Tracker> {
        let bridge = try #require(try await hub.credential(token: Array(member.deviceToken.utf8)))
        clock.advance(milliseconds: 1)
        _ = try await hub.sender(ofTracker: uniqueID, name: nil, by: bridge, receivedAt: clock.now)
        let devices = try await hub.devices(of: member.id)
        let known = devices.flatMap { $0.trackers ?? [] }.first { $0.uniqueID == uniqueID }
        #expect((known != nil) == isOffered, "\(uniqueID)")
        return known?.id ?? ID(high: 0, low: 0)
    }

    /// Adds a thing of a member.
    func thing(_ name: String, of member: TestMember) async throws -> ID<Device> {
        let id = hub.outside.newID(of: Device.self)
        let body = #"{"id":"\#(id.text)","name":"\#(name)","follows":false}"#
        let added = try await call("POST", "/api/v1/devices", token: member.token, json: body)
        try #require(added.status == 201)
        return id
    }

    /// Binds a tracker of a member's phone to a device.
    func bind(_ uniqueID: String, to device: ID<Device>, of member: TestMember) async throws {
        let tracker = try await tracker(uniqueID, of: member)
        _ = try await hub.bindTracker(tracker, by: member.device, to: device, of: member.id)
    }

    /// Adds a thing to which collar-1 is bound.
    func boundThing(of member: TestMember) async throws -> ID<Device> {
        let thing = try await thing("Bella", of: member)
        try await bind("collar-1", to: thing, of: member)
        return thing
    }

    func device(_ id: ID<Device>, of member: TestMember) async throws -> [String: Any] {
        let items = try await call("GET", "/api/v1/devices", token: member.token).items
        return try #require(items.first { $0["id"] as? String == id.text })
    }

    fileprivate func latitude(of thing: ID<Device>, _ member: TestMember) async throws -> Double? {
        (try await device(thing, of: member)["position"] as? [String: Any])?["latitude"] as? Double
    }

    fileprivate func thingPositions() async throws -> Int {
        Int(try await hub.database.read { try $0.first("SELECT count(*) FROM thing_position")?.integer(0) ?? 0 })
    }
}
