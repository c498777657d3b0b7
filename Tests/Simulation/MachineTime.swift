import Family
import Hub
import SimulatedMachine

/// The machine's clock, which is set wrong now and then, and the file in which a hub keeps what it last knew.
///
/// The program has one thread, which SimulatedMachine holds it to: nonisolated(unsafe) is safe for what is in here.
final class MachineTime: Sendable {
    private static let milliseconds: Int64 = 1_000_000

    /// Whether a time service keeps the clock right.
    nonisolated(unsafe) var isKept = false  // one thread
    private nonisolated(unsafe) var off: Int64 = 0  // one thread
    private nonisolated(unsafe) var boots = 1  // one thread
    private nonisolated(unsafe) var bootedAt: Int64 = 0  // one thread
    private nonisolated(unsafe) var stamp: (at: Timestamp, steady: Int64, boot: Int)?  // one thread
    private nonisolated(unsafe) var newest: TrustedClock?  // one thread
    /// How often the clock was set.
    private(set) nonisolated(unsafe) var steps = 0  // one thread

    /// Sets the clock of the day.
    func step(byMilliseconds step: Int64) {
        steps += 1
        off += step
        machine_set_clock_off(off)
        World.only.say("the clock is set by \(step) ms")
    }

    /// The machine starts again: how long it runs begins at nothing.
    func boot() {
        boots += 1
        bootedAt = machine_now()
    }

    /// By how many milliseconds the clock of the hub that began last is ahead of the world's.
    var ahead: Int64 {
        let now = machine_start_milliseconds() + machine_now() / Self.milliseconds
        return (newest?.now.milliseconds ?? now) - now
    }

    /// The clock of a hub that begins now.
    func clock() -> TrustedClock {
        let (now, known) = (steady, stamp)
        let clock = TrustedClock(
            TrustedClock.Readings(
                wall: { [unowned self] in
                    Timestamp(milliseconds: machine_start_milliseconds() + machine_now() / Self.milliseconds + self.off)
                },
                steadyMilliseconds: { [unowned self] in self.steady },
                isKept: { [unowned self] in self.isKept }
            ),
            known: known.map { stamp in
                TrustedClock.Known(at: stamp.at, elapsedMilliseconds: stamp.boot == boots ? now - stamp.steady : nil)
            }
        )
        newest = clock
        return clock
    }

    /// Names the start of the machine.
    var name: String { "boot \(boots)" }

    /// Writes down what time it is by a hub's clock.
    func write(_ clock: TrustedClock) {
        let (now, steady) = clock.reading
        stamp = (now, steady, boots)
    }

    private var steady: Int64 { (machine_now() - bootedAt) / Self.milliseconds }
}
