import Family
import Hub
import Languages

/// How the backups stand.
extension Doctor {
    /// Nil where this hub takes none of its own.
    func backups(_ hub: Hub) -> Finding? {
        guard configuration.database == nil else {
            return .advice(
                "backups",
                "The rows are in PostgreSQL: this hub takes no backups of them.",
                mend: """
                    Have PostgreSQL back them up (pgBackRest, or pg_dump each night), and keep a copy of \
                    \(configuration.dataFolder)/keys on another machine.
                    """
            )
        }
        guard let state = hub.outside.backups() else { return nil }
        let now = hub.outside.now()
        switch state.standing(now: now) {
        case .noKey:
            return .weak(
                "backups",
                "No backups: there is no key to encrypt them. If this disk fails, everything is lost.",
                mend: "\(command("backup key --to FILE")), and keep FILE on another machine"
            )
        case .none:
            return .advice("backups", "No backup yet. One is made each day.", mend: "\(command("backup"))")
        case .late:
            return .weak("backups", newest(state, now), mend: "\(command("backup"))")
        case .failing:
            return .weak(
                "backups",
                "\(sentences: [failure(state), newest(state, now)])",
                mend: "Fix this, then run: \(command("backup"))"
            )
        case .good:
            return .good("backups", "\(sentences: [kept(state, now), newest(state, now)])")
        }
    }

    /// What a restore left that did not end; nil without one (S64).
    var restore: Finding? {
        guard let left = Restoring.unfinished(beside: configuration.dataFolder) else { return nil }
        return .weak(
            "restore",
            "A restore did not end. \(left) may hold the hub of before, with its backups.",
            mend: "Look what is in it, then keep it under another name: mv \(left) \(left)-kept"
        )
    }

    private func newest(_ state: BackupState, _ now: Timestamp) -> Phrase {
        guard let newest = state.newestAt else { return "No backup." }
        return "Newest: \(ago(now.milliseconds(since: newest)))."
    }

    private func failure(_ state: BackupState) -> Phrase {
        guard let why = state.failure else { return "The last backup failed: unknown cause." }
        return "The last backup failed: \(why)."
    }

    private func kept(_ state: BackupState, _ now: Timestamp) -> Phrase {
        let backups: Phrase = state.count == 1 ? "\(state.count) backup" : "\(state.count) backups"
        guard let drilledAt = state.drilledAt else { return "\(backups), test restore not done yet." }
        return "\(backups), test restore \(ago(now.milliseconds(since: drilledAt)))."
    }
}
