/// How many members a backup holds, and whose keys in it are destroyed (S34, S35).
struct BackedUpMembers: Codable, Hashable, Sendable {
    /// As many as the backup was made of.
    let all: Int
    /// Destroyed because they left since.
    let left: Int
    /// Destroyed, and nothing says that they left.
    let unexplained: Int
    /// Whether anything says who left: the file `since`, or the hub that is there.
    let isLeavingKnown: Bool

    /// Whether somebody may have changed the backup: members would vanish at the restore.
    var isSuspicious: Bool { unexplained > 0 && isLeavingKnown }

    /// How many, and why, for the keeper.
    func words(_ file: String) -> String {
        var sentences = ["\(file) holds \(count(all, "member"))."]
        if left > 0 { sentences.append("\(count(left, "member")) left since; their keys are destroyed.") }
        if unexplained > 0 {
            sentences.append(
                isLeavingKnown
                    ? "The keys of \(count(unexplained, "member")) are destroyed without their leaving: the backup is damaged "
                        + "or was changed. They cannot be restored; take another copy of it, or another backup."
                    : "The keys of \(count(unexplained, "member")) are destroyed. The file `since` is missing, so nothing "
                        + "says whether they left. They cannot be restored."
            )
        }
        return sentences.joined(separator: " ")
    }
    private func count(_ number: Int, _ thing: String) -> String { "\(number) \(thing)\(number == 1 ? "" : "s")" }
}
