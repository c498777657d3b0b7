/// Decides whether a deputy may notify the recipients in the hub's place.
///
/// A hub that is dead and one that is out of reach look alike from outside. So all of these must hold: the hub has been
/// silent, connections made just now failed, the deputy's own network worked at each of them, and the step is late by the
/// hub's own time. Every time is a duration by the deputy's clock, which no setting of the time of day moves.
public struct DeputyRelease: Hashable, Sendable {
    /// The hub has given no genuine answer for at least this long.
    public static let silentMilliseconds: Int64 = 90_000
    /// Failures older than this do not count.
    public static let failureMilliseconds: Int64 = 30_000
    /// The number of connections that must have failed.
    public static let failuresMin = 3
    /// A step is left to the hub for so long after it is due.
    public static let lateMilliseconds: Int64 = 60_000
    /// A deputy that just started first listens for so long.
    public static let startMilliseconds: Int64 = 120_000
    /// The clock jumped further than this between two looks: the deputy itself was stopped, and begins again.
    static let stoppedMilliseconds: Int64 = 60_000

    /// Why a deputy does not release.
    public enum Hold: Hashable, Sendable {
        case starting
        case hubAnswers
        case tooFewFailures
        case notLate
        /// More hours late than anybody is called for.
        case stale
    }

    /// When the deputy started, or went on after it was stopped.
    private var awakeSince: Int64
    private var lookedAt: Int64
    /// When the hub was last heard; nil before the first genuine answer of this pairing.
    public private(set) var heardAt: Int64?
    /// When new connections failed while the own network worked, oldest first.
    private var failures: [Int64] = []

    /// Begins at a start of the deputy; `heardAt` is what an earlier run wrote down.
    public init(startedAt: Int64, heardAt: Int64?) {
        (awakeSince, lookedAt) = (startedAt, startedAt)
        self.heardAt = heardAt
    }

    /// Notes an answer to the latest question: the one thing that counts as a heartbeat.
    public mutating func hear(at now: Int64) {
        look(at: now)
        heardAt = max(now, heardAt ?? now)
        failures = []
    }

    /// Notes a new connection that came to nothing.
    ///
    /// Where the own network does not work either, it says nothing of the hub, and neither do those before it: they may
    /// have failed for the same reason.
    public mutating func fail(at now: Int64, ownNetworkWorks: Bool) {
        look(at: now)
        guard ownNetworkWorks else { return failures = [] }
        failures.append(now)
        if failures.count > Self.failuresMin { failures.removeFirst() }
    }

    /// Why a step that was due at `dueAt` is not released now; nil where it is.
    public mutating func hold(dueAt: Int64, now: Int64) -> Hold? {
        look(at: now)
        if now - awakeSince < Self.startMilliseconds { return .starting }
        if let heardAt, now - heardAt < Self.silentMilliseconds { return .hubAnswers }
        let recent = failures.count { $0 <= now && now - $0 <= Self.failureMilliseconds }
        if recent < Self.failuresMin { return .tooFewFailures }
        if now - dueAt < Self.lateMilliseconds { return .notLate }
        return now - dueAt > DeputyLimits.staleMilliseconds ? .stale : nil
    }

    /// Starts over after the process or the machine stood still: earlier failures say nothing about now.
    private mutating func look(at now: Int64) {
        if now - lookedAt > Self.stoppedMilliseconds || now < lookedAt {
            awakeSince = now
            failures = []
        }
        lookedAt = now
    }
}
