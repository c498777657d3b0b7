import Family
import Testing

/// One member in a plane around a point, sending fixes: what the tests of presence are written in.
struct Scene {
    static let start = Timestamp(milliseconds: 1_772_352_300_000)

    var presence = Presence()
    var places: PlaceSet
    var now = Scene.start
    var events: [PresenceEvent] = []

    init(_ places: [Place] = [Scene.home]) {
        self.places = PlaceSet(places)
    }

    static let origin = point(0, 0)
    static let home = place(1, "Home", east: 0, radius: 100)

    /// A point so many metres east and north of the origin.
    static func point(_ east: Double, _ north: Double = 0) -> Coordinate {
        guard let origin = Coordinate(latitude: 48.1, longitude: 11.5) else { preconditionFailure() }
        return origin.moved(northMetres: north, eastMetres: east)
    }

    static func place(_ number: UInt64, _ label: String, east: Double, radius: Double) -> Place {
        let id = ID<Place>(high: number, low: number)
        let place = Place(
            id: id,
            label: label,
            description: "\(label) of a test",
            centre: point(east),
            radiusMetres: radius
        )
        guard let place else { preconditionFailure() }
        return place
    }

    /// Sends one fix so many seconds after the last one, received at once unless `delay` says otherwise.
    @discardableResult
    mutating func fix(
        east: Double,
        north: Double = 0,
        accuracy: Double? = 10,
        after seconds: Int64 = 10,
        delay: Int64 = 0,
        speed: Double? = nil,
        motion: Motion? = nil,
        regions: PhoneRegions? = nil
    ) -> PresenceOutcome {
        now = now.advanced(bySeconds: seconds)
        var fix = Fix(coordinate: Scene.point(east, north), at: now)
        fix.accuracyMetres = accuracy
        fix.speedMetresPerSecond = speed
        fix.motion = motion
        let received = now.advanced(bySeconds: delay)
        let outcome = presence.apply(fix, receivedAt: received, places: places, regions: regions)
        events += outcome.events
        return outcome
    }

    /// A scene whose member was seen moving far away, so that nothing about it is a first guess any more.
    static func farAway(_ places: [Place] = [Scene.home]) -> Scene {
        var scene = Scene(places)
        scene.fix(east: 3_000)
        scene.fix(east: 2_900, after: 60)
        scene.fix(east: 2_800, after: 60)
        scene.events = []
        return scene
    }

    /// A scene whose member has stood in the middle of home for an hour.
    static func atHome(_ places: [Place] = [Scene.home]) -> Scene {
        var scene = Scene(places)
        for _ in 0..<60 { scene.fix(east: 0, after: 60) }
        scene.events = []
        return scene
    }

    var state: PresenceState { presence.state(now: now).state }
    var arrivalsAndLeavings: [PresenceEvent] {
        events.filter { event in
            switch event {
            case .arrived, .left, .passed: true
            case .moved, .motionChanged: false
            }
        }
    }
}

extension ID where Subject == Place {
    init(_ number: UInt64) { self.init(high: number, low: number) }
}
