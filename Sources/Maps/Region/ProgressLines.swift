import Synchronization

/// Cuts what an importing program prints into lines, and reads those that say how far it is.
final class ProgressLines: Sendable {
    /// What such a line says.
    enum Line {
        case fetching(RegionDownload.Event)
        case importing(RegionProgress)

        /// Nil for any other text.
        init?(_ text: Substring) {
            if let event = RegionDownload.Event(line: text) {
                self = .fetching(event)
            } else if let progress = RegionProgress(line: text) {
                self = .importing(progress)
            } else {
                return nil
            }
        }
    }

    private let rest = Mutex("")
    private let report: @Sendable (Line) -> Void

    init(_ report: @escaping @Sendable (Line) -> Void) {
        self.report = report
    }

    func read(_ text: String) {
        let lines = rest.withLock { rest in
            var lines = (rest + text).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            rest = String((lines.popLast() ?? "").suffix(4_096))
            return lines
        }
        for line in lines.compactMap({ Line($0) }) { report(line) }
    }
}
