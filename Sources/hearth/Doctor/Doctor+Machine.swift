import Family
import Glibc
import Hub
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
            let more = configuration.keyFile == nil ? "" : ", the certificate's key by its group at most"
            return [.good("files", "Data and keys can be read by their owner alone\(more).")]
        }
        return open.map { file in
            .weak(
                "files",
                "\(file.path) can be read or changed by others on this machine.",
                mend: file.kind.remedy(file.path)
            )
        }
    }

    /// How much room is left where the data are.
    func disk() -> Finding {
        var facts = statvfs()
        guard unsafe statvfs(configuration.dataFolder, &facts) == 0 else {
            return .weak(
                "disk",
                "The disk under the data cannot be looked at: \(errorWords(errno)).",
                mend: "df -h \(configuration.dataFolder)"
            )
        }
        let free = UInt64(facts.f_bavail) * UInt64(facts.f_frsize)
        let part = Double(facts.f_bavail) / Double(max(1, facts.f_blocks))
        let words = "\(free >> 20) MiB are free under the data."
        if hub?.isDiskLow ?? false {
            return .weak(
                "disk",
                words + " Phones are asked to keep their fixes; alarms still go out.",
                mend: "Make room now: `df -h \(configuration.dataFolder)` says how much there is; old files and "
                    + "`journalctl --vacuum-size=200M` give some back."
            )
        }
        guard free < Self.freeBytesMin || part < Self.freePartMin else { return .good("disk", words) }
        return .weak(
            "disk",
            words + " With less than 64 MiB phones are asked to keep their fixes, and a full disk stores nothing.",
            mend: "Make room: df -h \(configuration.dataFolder)"
        )
    }

    /// Whether somebody keeps this machine's clock right.
    func clock() -> Finding {
        if let doubted = doubtedClock() { return doubted }
        guard MachineTime.isKept else {
            return .advice(
                "clock",
                "Nothing keeps this machine's clock right; ages and deadlines are reckoned by it.",
                mend: "Install and start a time service: apt install chrony"
            )
        }
        return .good("clock", "This machine's clock is kept right.")
    }

    /// What is to be said of a clock that jumped, is behind what the hub knew, or may be far ahead.
    private func doubtedClock() -> Finding? {
        let mend =
            "`timedatectl` shows the clock; set it right and let it be kept so (apt install chrony), then systemctl "
            + "restart hearth"
        switch hub?.outside.clockDoubt() {
        case .jumped(let milliseconds):
            let way = milliseconds > 0 ? "ahead of" : "behind"
            return .weak(
                "clock",
                "This machine's clock jumped: it is \(span(abs(milliseconds))) \(way) the time that the hub goes by.",
                mend: mend
                    + ". The hub takes a clock for right that a time service keeps, and any clock when it starts."
            )
        case .wasAway(let milliseconds):
            return .weak(
                "clock",
                "By this machine's clock the hub was away for \(span(milliseconds)), and nothing keeps that clock right. "
                    + "For a day nothing is deleted for its age.",
                mend: mend
            )
        case nil: break
        }
        guard !isRunning, let known = MachineClock.lastKnown(in: configuration.dataFolder) else { return nil }
        let behind = known.milliseconds(since: realTime())
        guard behind > 120_000 else { return nil }
        return .weak(
            "clock",
            "This machine's clock is \(span(behind)) behind the time at which the hub last ran.",
            mend: mend
        )
    }

    /// A time in minutes, hours or days.
    func span(_ milliseconds: Int64) -> String {
        switch milliseconds / 1_000 {
        case ..<7_200: "\(milliseconds / 60_000) minutes"
        case ..<172_800: "\(milliseconds / 3_600_000) hours"
        default: "\(milliseconds / 86_400_000) days"
        }
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
