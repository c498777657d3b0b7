public import Family
import Foundation

/// What the client takes from outside itself: the time, waiting, chance.
///
/// An app uses `real`; a test gives its own and waits for nothing.
public struct Surroundings: Sendable {
    public var now: @Sendable () -> Timestamp
    /// Waits for so long; throws where whoever waits is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void
    public var random: @Sendable () -> UInt64

    /// Surroundings of one's own, as for a test.
    public init(
        now: @escaping @Sendable () -> Timestamp,
        sleep: @escaping @Sendable (Duration) async throws -> Void,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.now = now
        self.sleep = sleep
        self.random = random
    }

    /// The device's own clock and chance.
    public static let real = Surroundings(
        now: { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) },
        sleep: { try await Task.sleep(for: $0) },
        random: { UInt64.random(in: 0 ... .max) }
    )

    /// A new identity for something that is made now.
    ///
    /// It is what makes a request harmless to repeat: the hub knows what it did for it before.
    public func newID<Subject: ~Copyable>(of _: Subject.Type = Subject.self) -> ID<Subject> {
        ID(now: now(), random: (UInt16(truncatingIfNeeded: random()), random()))
    }
}
