package import Family
import Glibc
import Hub
import Linux

/// This machine's clock as a running hub uses it, with the moment that it last knew in a file beside the database.
struct MachineClock: Sendable {
    let time: TrustedClock
    private let path: String
    private let boot: String

    /// Reads what an earlier run knew; a folder without that has none.
    init(folder: String) {
        path = MachineClock.path(folder)
        // A start of the machine without a name is known to this run alone.
        boot = MachineTime.boot ?? "run-\(UInt64.random(in: 0...UInt64.max))"
        let readings = TrustedClock.Readings(
            wall: realTime,
            steadyMilliseconds: { elapsedMilliseconds() },
            isKept: { MachineTime.isKept }
        )
        time = TrustedClock(readings, known: MachineClock.known(in: folder, boot: boot))
    }

    /// How the hub corrects it while deadlines wait.
    var adjustable: AdjustableClock { AdjustableClock(boot: boot, time: time) }

    /// The moment that a hub in this folder last wrote down; nil where none did.
    static func lastKnown(in folder: String) -> Timestamp? { known(in: folder, boot: nil)?.at }

    private static func known(in folder: String, boot: String?) -> TrustedClock.Known? {
        // Without the file, or with one that was cut short, nothing is known.
        let bytes = (try? fileBytes(path(folder), bytesMax: 256)) ?? []
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard let at = words.first.flatMap({ Int64($0) }) else { return nil }
        var known = TrustedClock.Known(at: Timestamp(milliseconds: at))
        // An earlier version wrote the time of day alone.
        if let boot, words.count == 3, words[2] == boot, let steady = Int64(words[1]) {
            let elapsed = elapsedMilliseconds() - steady
            if elapsed >= 0 { known.elapsedMilliseconds = elapsed }
        }
        return known
    }

    /// Writes down what time it is and how long the machine has run, so that the next start goes on from there.
    ///
    /// On a full disk the moment before stays, which is good enough.
    func stamp() {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let (now, steady) = time.reading
        var text = Array("\(now.milliseconds) \(steady) \(boot)".utf8)
        // As long each time: nothing of the one before is left over.
        text += [UInt8](repeating: UInt8(ascii: " "), count: max(0, 128 - text.count))
        _ = unsafe pwrite(descriptor, text, text.count, 0)
    }

    private static func path(_ folder: String) -> String { folder + "/clock" }
}

/// The time of day by the machine's clock.
@Sendable package func realTime() -> Timestamp {
    Timestamp(milliseconds: milliseconds(of: CLOCK_REALTIME))
}

/// Milliseconds since the machine's start, those of suspension included, which no time service stretches (F80).
///
/// CLOCK_BOOTTIME counts suspension, but follows a clock that is slewed, by up to a tenth; CLOCK_MONOTONIC_RAW does not.
func elapsedMilliseconds() -> Int64 {
    let suspended = nanoseconds(of: CLOCK_BOOTTIME) - nanoseconds(of: CLOCK_MONOTONIC)
    return (nanoseconds(of: CLOCK_MONOTONIC_RAW) + suspended) / 1_000_000
}

/// Milliseconds by one of the system's clocks.
func milliseconds(of clock: clockid_t) -> Int64 { nanoseconds(of: clock) / 1_000_000 }

private func nanoseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    // These clocks always exist (clock_gettime(3)).
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// Nanoseconds of a clock that never jumps.
package func monotonicNanoseconds() -> Int64 {
    var time = timespec()
    // CLOCK_MONOTONIC always exists (clock_gettime(3)).
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
