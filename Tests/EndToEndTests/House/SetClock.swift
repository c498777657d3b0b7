import Foundation
import Synchronization
import Testing
import WireClient

/// The clock of one hub under test: a preloaded library shifts its wall clock and its elapsed time, and stops both.
///
/// What sleeps in the hub wakes by the kernel's timers as ever, and finds the time that the test has set. libfaketime does
/// not do for this: it shifts the clocks by which sleeps are armed too, so that none of them ends (timerfd_settime(2)).
final class SetClock: Sendable {
    /// Nanoseconds, as `Tests/SetClock/set_clock.c` reads them.
    private struct Numbers {
        var wallAhead: Int64 = 0
        var elapsedAhead: Int64 = 0
        /// The readings of the machine's clocks at which the hub's stand; nil while they run.
        var stands: (wall: Int64, elapsed: Int64)?
    }

    private static let source = Program.root.appending(path: "Tests/SetClock/set_clock.c").path
    private static let second = 1_000_000_000.0
    /// What the hub's first line of figures about its deadlines begins with.
    private static let round = "hearth_scheduler_round_timestamp_seconds "

    private let filePath: String
    private let libraryPath: String
    private let keyPath: String
    private let key = "a-token-of-the-set-clock"
    private let numbers = Mutex(Numbers())

    /// Compiles the library into a folder; the clock runs and is right at first.
    init(in folder: HubFolder) async throws {
        filePath = folder.path + "/set-clock"
        libraryPath = folder.path + "/set-clock.so"
        keyPath = folder.data + "/keys/metrics"
        let words = ["-O1", "-shared", "-fPIC", "-o", libraryPath, Self.source]
        let made = try await Program("clang", words).end()
        try #require(made.status == 0, "\(made.errors)")
        folder.keepSecret(key, "the token of the figures")
        try change { _ in }
    }

    /// The environment of a hub that goes by this clock.
    var environment: [String: String] { ["LD_PRELOAD": libraryPath, "SET_CLOCK_FILE": filePath] }

    /// The time by which the hub goes: the machine's at its first start, and since then as much later as elapsed time.
    var now: Date { numbers.withLock { Self.now($0) } }

    /// Sets the wall clock alone, of hubs that run already too, as an administrator does.
    func set(aheadSeconds: Int) throws {
        try change { $0.wallAhead = Int64(aheadSeconds) * Int64(Self.second) }
    }

    /// Stops the clock where it is.
    func stand() throws {
        try change { $0.stands = $0.stands ?? (Self.reading(CLOCK_REALTIME), Self.reading(CLOCK_MONOTONIC_RAW)) }
    }

    /// Lets the time pass at once, and returns after a round of the hub's deadlines at the new moment or later.
    ///
    /// A clock that stands goes on standing.
    func pass(seconds: Double, _ hub: HubProcess) async throws {
        let reached = try change {
            $0.wallAhead += Int64(seconds * Self.second)
            $0.elapsedAhead += Int64(seconds * Self.second)
        }
        // The hub's milliseconds are rounded, and the machine's two clocks are apart by a little.
        let moment = Self.now(reached).timeIntervalSince1970 - min(seconds / 2, 0.5)
        try await waitForRound(of: hub, at: moment)
    }

    private func waitForRound(of hub: HubProcess, at moment: Double) async throws {
        if !FileManager.default.fileExists(atPath: keyPath) {
            let mode: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
            try #require(FileManager.default.createFile(atPath: keyPath, contents: Data(key.utf8), attributes: mode))
        }
        let isThere = try await asked {
            let figures = try await hub.call("GET", "/metrics", token: key).text
            let line = figures.split(separator: "\n").first { $0.hasPrefix(Self.round) }
            return line.flatMap { Double($0.dropFirst(Self.round.count)) }.map { $0 >= moment } ?? false
        }
        try #require(isThere, "the hub made no round of its deadlines")
    }

    @discardableResult
    private func change(_ body: (inout Numbers) -> Void) throws -> Numbers {
        try numbers.withLock { numbers in
            body(&numbers)
            let (wall, elapsed) = numbers.stands ?? (0, 0)
            let text = "\(numbers.wallAhead) \(numbers.elapsedAhead) \(wall) \(elapsed)"
            try Data(text.utf8).write(to: URL(filePath: filePath), options: .atomic)
            return numbers
        }
    }

    private static func now(_ numbers: Numbers) -> Date {
        let wall = numbers.stands?.wall ?? reading(CLOCK_REALTIME)
        return Date(timeIntervalSince1970: Double(wall + numbers.elapsedAhead) / second)
    }

    /// A clock of the machine, in nanoseconds.
    private static func reading(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        // These clocks always exist (clock_gettime(3)).
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
