import Family
import Hub
import Synchronization

/// A machine whose clock can be set, and whose time goes on all the same.
final class SteppedMachine: Sendable {
    let wall = TestClock()
    private let steady = Mutex<Int64>(5_000)
    private let kept = Mutex(false)
    private let slew = Mutex<Int64>(0)

    /// Whether a time service keeps the clock right.
    var isKept: Bool {
        get { kept.withLock { $0 } }
        set { kept.withLock { $0 = newValue } }
    }

    /// By how many milliseconds the clock runs fast each second: a time service slews it.
    var slewMilliseconds: Int64 {
        get { slew.withLock { $0 } }
        set { slew.withLock { $0 = newValue } }
    }

    /// Milliseconds that the machine has run.
    var elapsedMilliseconds: Int64 { steady.withLock { $0 } }

    func pass(seconds: Int64) {
        wall.advance(milliseconds: seconds * (1_000 + slewMilliseconds))
        steady.withLock { $0 += seconds * 1_000 }
    }

    /// A clock that goes on from here, as at a start.
    func started(lastKnown: Timestamp? = nil) -> TrustedClock {
        started(lastKnown.map { TrustedClock.Known(at: $0) })
    }

    /// The same within one start of the machine, after what a hub wrote down before it was killed.
    func restarted(after stamp: (now: Timestamp, steadyMilliseconds: Int64)) -> TrustedClock {
        let elapsed = elapsedMilliseconds - stamp.steadyMilliseconds
        return started(TrustedClock.Known(at: stamp.now, elapsedMilliseconds: elapsed))
    }

    private func started(_ known: TrustedClock.Known?) -> TrustedClock {
        let readings = TrustedClock.Readings(
            wall: { self.wall.now },
            steadyMilliseconds: { self.elapsedMilliseconds },
            isKept: { self.isKept }
        )
        return TrustedClock(readings, known: known)
    }
}
