import Family
import Hub
import Messaging
import SQL
import Storage
import Synchronization
import Testing

/// A push service as RFC 8030 describes it: it keeps each message for its TTL, for a browser that is not there.
private final class StoringPushService: MessageSender {
    private let clock: TestClock
    private let kept = Mutex<[(message: Message, until: Timestamp)]>([])

    init(_ clock: TestClock) {
        self.clock = clock
    }

    func send(_ message: Message) async -> SendOutcome {
        let until = clock.now.advanced(bySeconds: message.worthSeconds)
        kept.withLock { $0.append((message, until)) }
        return .sent
    }

    /// What a browser gets that comes now.
    func delivered() -> [Message] {
        let now = clock.now
        return kept.withLock { kept in
            defer { kept = [] }
            return kept.filter { $0.until > now }.map(\.message)
        }
    }
}

@Suite struct LateReceiverTests {
    @Test func `F16: a companion whose phone is off for twenty minutes still receives every message of the alarm`()
        async throws
    {
        let clock = TestClock()
        let service = StoringPushService(clock)
        try await TestHub.run(clock: clock, senders: [.push: service]) { test in
            let scene = try await SafetyScene(test)
            let (bo, _) = try await test.hub.addSession(for: scene.bo)
            try await test.subscribe(bo)
            try await test.hub.sendMessages()
            _ = service.delivered()
            try await scene.help(.alert)
            for _ in 0..<20 * 60 {
                clock.advance(seconds: 1)
                await test.hub.handleDeadlines()
                try await test.hub.sendMessages()
            }
            let received = service.delivered()
            // At 0, 60 and 180 s, and each five minutes: none is lost, and none may wait for a phone to wake by itself.
            #expect(received.count == 7 && received.allSatisfy { $0.isUrgent }, "\(received.count)")
            #expect(received.allSatisfy { $0.worthSeconds >= 3_600 })
        }
    }

    @Test func `F18: without an answer each person is called 15 times in an hour, at the seconds that are promised`()
        async throws
    {
        try await SafetyScene.run { scene in
            try await scene.help(.alert)
            var seconds: [Int64] = []
            for second in 0...4_200 as ClosedRange<Int64> {
                let texts = try await scene.hub.database.read { transaction in
                    try transaction.first("SELECT count(*) FROM outbox WHERE channel = 'text'")?.integer(0) ?? 0
                }
                while Int64(seconds.count) < texts { seconds.append(second) }
                await scene.pass(seconds: 1)
            }
            #expect(seconds == [0, 60, 180] + (1...12).map { 300 * $0 }, "and then no more")
        }
    }
}
