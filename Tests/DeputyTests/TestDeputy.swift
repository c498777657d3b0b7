import Crypto
import Deputy
import Family
import Languages
import Messaging
import SQL
import SQLite
import Synchronization
import Testing

/// A message as a recipient got it.
struct Received: Hashable, Sendable {
    let id: String
    let to: String
    let text: String
    let at: Int64
}

/// Takes texts, and may be out of order.
final class TestSender: MessageSender {
    private let clock: VirtualClock
    private let state = Mutex((received: [Received](), outcome: SendOutcome.sent))

    init(_ clock: VirtualClock) {
        self.clock = clock
    }

    var received: [Received] { state.withLock { $0.received } }
    var outcome: SendOutcome {
        get { state.withLock { $0.outcome } }
        set { state.withLock { $0.outcome = newValue } }
    }

    func send(_ message: Message) async -> SendOutcome {
        state.withLock { state in
            if state.outcome == .sent {
                let one = Received(id: message.id, to: message.to, text: message.text, at: clock.now)
                state.received.append(one)
            }
            return state.outcome
        }
    }
}

/// Time that a test moves.
final class VirtualClock: Sendable {
    private let milliseconds = Mutex<Int64>(0)

    var now: Int64 { milliseconds.withLock { $0 } }

    func advance(_ step: Int64) { milliseconds.withLock { $0 += step } }
}

/// A deputy in virtual time, with a line to its hub that a test cuts.
final class TestDeputy: Sendable {
    let clock = VirtualClock()
    let hub: TestHub
    let texts: TestSender
    let pushes = Mutex<[SealedPush]>([])
    let file: DeputyFile
    /// Whether the hub can be reached, and whether anything can.
    let line = Mutex((isHubReachable: true, isOnline: true))
    /// Requests and answers as a recording of the line has them.
    let recorded = Mutex<[(request: [UInt8], response: [UInt8]?)]>([])
    private let random: Mutex<SplitMix>
    private let paired: Mutex<DeputyFile.Hub?>

    init(seed: UInt64, on driver: any DatabaseDriver = SQLite.inMemory()) async throws {
        random = Mutex(SplitMix(state: seed))
        let clock = clock
        hub = try TestHub { clock.now }
        texts = TestSender(clock)
        file = try await DeputyFile(Database(driver))
        let keys = try #require(DeputyKeys(seed: SecureRandom.bytes(DeputyKeys.seedCount)))
        let pairing = hub.pair(with: keys.published)
        let row = DeputyFile.Hub(url: "hub", name: "Millers", texts: .needed, keys: keys, pairing: pairing)
        paired = Mutex(row)
        _ = try await file.add(row)
    }

    /// A number below `bound`.
    func chance(_ bound: Int64) -> Int64 { random.withLock { Int64($0.next() % UInt64(bound)) } }

    var world: DeputyWorld {
        DeputyWorld(
            lived: { self.clock.now },
            wall: { Timestamp(milliseconds: 1_800_000_000_000) },
            random: { SecureRandom.bytes($0) },
            post: { url, body, wait in await self.post(url, body, wait) },
            ownNetworkWorks: { _ in self.line.withLock { $0.isOnline } },
            senders: [.text: texts],
            push: { push in
                self.pushes.withLock { $0.append(push) }
                return .sent
            },
            log: { _ in }
        )
    }

    /// A start of the program on its file.
    func start() async throws -> DeputyAgent {
        let row = try #require(try await file.hubs().first)
        return try await DeputyAgent(row, file: file, world: world)
    }

    /// Lets the deputy run for so long.
    func run(_ agent: DeputyAgent, _ milliseconds: Int64) async throws {
        let end = clock.now + milliseconds
        while clock.now < end {
            guard case .next(let pause) = try await agent.step() else { return }
            clock.advance(pause)
        }
    }

    private func post(_ url: String, _ body: [UInt8], _ wait: Int) async -> [UInt8]? {
        let (isHubReachable, isOnline) = line.withLock { $0 }
        guard isHubReachable, isOnline else {
            // Refused at once, or lost on the way until the deputy gives up.
            clock.advance(chance(2) == 0 ? 1 : Int64(wait) * 1_000 + 6_000)
            return nil
        }
        clock.advance(chance(Int64(max(1, wait)) * 1_000))
        let response = hub.answer(body)
        recorded.withLock { $0.append((body, response)) }
        return response
    }
}

/// Chance that a seed repeats.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// An envelope for `people`, due after `milliseconds` and again a minute and three later.
func envelope(_ incident: String, people: Int = 2, dueAfter milliseconds: Int64) -> DeputyEnvelope {
    let text = DeputyWords.text(
        .overdue(dueAt: "23:05"),
        of: "Anna",
        hub: "The Millers' Hearth",
        deputy: "Grandma's house"
    ).text(in: .english)
    var envelope = DeputyEnvelope(
        steps: [Int64(0), 60_000, 180_000].enumerated().map { number, gap in
            DeputyEnvelope.Step(number: number, afterMilliseconds: milliseconds + gap)
        }
    )
    for person in 0..<people {
        envelope.add(text, by: .text, to: "+4670000000\(person)", of: person, at: 0..<3) { step in
            "\(incident)-\(step)-\(person)"
        }
    }
    return envelope
}
