import Family
import Glibc
import Replay

/// What a person sees while a replay runs, on standard error: a bar on a terminal, a line for each tenth elsewhere.
final class ReplayDisplay {
    private let timetable: Timetable
    private let elapsedMilliseconds: () -> Int64
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private var done = 0
    private var drawnAtMilliseconds: Int64 = -1_000
    private var barIsOpen = false

    init(_ timetable: Timetable, elapsedMilliseconds: @escaping () -> Int64) {
        self.timetable = timetable
        self.elapsedMilliseconds = elapsedMilliseconds
    }

    /// Says what is about to be sent, and with which times.
    func begin(_ order: ReplayOrder) {
        let pace = order.speed.isFinite ? "at \(speedText(order.speed)) times the recorded speed" : "at full speed"
        say("sending \(timetable.entries.count) fixes as \(order.app.name), \(pace)")
        say(timesText(timetable))
        if timetable.times == .shifted, timetable.oldestMilliseconds > Presence.lostAfterMilliseconds {
            say("watchers see \"lost\" until the replay is within an hour of its end; --now squeezes the times instead")
        }
    }

    func show(_ event: Playback.Event) {
        switch event {
        case .sent(let count):
            let before = done
            done = count
            if isTerminal { drawBar() } else if let text = line.plain(before: before) { say(text) }
        case .retrying(let reason, let seconds):
            end()
            say("\(reason); trying again in \(seconds) s")
        }
    }

    /// Draws the time that is left anew, while nothing is sent.
    func tick() {
        if barIsOpen { drawBar() }
    }

    /// Leaves the line of the bar.
    func end() {
        guard barIsOpen else { return }
        barIsOpen = false
        say("")
    }

    private var line: ProgressLine {
        let (total, elapsed) = (timetable.entries.count, elapsedMilliseconds())
        let paced = (timetable.entries.last?.afterMilliseconds ?? 0) - elapsed
        // At full speed, or behind the timetable, the rest takes as long as what is done took.
        let byRate = Int64(Double(elapsed) / Double(max(done, 1)) * Double(total - done))
        return ProgressLine(done: done, total: total, leftMilliseconds: paced > 0 ? paced : byRate)
    }

    /// Ten times a second is enough for the eye, and the last one always.
    private func drawBar() {
        let now = elapsedMilliseconds()
        guard now - drawnAtMilliseconds >= 100 || done == timetable.entries.count else { return }
        drawnAtMilliseconds = now
        barIsOpen = true
        // Back to the start of the line, and the rest of the old one erased.
        write("\r\(line.bar)\u{1B}[K", to: STDERR_FILENO)
    }
}

/// Which times the fixes carry, in a sentence.
func timesText(_ timetable: Timetable) -> String {
    let oldest = durationText(timetable.oldestMilliseconds)
    return switch timetable.times {
    case .shifted: "times: moved to end in the present, spaced as recorded; the oldest is \(oldest) old when sent"
    case .squeezed: "times: moved to the present and squeezed; the oldest is \(oldest) old when sent"
    case .original: "times: as recorded"
    }
}

private func speedText(_ speed: Double) -> String {
    speed == speed.rounded() ? "\(Int(speed))" : "\(speed)"
}
