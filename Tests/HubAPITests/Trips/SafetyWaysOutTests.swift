import API
import Family
import Foundation
import Hub
import Testing
import WireClient

/// F35 on trips and alarms: there the traveller's choice of companions decides, and nobody's level of a connection.
@Suite struct SafetyWaysOutTests {
    /// Who asks for a trip and an alarm that are somebody else's.
    enum Watcher: Hashable, CustomStringConvertible {
        /// Sees the traveller at a level, and is no companion of this trip.
        case seer(Precision)
        case stranger
        case nobody
        case companion
        case guest

        static let all: [Watcher] =
            [.nobody, .stranger] + Precision.allCases.map { .seer($0) } + [.guest, .companion]

        var description: String {
            switch self {
            case .seer(let precision): "a seer at \(precision)"
            case .stranger: "a stranger"
            case .nobody: "nobody"
            case .companion: "the companion"
            case .guest: "a guest"
            }
        }
    }

    /// The routes that tell where the traveller is, and whom; all others tell nobody, which the matrix tries as well.
    static let telling: [String: Set<Watcher>] = [
        "companionTrips": [.companion], "companionTrip": [.companion], "companionPositions": [.companion],
        "alarms": [.companion], "view": [.guest], "viewPositions": [.guest], "openView": [.guest],
    ]

    @Test(arguments: everySafetyRoute)
    func `F35: a trip and its alarm show a position to companions and guests only, by seven routes`(
        _ route: SafetyRoute
    ) async throws {
        try await TestService.run { test in
            let scene = try await TripOfAna(test)
            let asked = try await watchers(scene)
            let name = String("\(route)".prefix { $0 != "(" })
            var strangers: Int?
            for (watcher, token, headers) in asked {
                // Five wrong secrets stop a network (F48); two are enough here.
                if case .seer = watcher, route == .openView { continue }
                let answer = try await ask(route, scene, watcher, token, headers)
                let near = positions(in: answer.text)
                let tells = Self.telling[name, default: []].contains(watcher)
                #expect(near.isEmpty != tells, "\(watcher): \(answer.status) \(answer.text)")
                if watcher == .stranger { strangers = answer.status }
                guard watcher != .companion, watcher != .guest else { continue }
                // Whom of mine no message reaches is told by identity.
                let identity = route == .overview ? [] : [scene.ana.id.text]
                for word in identity + ["Member 1", scene.ana.phone, TripOfAna.destination] {
                    #expect(!answer.text.contains(word), "\(watcher) reads \(word)")
                }
                guard case .seer = watcher else { continue }
                #expect(answer.status == strangers, "\(watcher) is a stranger to it")
            }
        }
    }

    @Test func `F35: the table of routes that tell names no other than there are`() {
        let names = Set(everySafetyRoute.map { String("\($0)".prefix { $0 != "(" }) })
        #expect(Set(Self.telling.keys).isSubset(of: names))
    }

    @Test func `F35: once a trip is over, or its companion removed, none of its ways tells where its traveller is`()
        async throws
    {
        for removes in [false, true] {
            try await TestService.run { test in
                let scene = try await TripOfAna(test, calls: false)
                let asked = try await watchers(scene)
                let told = try await answers(scene, asked)
                #expect(told.values.count { !$0.isEmpty } == 5, "all but the alarms")
                if removes {
                    let path = "/api/v1/trips/\(scene.trip.text)/companions/\(scene.bo.id.text)"
                    let pin = #"{"pin":"\#(TripOfAna.pin)"}"#
                    #expect(try await test.call("DELETE", path, token: scene.ana.token, json: pin).status == 204)
                } else {
                    try await scene.arrive()
                }
                for (name, found) in try await answers(scene, asked) {
                    let isGuests = Self.telling[name] == [.guest]
                    #expect(found.isEmpty != (removes && isGuests), "\(name)")
                }
            }
        }
    }

    /// The positions that each telling route gives to those whom it tells.
    private func answers(
        _ scene: TripOfAna,
        _ asked: [(Watcher, String?, [String])]
    ) async throws -> [String: [Double]] {
        var found: [String: [Double]] = [:]
        // Opening a view once more would end the cookie that the others are asked with.
        for route in everySafetyRoute where route != .openView {
            let name = String("\(route)".prefix { $0 != "(" })
            for (watcher, token, headers) in asked where Self.telling[name, default: []].contains(watcher) {
                found[name, default: []] += positions(in: try await ask(route, scene, watcher, token, headers).text)
            }
        }
        return found
    }

    /// Everybody with what they send to say who they are, those last who are let in.
    private func watchers(_ scene: TripOfAna) async throws -> [(Watcher, String?, [String])] {
        let test = scene.test
        var tokens: [Watcher: String] = [.companion: scene.bo.token, .stranger: try await test.member(3).token]
        for (number, precision) in Precision.allCases.enumerated() {
            let seer = try await test.member(4 + number)
            // What was agreed on before the trip; on it, lowering takes the PIN.
            let id = try await test.connect(seer, to: scene.ana, precision == .off ? .place : precision)
            if precision == .off {
                let lowered = try await test.call(
                    "PATCH",
                    "/api/v1/connections/\(id)",
                    token: scene.ana.token,
                    headers: ["Hearth-Pin: \(TripOfAna.pin)", "Content-Type: application/json"],
                    body: Array(#"{"precision":"off"}"#.utf8)
                )
                try #require(lowered.status == 200)
            }
            tokens[.seer(precision)] = seer.token
        }
        let guest = try await scene.guest().headers
        return Watcher.all.map { ($0, tokens[$0], $0 == .guest ? guest : ["Content-Type: application/json"]) }
    }

    private func ask(
        _ route: SafetyRoute,
        _ scene: TripOfAna,
        _ watcher: Watcher,
        _ token: String?,
        _ headers: [String]
    ) async throws -> TestResponse {
        let (method, path) = Route.safety(named(route, scene)).methodAndPath
        let body = method == "GET" ? nil : Array(self.body(of: route, scene, watcher).utf8)
        return try await scene.test.call(method, path, token: token, headers: headers, body: body)
    }

    /// The route with the things of this trip in it.
    private func named(_ route: SafetyRoute, _ scene: TripOfAna) -> SafetyRoute {
        let (trip, alarm) = (scene.trip, scene.alarm)
        return switch route {
        case .trip: .trip(trip)
        case .arrive: .arrive(trip)
        case .cancel: .cancel(trip)
        case .extend: .extend(trip)
        case .answer: .answer(trip)
        case .heartbeat: .heartbeat(trip)
        case .chooseDevice: .chooseDevice(trip)
        case .addCompanion: .addCompanion(trip)
        case .removeCompanion: .removeCompanion(trip, scene.bo.id)
        case .positions: .positions(trip)
        case .renewLink: .renewLink(trip)
        case .companionTrip: .companionTrip(trip)
        case .leaveTrip: .leaveTrip(trip)
        case .acceptTrip: .acceptTrip(trip)
        case .companionPositions: .companionPositions(trip)
        case .acknowledge: .acknowledge(alarm)
        case .act: .act(alarm)
        case .confirm: .confirm(alarm)
        case .clear: .clear(alarm)
        case .cancelCountdown: .cancelCountdown(ID(sharing: alarm))
        default: route
        }
    }

    /// A body that would do something; the PIN is the traveller's own.
    private func body(of route: SafetyRoute, _ scene: TripOfAna, _ watcher: Watcher) -> String {
        let newID = scene.test.hub.outside.newID(of: Member.self).text
        return switch route {
        case .extend: #"{"minutes":10,"pin":"2580"}"#
        case .addCompanion: #"{"member":"\#(scene.bo.id.text)"}"#
        case .startCountdown: #"{"id":"\#(newID)","cause":"shake","startedAgoMilliseconds":0}"#
        case .startDrill: #"{"members":["\#(scene.ana.id.text)"]}"#
        // The secret of the link is the guest's alone.
        case .openView: #"{"token":"\#(watcher == .guest ? scene.linkToken : "made up")"}"#
        case .acknowledgeByView: #"{"alarm":"\#(scene.alarm.text)"}"#
        case .setDeadZones: #"{"items":[]}"#
        default: #"{"pin":"2580"}"#
        }
    }

    /// What in a text is near to where the traveller is.
    private func positions(in text: String) -> [Double] {
        text.matches(of: /-?\d+\.\d+/).compactMap { Double($0.output) }.filter {
            abs($0 - berlin.latitude) < 0.000_9 || abs($0 - berlin.longitude) < 0.000_9
        }
    }
}
