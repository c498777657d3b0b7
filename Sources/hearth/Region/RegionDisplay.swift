import Glibc
import Maps
import Replay
import Synchronization

/// What a person sees while a region is imported, on standard error: one line that fills on a terminal, a line for each
/// step elsewhere; for programs a `RegionProgress.line` on standard output whenever something changed.
final class RegionDisplay: Sendable {
    private struct State {
        var drawnAt: Int64 = 0
        var stepBeganAt: Int64 = 0
        var barIsOpen = false
    }

    private let isTerminal: Bool
    private let isForPrograms: Bool
    private let startedAt = monotonicNanoseconds()
    private let state = Mutex(State())

    init(forPrograms: Bool) {
        isForPrograms = forPrograms
        isTerminal = !forPrograms && isatty(STDERR_FILENO) == 1
    }

    func show(_ event: RegionImport.Event) {
        let now = monotonicNanoseconds()
        switch event {
        case .kept(let progress):
            line("\(progress.words): done before")
        case .began(let progress):
            state.withLock { $0.stepBeganAt = now }
            if isTerminal || isForPrograms { draw(progress, now) } else { say("\(progress.words)…") }
        case .moved(let progress):
            // Ten times a second is enough for the eye.
            guard isTerminal || isForPrograms, state.withLock({ now - $0.drawnAt > 100_000_000 }) else { return }
            draw(progress, now)
        case .ended(let progress):
            let began = state.withLock { $0.stepBeganAt }
            line("\(progress.words): \(durationText((now - began) / 1_000_000))")
        }
    }

    /// How far a download is.
    func show(_ event: RegionDownload.Event) {
        let now = monotonicNanoseconds()
        switch event {
        case .waiting(let seconds, let words):
            isForPrograms ? result(event.line) : line("\(words); next try in \(durationText(Int64(seconds) * 1_000))")
        case .received(let bytes, let all):
            guard bytes == all || bytes == 0 || state.withLock({ now - $0.drawnAt > 100_000_000 }) else { return }
            state.withLock { $0.drawnAt = now }
            if isForPrograms { return result(event.line) }
            guard isTerminal else { return bytes == all ? line("fetched \(megabytes(all))") : () }
            state.withLock { $0.barIsOpen = true }
            write("\r\(megabytes(bytes)) of \(megabytes(all))\u{1B}[K", to: STDERR_FILENO)
        }
    }

    private func draw(_ progress: RegionProgress, _ now: Int64) {
        state.withLock {
            $0.drawnAt = now
            $0.barIsOpen = isTerminal
        }
        guard !isForPrograms else { return result(progress.line) }
        let elapsed = Double(now - startedAt) / 1_000_000
        let left = Int64(elapsed / max(progress.fraction, 0.01) * (1 - progress.fraction))
        let words = progress.fraction > 0.02 ? ", about \(durationText(left)) left" : ""
        // Back to the start of the line, and the rest of the old one erased.
        write("\r\(progress.bar)\(words)\u{1B}[K", to: STDERR_FILENO)
    }

    /// A line of its own, in place of the bar.
    private func line(_ text: String) {
        let wasOpen = state.withLock { state in
            defer { state.barIsOpen = false }
            return state.barIsOpen
        }
        say(wasOpen ? "\r\(text)\u{1B}[K" : text)
    }
}
