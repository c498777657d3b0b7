import Family
import Glibc
import Hub
import Linux

/// This machine's clock as a running hub uses it, with the moment that it last knew in a file beside the database.
struct MachineClock: Sendable {
    let time: SteadyTime
    private let path: String

    /// Reads what an earlier run knew; a folder without that has none.
    init(folder: String) {
        path = MachineClock.path(folder)
        let readings = SteadyTime.Readings(
            wall: realTime,
            steadyMilliseconds: { milliseconds(of: CLOCK_BOOTTIME) },
            isKept: { MachineTime.isKept }
        )
        time = SteadyTime(readings, lastKnown: MachineClock.lastKnown(in: folder))
    }

    /// The moment that a hub in this folder last wrote down; nil where none did.
    static func lastKnown(in folder: String) -> Timestamp? {
        // Without the file, or with one that was cut short, nothing is known.
        let bytes = (try? fileBytes(path(folder), bytesMax: 64)) ?? []
        return Int64(String(decoding: bytes, as: UTF8.self)).map(Timestamp.init(milliseconds:))
    }

    /// Writes down what time it is, so that the next start notices a clock that was set back.
    ///
    /// On a full disk the moment before stays, which is good enough.
    func stamp() {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // As many digits each time until the year 2286: nothing of the one before is left over.
        let text = Array("\(time.now.milliseconds)".utf8)
        _ = unsafe pwrite(descriptor, text, text.count, 0)
    }

    private static func path(_ folder: String) -> String { folder + "/clock" }
}

/// The time of day by the machine's clock.
@Sendable func realTime() -> Timestamp {
    Timestamp(milliseconds: milliseconds(of: CLOCK_REALTIME))
}

/// Milliseconds by one of the system's clocks.
func milliseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    // These clocks always exist (clock_gettime(3)).
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}
