import API
import Backups
import Family
import Hub

/// What became of a restore, for its keeper.
struct RestoreLine: Codable, Sendable {
    let takenAt: Timestamp
    /// Members who had left since the backup.
    let left: Int
    /// Tokens, keys, connections and such that were taken back since the backup.
    let takenBack: Int
    let sessionsEnded: Int
    let messagesDropped: Int
    /// Where the folder is that was replaced.
    let aside: String?

    init(_ outcome: Restoring.Outcome) {
        takenAt = outcome.header.takenAt
        left = outcome.left
        takenBack = outcome.report.takenBack
        sessionsEnded = outcome.report.sessionsEnded
        messagesDropped = outcome.report.messagesDropped
        aside = outcome.aside
    }

    func words(of folder: String) -> String {
        var lines = [
            "\(folder) is the hub as it was at \(takenAt.text).",
            "Everybody logs in anew; \(messagesDropped) messages that waited then are not sent.",
        ]
        if left > 0 { lines.append("\(left) who left since are gone again.") }
        if takenBack > 0 { lines.append("\(takenBack) things that were taken back lately were looked for again.") }
        if let aside { lines.append("The folder of before is \(aside); remove it once all is well.") }
        return lines.joined(separator: "\n")
    }
}
