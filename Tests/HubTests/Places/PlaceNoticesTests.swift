import Bus
import Family
import Hub
import Messaging
import SQL
import Storage
import Testing

/// B6, A10: those who asked are told of places, silence and batteries; everybody else is told nothing.
@Suite struct PlaceNoticesTests {
    @Test func `B6: a viewer who asked gets one notice and one push for each arrival and departure`() async throws {
        try await Watchers.run { family in
            try await family.watch("Home", arrived: true, left: true)
            try await family.subscribe()
            try await family.goHome()
            #expect(try await family.told() == ["arrived Home"])
            try await family.pass(minutes: 5)
            try await family.goAway()
            #expect(try await family.told() == ["left Home", "arrived Home"])
            try await family.pass(minutes: 5)
            #expect(try await family.told().count == 2, "never twice")
            #expect(family.pushes == ["Member 1 left Home", "Member 1 arrived Home"])
        }
    }

    @Test func `B6: a viewer is notified only of the arrivals and departures that they asked for`() async throws {
        try await Watchers.run { family in
            try await family.goHome()
            #expect(try await family.told() == [])
            try await family.watch("School", arrived: true, left: true)
            try await family.goAway()
            #expect(try await family.told() == [])
            try await family.watch("home", arrived: true, left: false)
            try await family.goHome()
            try await family.pass(minutes: 3)
            try await family.goAway()
            #expect(try await family.told() == ["arrived Home"])
        }
    }

    @Test func `B6, F40: once consent ends a viewer is not notified, and earlier notices are hidden`() async throws {
        try await Watchers.run { family in
            try await family.watch("Home", arrived: true, left: true)
            try await family.goHome()
            #expect(try await family.told() == ["arrived Home"])
            try await family.setPrecision(.off)
            #expect(try await family.told() == [])
            try await family.goAway()
            try await family.setPrecision(.place)
            #expect(try await family.told() == ["arrived Home"], "and what happened meanwhile is never told")
        }
    }

    @Test func `B6: a notice of whereabouts is gone after a day, and its place with its place`() async throws {
        try await Watchers.run { family in
            try await family.watch("Home", arrived: true, left: true)
            try await family.goHome()
            family.home.clock.advance(seconds: 86_401)
            #expect(try await family.told() == [])
            await family.home.hub.forgetWhatIsOld()
            let count = try await family.home.hub.database.read { transaction in
                try transaction.first("SELECT count(*) FROM notice WHERE kind = 'arrived'")?.integer(0)
            }
            #expect(count == 0)
        }
    }

    @Test func `F39: positions measured during a pause notify no viewer`() async throws {
        try await Watchers.run { family in
            try await family.watch("Home", arrived: true, left: true)
            _ = try await family.home.hub.setPause(of: family.anna, until: nil)
            try await family.goHome()
            try await family.pass(minutes: 5)
            #expect(try await family.told() == [])
        }
    }

    @Test func `F53: a hub that was down for long tells nothing of what it missed`() async throws {
        try await Watchers.run { family in
            try await family.watch("Home", arrived: true, left: true)
            try await family.goHome()
            await family.move(to: family.away, steps: 3)
            family.home.clock.advance(seconds: 660)
            await family.home.hub.tellWatchers()
            #expect(try await family.told() == ["arrived Home"])
        }
    }

    @Test func `F3: a waiting place notice survives a restart, and is sent once`() async throws {
        try await Watchers.run { family in
            try await family.watch("Home", arrived: true, left: true)
            try await family.goHome()
            await family.move(to: family.away, steps: 6)
            let restarted = try await family.home.restarted()
            restarted.clock.advance(seconds: 61)
            async let first: Void = restarted.hub.tellWatchers()
            async let second: Void = family.home.hub.tellWatchers()
            _ = await (first, second)
            #expect(try await family.told() == ["left Home", "arrived Home"])
        }
    }

    @Test func `A10: a viewer who asked is notified once that a phone is silent, F14 that its battery is low`()
        async throws
    {
        try await Watchers.run { family in
            try await family.setPrecision(.coarse)
            try await family.watch("Home", arrived: false, left: false, quiet: true, lowBattery: true)
            await family.send(battery: 40)
            await family.send(battery: 12)
            await family.send(battery: 11)
            #expect(try await family.told() == ["lowBattery"])
            for _ in 0..<70 { try await family.pass(minutes: 1) }
            #expect(try await family.told() == ["quiet", "lowBattery"])
        }
    }

    @Test func `F14, F35: a viewer who does not see the battery is not notified of it`() async throws {
        try await Watchers.run { family in
            try await family.watch("Home", arrived: false, left: false, quiet: true, lowBattery: true)
            await family.send(battery: 5)
            #expect(try await family.told() == [])
        }
    }

    @Test func `F37: a viewer who is notified of a place counts as having looked`() async throws {
        try await Watchers.run { family in
            try await family.watch("Home", arrived: true, left: false)
            try await family.goHome()
            let looks = try await family.home.hub.looks(at: family.anna, after: nil).looks
            #expect(looks.map(\.viewer) == [.member(family.bo)])
            #expect(looks.first?.precision == .place && looks.first?.screens == .notice)
        }
    }

    @Test func `a watch is refused on a member whom the viewer does not see, or with invalid labels`() async throws {
        try await Watchers.run { family in
            let stranger = try await family.home.member(3)
            await #expect(throws: PlaceSubscriptionRefusal.notFound) {
                try await family.home.hub.setWatch(of: family.anna, by: stranger, PlaceSubscription(quiet: true))
            }
            await #expect(throws: PlaceSubscriptionRefusal.notFound) {
                try await family.home.hub.setWatch(of: family.bo, by: family.bo, PlaceSubscription(quiet: true))
            }
            for labels in [[""], ["a\nb"], ["Lost"], ["Gym", "gym"], [String(repeating: "a", count: 41)]] {
                let wishes = labels.map { PlaceSubscription.PlaceWish(label: $0, arrived: true, left: true) }
                await #expect(throws: PlaceSubscriptionRefusal.labels) {
                    try await family.home.hub.setWatch(
                        of: family.anna,
                        by: family.bo,
                        PlaceSubscription(places: wishes)
                    )
                }
            }
        }
    }
}

/// Anna with a home and a phone, and Bo who sees her by place.
private final class Watchers: Sendable {
    let home: TestHub
    let anna: ID<Member>
    let bo: ID<Member>
    let away = berlin.moved(northMetres: 1_000, eastMetres: 0)
    private let phone: DeviceCredential
    private let consent: ID<Connection>
    private let sender: RecordingSender

    static func run(_ body: @escaping (Watchers) async throws -> Void) async throws {
        let sender = RecordingSender()
        try await TestHub.run(senders: [.push: sender]) { home in
            try await body(try await Watchers(home, sender))
        }
    }

    private init(_ home: TestHub, _ sender: RecordingSender) async throws {
        self.home = home
        self.sender = sender
        (anna, bo) = (try await home.member(1), try await home.member(2))
        consent = try await home.connect(viewer: bo, to: anna, number: 1, .place).id
        _ = try await home.hub.addPlace(home.hub.outside.newID(), for: anna, placeRequest("Home", berlin))
        phone = try await home.device(of: anna)
        await move(to: away, steps: 3)
    }

    /// What Bo's pushes say, the newest first.
    var pushes: [String] {
        sender.tries.reversed().compactMap { message in
            guard let title = message.text.firstMatch(of: /"title":"([^"]*)","body":"([^"]*)"/),
                title.output.1.hasPrefix("Member")
            else { return nil }
            return "\(title.output.1) \(title.output.2)"
        }
    }

    func watch(_ label: String, arrived: Bool, left: Bool, quiet: Bool = false, lowBattery: Bool = false)
        async throws
    {
        let wish = PlaceSubscription.PlaceWish(label: label, arrived: arrived, left: left)
        try await home.hub.setWatch(
            of: anna,
            by: bo,
            PlaceSubscription(places: [wish], quiet: quiet, lowBattery: lowBattery)
        )
    }

    func subscribe() async throws {
        try await home.subscribe(try await home.hub.addSession(for: bo).0)
    }

    func setPrecision(_ precision: Precision) async throws {
        _ = try await home.hub.changeConnection(consent, by: anna, precision: precision, expiresAt: nil)
    }

    /// What Bo is told of Anna, the newest first.
    func told() async throws -> [String] {
        try await home.hub.sendMessages()
        return try await home.hub.notices(of: bo).compactMap { notice in
            guard notice.about == anna, notice.kind != .codeUsed, notice.kind != .requestAccepted else { return nil }
            return notice.place.map { "\(notice.kind.rawValue) \($0)" } ?? notice.kind.rawValue
        }
    }

    func goHome() async throws {
        await move(to: berlin, steps: 6)
        try await pass(minutes: 2)
    }

    func goAway() async throws {
        await move(to: away, steps: 6)
        try await pass(minutes: 2)
    }

    /// Lets the time pass as the hub does, without a fix.
    func pass(minutes: Int64) async throws {
        for _ in 0..<minutes * 2 {
            home.clock.advance(seconds: 30)
            await home.hub.tellWatchers()
        }
    }

    /// Sends fixes at a point, ten seconds apart.
    func move(to point: Coordinate, steps: Int) async {
        for _ in 0..<steps {
            home.clock.advance(seconds: 20)
            await home.send(point, from: phone)
        }
    }

    func send(battery: Double) async {
        home.clock.advance(seconds: 60)
        var fix = home.fix(away)
        fix.batteryPercent = battery
        _ = await home.send([fix], from: phone)
        await home.hub.tellWatchers()
    }
}
