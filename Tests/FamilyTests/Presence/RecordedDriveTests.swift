import Family
import Foundation
import Testing

/// A real drive, read as a careful reader would: on foot, driving, a stop of two minutes, driving back, the end.
@Suite struct RecordedDriveTests {
    @Test func `a recorded drive gives travelling, the stop, travelling and the stop`() throws {
        let seen = try RecordedDriveTests.drive(places: [])
        #expect(seen.states.map(\.state) == [.unknown, .travelling, .unknown, .travelling, .unknown])
        let expected = ["06:15:50", "06:16:50", "06:19:39", "06:21:38", "06:22:41"]
        for (state, text) in zip(seen.states, expected) {
            let time = try #require(Timestamp(text: "2020-12-18T\(text)Z"))
            #expect(abs(state.since.seconds(since: time)) <= 35, "\(state)")
        }
        #expect(seen.motions.map(\.0) == [.stationary, .automotive, .stationary, .automotive, .stationary])
        #expect(seen.presence.motion == .stationary)
    }

    @Test func `the same drive between two places gives the places`() throws {
        let home = try RecordedDriveTests.place(1, "Home", 45.27333, 13.71405)
        let shop = try RecordedDriveTests.place(2, "Shop", 45.27632, 13.71980)
        let seen = try RecordedDriveTests.drive(places: [home, shop])
        #expect(
            seen.states.map(\.state) == [
                .place(home.id), .travelling, .place(shop.id), .travelling, .place(home.id),
            ]
        )
    }

    private struct Seen {
        var presence = Presence()
        var states: [(state: PresenceState, since: Timestamp)] = []
        var motions: [(Motion, Timestamp)] = []
    }

    private static func drive(places: [Place]) throws -> Seen {
        let set = PlaceSet(places)
        var seen = Seen()
        for fix in try fixes() {
            _ = seen.presence.apply(fix, receivedAt: fix.at, places: set)
            let now = seen.presence.state(now: fix.at)
            if now.state != seen.states.last?.state { seen.states.append((now.state, now.since ?? fix.at)) }
            if let motion = seen.presence.motion, motion != seen.motions.last?.0 {
                seen.motions.append((motion, fix.at))
            }
        }
        return seen
    }

    private static func place(_ number: UInt64, _ label: String, _ latitude: Double, _ longitude: Double) throws
        -> Place
    {
        let centre = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let id = ID<Place>(number)
        return try #require(Place(id: id, label: label, description: label, centre: centre, radiusMetres: 120))
    }

    private static func fixes() throws -> [Fix] {
        let file = URL(fileURLWithPath: #filePath)
            .appendingPathComponent("../../../Fixtures/tracks/around-visnjan-with-car.gpx").standardized
        let text = try String(contentsOf: file, encoding: .utf8)
        let fixes = try text.components(separatedBy: "<trkpt ").dropFirst().map { point in
            let quoted = point.components(separatedBy: "\"")
            let time = point.components(separatedBy: "<time>")[1].components(separatedBy: "</time>")[0]
            let coordinate = Coordinate(
                latitude: try #require(Double(quoted[1])),
                longitude: try #require(Double(quoted[3]))
            )
            return Fix(coordinate: try #require(coordinate), at: try #require(Timestamp(text: time)))
        }
        try #require(fixes.count == 104)
        return fixes
    }
}
