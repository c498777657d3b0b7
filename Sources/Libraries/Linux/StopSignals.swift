import CLinux
import Dispatch
import Glibc

/// SIGTERM and SIGINT, caught from when this is made; a second one ends the process at once.
///
/// A dispatch source hears only of what comes once its queue has registered it, some time later: a hub that was told to
/// stop in between never did.
package struct StopSignals: Sendable {
    private let caught: Int32

    /// Nil, with the reason in `errno`, where no descriptor is left.
    package init?() {
        caught = hearth_catch_stop_signals()
        guard caught >= 0 else { return nil }
    }

    /// Waits for the first; called once.
    package func wait() async {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "stop").async {
                waitForOne()
                continuation.resume()
                waitForOne()
                exit(1)
            }
        }
    }

    private func waitForOne() {
        var byte: UInt8 = 0
        while unsafe read(caught, &byte, 1) < 0, errno == EINTR {}
    }
}
