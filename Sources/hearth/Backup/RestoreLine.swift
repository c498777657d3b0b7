import API
import Backups
import Family
import Hub

/// What became of a restore, for its keeper.
struct RestoreLine: Codable, Sendable {
    let takenAt: Timestamp
    /// Members who had left since the backup.
    let left: Int
    /// How many members the backup holds, and why some are not restored.
    let members: BackedUpMembers
    /// Tokens, keys, connections and such that were taken back since the backup.
    let takenBack: Int
    let sessionsEnded: Int
    let messagesDropped: Int
    /// Where the folder is that was replaced.
    let aside: String?
    /// What is still in that folder and must be kept.
    let stays: [String]

    init(_ outcome: Restoring.Outcome) {
        takenAt = outcome.header.takenAt
        (left, members) = (outcome.members.left + outcome.members.unexplained, outcome.members)
        takenBack = outcome.report.takenBack
        sessionsEnded = outcome.report.sessionsEnded
        messagesDropped = outcome.report.messagesDropped
        aside = outcome.aside
        stays = outcome.stays
    }

    func words(of folder: String, from file: String) -> String {
        var lines = [
            "\(folder) is the hub as it was at \(takenAt.text).",
            "Everyone must log in again. \(messagesDropped) waiting messages were dropped.",
        ]
        lines.append(members.words(file))
        if takenBack > 0 { lines.append("\(takenBack) things that were taken back lately were looked for again.") }
        if let aside, stays.isEmpty {
            lines.append("The previous folder is \(aside). Remove it once all is well.")
        } else if let aside {
            lines.append("The previous folder is \(aside). Keep it: these are still in it:")
            lines += stays.map { "  \($0)" }
        }
        return lines.joined(separator: "\n")
    }
}
