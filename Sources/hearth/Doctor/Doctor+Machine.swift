import Family
import Glibc
import Hub
import Languages
import Linux

/// What the machine below the hub is looked at for.
extension Doctor {
    /// Below so many bytes or parts of the whole, a disk is full before anybody notices.
    private static let freeBytesMin: UInt64 = 1 << 30
    private static let freePartMin = 0.05

    /// Who may read the data, the keys and the certificate's key.
    func files() -> [Finding] {
        let folder = configuration.dataFolder
        let own = [folder, folder + "/hearth.db", folder + "/keys"] + names(in: folder + "/keys")
        var files: [(path: String, kind: SecretFile)] = own.filter { $0 != configuration.keyFile }.map { ($0, .own) }
        if let key = configuration.keyFile { files.append((key, .certificateKey)) }
        let open = files.filter { $0.kind.isOpen($0.path) }
        guard !open.isEmpty else {
            let words: Phrase =
                configuration.keyFile == nil
                ? "Only the owner can read data and keys."
                : "Only the owner can read data and keys; the certificate's key by its group at most."
            return [.good("files", words)]
        }
        return open.map { file in
            .weak(
                "files",
                "\(file.path) is readable or writable by others on this machine.",
                mend: "\(file.kind.remedy(file.path))"
            )
        }
    }

    /// How much room is left where the data are.
    func disk() -> Finding {
        var facts = statvfs()
        guard unsafe statvfs(configuration.dataFolder, &facts) == 0 else {
            return .weak(
                "disk",
                "Disk status unknown: \(errorWords(errno)).",
                mend: "df -h \(configuration.dataFolder)"
            )
        }
        let free = UInt64(facts.f_bavail) * UInt64(facts.f_frsize)
        let part = Double(facts.f_bavail) / Double(max(1, facts.f_blocks))
        let room: Phrase = "\(free >> 20) MiB free on the data disk."
        if hub?.isDiskLow ?? false {
            let now: Phrase = "Phones keep their fixes; alarms still go out."
            return .weak(
                "disk",
                "\(sentences: [room, now])",
                mend: """
                    Free space now: check `df -h \(configuration.dataFolder)`, delete old files, and run \
                    `journalctl --vacuum-size=200M`.
                    """
            )
        }
        guard free < Self.freeBytesMin || part < Self.freePartMin else { return .good("disk", room) }
        let soon: Phrase = "Below 64 MiB phones keep their fixes; a full disk stores nothing."
        return .weak(
            "disk",
            "\(sentences: [room, soon])",
            mend: "Free space: df -h \(configuration.dataFolder)"
        )
    }

    /// Whether somebody keeps this machine's clock right.
    func clock() -> Finding {
        if let doubted = doubtedClock() { return doubted }
        guard MachineTime.isKept else {
            return .advice(
                "clock",
                "This machine's clock is not synchronized. Ages and deadlines depend on it.",
                mend: "Install a time service: apt install chrony"
            )
        }
        return .good("clock", "Clock synchronized.")
    }

    /// What is to be said of a clock that jumped, is behind what the hub knew, or may be far ahead.
    private func doubtedClock() -> Finding? {
        let mend: Phrase = """
            Check `timedatectl`, correct the clock, keep it synchronized (apt install chrony), then: \
            systemctl restart hearth
            """
        switch hub?.outside.clockDoubt() {
        case .jumped(let milliseconds):
            let off = span(abs(milliseconds))
            return .weak(
                "clock",
                milliseconds > 0
                    ? "The clock jumped: it is \(off) ahead of the hub's own time."
                    : "The clock jumped: it is \(off) behind the hub's own time.",
                mend: "\(mend). The hub trusts a synchronized clock, and any clock at start."
            )
        case .wasAway(let milliseconds):
            return .weak(
                "clock",
                """
                By the clock the hub was down for \(span(milliseconds)), and the clock is not synchronized. \
                No old data is deleted for a day.
                """,
                mend: mend
            )
        case nil: break
        }
        guard !isRunning, let known = MachineClock.lastKnown(in: configuration.dataFolder) else { return nil }
        let behind = known.milliseconds(since: realTime())
        guard behind > 120_000 else { return nil }
        return .weak(
            "clock",
            "This machine's clock is \(span(behind)) behind the time when the hub last ran.",
            mend: mend
        )
    }

    private func names(in folder: String) -> [String] {
        guard let directory = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(folder + "/" + name) }
        }
        return names.sorted()
    }
}
