import Family
import Hub
import Synchronization

/// Whether this process is a hub whose log programs read; a command speaks to people.
private let isHub = Atomic(false)

/// From here on what is told is lines of the log.
func beginLog() {
    isHub.store(true, ordering: .relaxed)
}

/// Tells whoever looks after the hub something: in a running hub a line of its log, else plain words.
func tell(_ words: String, _ level: LogEntry.Level = .info) {
    say(isHub.load(ordering: .relaxed) ? LogEntry(level, words).line : words)
}

extension LogEntry {
    /// One line of JSON.
    var line: String {
        let fields = [("at", realTime().text), ("level", level.rawValue), ("message", message)] + facts
        return "{" + fields.map { "\(quoted($0)):\(quoted($1))" }.joined(separator: ",") + "}"
    }

    private func quoted(_ text: String) -> String {
        var safe = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": safe += "\\\""
            case "\\": safe += "\\\\"
            case "\u{0}"..."\u{1F}": safe += " "
            default: safe.unicodeScalars.append(scalar)
            }
        }
        return safe + "\""
    }
}
