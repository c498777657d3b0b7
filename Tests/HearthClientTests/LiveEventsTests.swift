import API
import Family
import Foundation
import HearthClient
import Hub
import Synchronization
import Testing
import WireClient

@Suite struct LiveEventsTests {
    @Test func `a client hears of another member's fix, and of a change in the wallet, as it happens`() async throws {
        try await TestHouse.run { house in
            let (anna, bo) = (try await house.member(1), try await house.member(2))
            let (annas, bos) = (try await house.client(of: anna.id), try await house.client(of: bo.id))
            try await house.connect(bos, to: annas, phone: anna.phone)
            let heard = Heard(bos)
            #expect(try await heard.event { $0 == .link(.live) } != nil)
            try await annas.send([fix(0, at: house.time.now)])
            let annasID = anna.id
            #expect(try await heard.event { $0.isPresence(of: annasID, withFix: true) } != nil)
            try await annas.makeNoise(for: bos)
            #expect(try await heard.event { $0 == .changed(.wallet) } != nil)
        }
    }

    @Test func `a stream heals where it broke, and tells what may have changed meanwhile`() async throws {
        try await TestHouse.run { house in
            let (anna, bo) = (try await house.member(1), try await house.member(2))
            let (annas, bos) = (try await house.client(of: anna.id), try await house.client(of: bo.id))
            try await house.connect(bos, to: annas, phone: anna.phone)
            try await annas.send([fix(0, at: house.time.now)])
            let annasID = anna.id
            house.time.hold()
            let heard = Heard(bos)
            #expect(try await heard.event { $0.isPresence(of: annasID) } != nil)
            await house.stop()
            #expect(try await heard.event { $0 == .link(.offline) } != nil)
            try await house.start()
            heard.forget()
            house.time.advance(.seconds(60))
            try await annas.send([fix(1, at: house.time.now)])
            house.time.release()
            #expect(try await heard.event { $0 == .link(.live) } != nil)
            #expect(try await heard.event { $0.isPresence(of: annasID) } != nil)
            for topic in HubEvent.Topic.allCases {
                #expect(try await heard.event { $0 == .changed(topic) } != nil)
            }
            #expect(house.line.requests.count { $0.hasPrefix("GET /api/v1/events") } == 2)
        }
    }

    @Test func `a line that went dead is noticed`() async throws {
        try await TestHouse.run { house in
            let anna = try await house.member(1)
            house.line.expect(.mute)
            let heard = Heard(try await house.client(of: anna.id, silence: .milliseconds(1_200)))
            #expect(try await heard.event { $0 == .link(.offline) } != nil)
            #expect(try await heard.event { $0 == .link(.live) } != nil)
        }
    }

    @Test func `S19: a session that ends takes its stream along`() async throws {
        try await TestHouse.run { house in
            let anna = try await house.member(1)
            let (phone, laptop) = (try await house.client(of: anna.id), try await house.client(of: anna.id))
            let heard = Heard(laptop)
            #expect(try await heard.event { $0 == .link(.live) } != nil)
            let other = try #require(try await phone.sessions().first { !$0.current })
            try await phone.endSession(other.id)
            #expect(try await heard.event { $0 == .link(.loggedOut) } != nil)
            #expect(try await eventually { heard.isEnded })
        }
    }

    @Test func `a hub with too many streams is come back to when it says`() async throws {
        try await TestHouse.run({ $0.streamsPerMember = 1 }) { house in
            let anna = try await house.member(1)
            let first = Heard(try await house.client(of: anna.id))
            #expect(try await first.event { $0 == .link(.live) } != nil)
            house.time.hold()
            let second = Heard(try await house.client(of: anna.id))
            #expect(try await second.event { $0 == .link(.offline) } != nil)
            #expect(try await eventually { house.time.waits.contains { $0 >= .seconds(30) && $0 <= .seconds(38) } })
        }
    }
}

/// What an app heard.
private final class Heard: Sendable {
    private let state = Mutex<(events: [HubEvent], isEnded: Bool)>(([], false))
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ client: HearthClient) {
        let events = client.events()
        task.withLock {
            $0 = Task { [weak self] in
                for await event in events { self?.state.withLock { $0.events.append(event) } }
                self?.state.withLock { $0.isEnded = true }
            }
        }
    }

    deinit {
        task.withLock { $0?.cancel() }
    }

    var isEnded: Bool { state.withLock { $0.isEnded } }

    func forget() {
        state.withLock { $0.events = [] }
    }

    /// Waits for an event; nil where it does not come within ten seconds.
    func event(where matches: @Sendable (HubEvent) -> Bool) async throws -> HubEvent? {
        _ = try await eventually { state.withLock { $0.events.contains(where: matches) } }
        return state.withLock { $0.events.first(where: matches) }
    }
}

extension HubEvent {
    fileprivate func isPresence(of member: ID<Member>, withFix: Bool = false) -> Bool {
        guard case .presence(let body) = self else { return false }
        return body.member == member && (body.fix != nil || !withFix)
    }
}

extension HearthClient {
    /// Something that changes another member's wallet: here, their own.
    fileprivate func makeNoise(for other: HearthClient) async throws {
        let coin = try #require(try await other.wallet().assets.first { $0.scale == 2 })
        try await other.openAccount(.init(id: other.newID(), asset: coin.number))
    }
}
