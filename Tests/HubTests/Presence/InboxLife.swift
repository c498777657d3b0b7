import Family
import Hub
import Testing

/// A day of one member that two hubs hear of in the same words: one that never ends, and one that is killed often.
struct InboxLife {
    /// What must be the same on both.
    struct State: Hashable {
        var presence: Presence?
        var track: [FixRecord]
    }

    private enum Event {
        case fixes([[Fix]], regions: [String]?)
        case transition(RegionTransition)
        case place(ID<Place>, PlaceRequest)
        case noPlace(ID<Place>)
        case tidy
        case forget
    }

    var chance: Chance
    private let device: DeviceCredential
    private let otherDevice: DeviceCredential
    private var here = berlin
    private var placesMade: UInt64 = 0
    private var sent: [Fix] = []
    private let steadyClock: TestClock

    init(seed: UInt64, _ steady: TestHub, _ mortal: TestHub) async throws {
        chance = Chance(seed: seed)
        steadyClock = steady.clock
        device = try await InboxLife.device(on: steady)
        otherDevice = try await InboxLife.device(on: mortal)
    }

    /// The device that has the same identity on both.
    private static func device(on home: TestHub) async throws -> DeviceCredential {
        let (_, token) = try await home.hub.addDevice(ID(high: 7, low: 7), for: try await home.member(1), name: "phone")
        guard let device = try await home.hub.credential(token: Array(token.utf8)) else {
            throw DeviceRefusal.notFound
        }
        return device
    }

    /// Lets some time pass, and something happen on both hubs.
    mutating func step(_ steady: TestHub, _ mortal: TestHub) async throws {
        let seconds = [0, 1, 20, 20, 60, 400, 4_000][number(below: 7)]
        for clock in [steady.clock, mortal.clock] {
            clock.advance(seconds: Int64(seconds), milliseconds: 1)
            // A clock that is set back by the network.
            if seconds == 1 { clock.advance(seconds: -30) }
        }
        let event = event(steady)
        try await happen(event, on: steady, as: device)
        try await happen(event, on: mortal, as: otherDevice)
    }

    private mutating func number(below limit: Int) -> Int {
        Int(chance.next() % UInt64(limit))
    }

    /// What a hub says of the member, apart from when it last heard of them.
    func state(of home: TestHub) async throws -> State {
        let member = home.clock === steadyClock ? device.member : otherDevice.member
        var presence = try await home.hub.subject(member)?.presence
        presence?.hear(at: Timestamp(milliseconds: .max))
        return State(presence: presence, track: try await home.track(of: member))
    }

    private mutating func event(_ home: TestHub) -> Event {
        switch number(below: 16) {
        case 0: return .transition(transition(home))
        case 1:
            let centre = number(below: 2) == 0 ? berlin : here
            placesMade += 1
            return .place(ID(high: 9, low: placesMade), placeRequest("Place \(placesMade)", centre))
        case 2: return .noPlace(ID(high: 9, low: UInt64(number(below: Int(placesMade) + 1))))
        case 3: return .tidy
        case 4: return .forget
        case 5: return .fixes([(0..<40).map { _ in fix(home) }], regions: regions())
        default:
            return .fixes(
                (0...number(below: 3)).map { _ in (0...number(below: 5)).map { _ in fix(home) } },
                regions: regions()
            )
        }
    }

    private mutating func transition(_ home: TestHub) -> RegionTransition {
        let at = home.clock.now.advanced(bySeconds: -Int64(number(below: 90)))
        var transition = RegionTransition(event: number(below: 2) == 0 ? .enter : .leave, at: at)
        transition.name = "Place \(number(below: Int(placesMade) + 1))"
        return transition
    }

    /// What the phone lists: nothing at all, no region, or some of the places that are or were.
    private mutating func regions() -> [String]? {
        guard number(below: 3) > 0 else { return nil }
        return (0..<number(below: 3)).map { _ in "Place \(number(below: Int(placesMade) + 1))" }
    }

    /// A fix as odd as phones send them.
    private mutating func fix(_ home: TestHub) -> Fix {
        if !sent.isEmpty, number(below: 8) == 0 { return sent[number(below: sent.count)] }
        here = here.moved(northMetres: Double(number(below: 81) - 40), eastMetres: Double(number(below: 81) - 40))
        if number(below: 20) == 0 { here = berlin }
        var fix = home.fix(here, secondsAgo: Int64(number(below: 30)))
        switch number(below: 16) {
        case 0:
            // Sent again after an hour and more it is another one at home, though not in the inbox.
            fix.at = fix.at.advanced(bySeconds: 7_200)
            return fix
        case 1: fix.at = fix.at.advanced(bySeconds: 200)
        case 2: fix.at = fix.at.advanced(bySeconds: -9 * 86_400)
        case 3: fix.at = fix.at.advanced(bySeconds: -600)
        case 4: fix.accuracyMetres = 900
        case 5, 6: fix.coordinate = here.moved(northMetres: 90_000, eastMetres: 0)
        case 7: fix.at = sent.last?.at ?? fix.at
        case 8: fix.motion = .automotive
        case 9: fix.accuracyMetres = nil
        case 10: fix.speedMetresPerSecond = Double(number(below: 300)) / 7
        case 11: fix.batteryPercent = Double(number(below: 1_000)) / 9
        default: break
        }
        sent.append(fix)
        return fix
    }

    private func happen(_ event: Event, on home: TestHub, as device: DeviceCredential) async throws {
        switch event {
        case .fixes(let requests, let names):
            // All in one millisecond, and most of them in one turn of the writer.
            let (answers, answered) = AsyncStream<Result<DeviceReportOutcome, DeviceReportRefusal>>.makeStream()
            for request in requests {
                let regions = names.map { PhoneRegions(phone: device.device, names: $0, ids: []) }
                let sighting = DeviceReport(fixes: request, regions: regions)
                home.hub.ingest(sighting, from: device, receivedAt: home.clock.now) { answered.yield($0) }
            }
            for try await answer in answers.prefix(requests.count) { _ = try answer.get() }
        case .transition(let transition):
            _ = await withCheckedContinuation { done in
                home.hub.ingest(
                    DeviceReport(fixes: [], transitions: [transition]),
                    from: device,
                    receivedAt: home.clock.now
                ) {
                    done.resume(returning: $0)
                }
            }
        case .place(let id, let request): _ = try await home.hub.addPlace(id, for: device.member, request)
        case .noPlace(let id): await remove(id, home, device)
        case .tidy: home.hub.tidy()
        case .forget: await remove(ID(high: 8, low: 8), home, device)
        }
    }

    /// Removes a place; where there is none, the refusal makes the hub forget what it has of the member in memory.
    private func remove(_ id: ID<Place>, _ home: TestHub, _ device: DeviceCredential) async {
        do {
            try await home.hub.removePlace(id, of: device.member)
        } catch {
            #expect(error as? PlaceRefusal == .notFound)
        }
    }
}
