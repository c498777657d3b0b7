import CTimex
import Glibc

/// What the machine below the hub is looked at for.
extension Doctor {
    /// Below so many bytes or parts of the whole, a disk is full before anybody notices.
    private static let freeBytesMin: UInt64 = 1 << 30
    private static let freePartMin = 0.05

    /// Who may read the data, the keys and the certificate's key.
    func files() -> [Finding] {
        let folder = configuration.dataFolder
        let own = [folder, folder + "/hearth.db", folder + "/keys"] + names(in: folder + "/keys")
        let open = (own + [configuration.keyFile].compactMap { $0 }).filter(isOpenToOthers)
        guard !open.isEmpty else {
            return [.good("files", "Data and keys can be read by their owner alone.")]
        }
        return open.map { path in
            .weak(
                "files",
                "\(path) can be read or changed by others on this machine.",
                mend: "chmod go-rwx \(path)"
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
        guard free < Self.freeBytesMin || part < Self.freePartMin else { return .good("disk", words) }
        return .weak(
            "disk",
            words + " When the disk is full, nothing is stored any more.",
            mend: "Make room: df -h \(configuration.dataFolder)"
        )
    }

    /// Whether somebody keeps this machine's clock right.
    func clock() -> Finding {
        guard hearth_clock_is_kept() != 0 else {
            return .advice(
                "clock",
                "Nothing keeps this machine's clock right; ages and deadlines are reckoned by it.",
                mend: "Install and start a time service: apt install chrony"
            )
        }
        return .good("clock", "This machine's clock is kept right.")
    }

    private func isOpenToOthers(_ path: String) -> Bool {
        var facts = stat()
        return unsafe stat(path, &facts) == 0 && facts.st_mode & 0o077 != 0
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
