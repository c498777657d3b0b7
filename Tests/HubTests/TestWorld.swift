import Bus
import Family
import Hub
import Synchronization

/// The time of day, moved by the test alone.
final class TestClock: Sendable {
    private let time = Mutex(Timestamp(milliseconds: 1_772_352_000_000))

    var now: Timestamp { time.withLock { $0 } }

    func advance(seconds: Int64 = 0, milliseconds: Int64 = 0) {
        time.withLock { $0 = $0.advanced(bySeconds: seconds).advanced(byMilliseconds: milliseconds) }
    }
}

/// A bus that remembers what was published, each call by itself.
final class RecordingBus: Bus {
    private let published = Mutex<[[BusEvent]]>([])

    /// What was published since the last time this was asked.
    func takePublished() -> [[BusEvent]] {
        published.withLock { published in
            defer { published = [] }
            return published
        }
    }

    /// As on the hub's own bus, nothing is no news.
    func publish(_ events: [BusEvent]) {
        guard !events.isEmpty else { return }
        published.withLock { $0.append(events) }
    }

    func subscribe(_ receive: @escaping @Sendable ([BusEvent]) -> Void) -> BusSubscription {
        BusSubscription {}
    }
}

/// What the hub logged.
final class TestLog: Sendable {
    private let lines = Mutex<[String]>([])

    var text: String { lines.withLock { $0.joined(separator: "\n") } }

    func add(_ entry: LogEntry) {
        let facts = entry.facts.map { "\($0.name)=\($0.value)" }
        lines.withLock { $0.append(([entry.level.rawValue, entry.message] + facts).joined(separator: " ")) }
    }
}

/// Chance that a seed repeats: SplitMix64.
struct Chance: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
