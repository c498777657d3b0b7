import Family
import Hub

/// How the backups stand.
extension Doctor {
    /// Nil where this hub takes none of its own.
    func backups(_ hub: Hub) -> Finding? {
        guard let state = hub.outside.backups() else { return nil }
        let now = hub.outside.now()
        switch state.standing(now: now) {
        case .noKey:
            return .weak(
                "backups",
                "No backup is taken: there is no key to encrypt them to. With this disk everything would be lost.",
                mend: "\(command("backup key --to FILE")), and keep FILE on another machine"
            )
        case .none:
            return .advice("backups", "No backup is there yet; one is taken each day.", mend: command("backup"))
        case .late:
            return .weak("backups", newest(state, now), mend: command("backup"))
        case .failing:
            return .weak(
                "backups",
                "The last backup failed: \(state.failure ?? "nobody knows why"). \(newest(state, now))",
                mend: "Put that right, then: \(command("backup"))"
            )
        case .good:
            let tried = state.drilledAt.map { "restored on trial \(span(now.milliseconds(since: $0))) ago" }
            return .good(
                "backups",
                "\(state.count) backups are kept, \(tried ?? "not tried yet"). \(newest(state, now))"
            )
        }
    }

    private func newest(_ state: BackupState, _ now: Timestamp) -> String {
        state.newestAt.map { "The newest was taken \(span(now.milliseconds(since: $0))) ago." } ?? "There is none."
    }
}
