import Family
import Hub
import Messaging
import SQL
import Storage
import Testing

/// Ana, whom Bo sees exactly and Cleo by place; she has both PINs, and three ways to be reached has everybody.
struct SafetyScene {
    static let pin = "2580"
    static let duress = "9137"

    let test: TestHub
    let ana: ID<Member>
    let bo: ID<Member>
    let cleo: ID<Member>
    let phone: DeviceCredential

    var hub: Hub { test.hub }

    /// Runs `body` with the three of them, on a hub whose messages are kept for reading.
    static func run(
        duress: String? = duress,
        on driver: (any DatabaseDriver)? = nil,
        _ configure: (inout HubSettings) -> Void = { _ in },
        _ body: (SafetyScene) async throws -> Void
    ) async throws {
        try await TestHub.run(on: driver, configure) { test in
            let scene = try await SafetyScene(test)
            try await test.givePINs(to: scene.ana, duress: duress)
            try await body(scene)
        }
    }

    init(_ test: TestHub) async throws {
        self.test = test
        (ana, bo, cleo) = (try await test.member(1), try await test.member(2), try await test.member(3))
        try await test.connect(viewer: bo, to: ana, number: 1, .exact)
        try await test.connect(viewer: cleo, to: ana, number: 1, .place)
        phone = try await test.device(of: ana)
    }

    /// The same three after a restart of their hub.
    init(_ scene: SafetyScene, on test: TestHub) {
        self.test = test
        (ana, bo, cleo, phone) = (scene.ana, scene.bo, scene.cleo, scene.phone)
    }

    /// Sets out for 40 minutes on foot, with Bo as companion.
    @discardableResult
    func start(
        _ id: ID<Trip>? = nil,
        companions: [ID<Member>]? = nil,
        minutes: Int64 = 40
    ) async throws -> ID<Trip> {
        var request = TripRequest(
            id: id ?? hub.outside.newID(),
            name: "The station",
            destination: berlin.moved(northMetres: 3_000, eastMetres: 0),
            mode: .walk,
            companions: companions ?? [bo]
        )
        request.origin = berlin
        request.dueAt = test.clock.now.advanced(bySeconds: (minutes + 15) * 60)
        try await hub.startTrip(request, route: nil, by: ana)
        return request.id
    }

    /// Presses or shakes, so many seconds ago.
    @discardableResult
    func help(_ cause: HelpCountdown.Cause, agoMilliseconds: Int64 = 0) async throws -> HelpCountdown {
        try await hub.startCountdown(
            HelpRequest(id: hub.outside.newID(), cause: cause, startedAgoMilliseconds: agoMilliseconds),
            by: ana
        ).countdown
    }

    /// Lets time pass, a second at a time, as the scheduler of a hub does.
    func pass(seconds: Int64, each step: Int64 = 1) async {
        var left = seconds
        while left > 0 {
            test.clock.advance(seconds: min(step, left))
            left -= step
            await hub.handleDeadlines()
        }
    }

    /// The urgent texts to a member's number since the start, oldest first: alarms and questions, no trip news.
    func texts(to number: Int) async throws -> [String] {
        try await hub.outboxItems(after: nil).filter { $0.isUrgent && $0.to == TestHub.phone(number) }.map(\.text)
    }

    /// Every text to a member's number since the start, oldest first.
    func allTexts(to number: Int) async throws -> [String] {
        try await hub.outboxItems(after: nil).filter { $0.to == TestHub.phone(number) }.map(\.text)
    }

    /// The one alarm that a member was told of.
    func alarm(of member: ID<Member>) async throws -> AlarmReport? {
        try await hub.alarms(for: member).first { !$0.isMine }
    }
}

extension TestHub {
    /// Sets a member's PINs before what a test tells of: no message or notice is left.
    func givePINs(to member: ID<Member>, duress: String? = SafetyScene.duress) async throws {
        let (caller, _) = try await hub.addSession(for: member)
        try await hub.setPINs(of: caller, pin: SafetyScene.pin, duress: duress)
        try await hub.database.transaction { transaction in
            for table in ["outbox", "notice"] as [StaticString] { try transaction.run("DELETE FROM \(literal: table)") }
        }
    }
}
