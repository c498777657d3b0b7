import Glibc
import Linux

extension DirectoryLock {
    /// The right to a data folder, for one process at a time.
    ///
    /// - Throws: `CommandFailure` where another process has it, or the folder cannot be used.
    static func ofDataFolder(_ folder: String) throws(CommandFailure) -> DirectoryLock {
        let lock: DirectoryLock?
        do {
            lock = try DirectoryLock(folder + "/lock")
        } catch {
            throw CommandFailure(words: "the data folder \(folder) cannot be used: \(trouble(error.code))")
        }
        guard let lock else { throw CommandFailure(words: "another hub is using \(folder)") }
        return lock
    }

    private static func trouble(_ code: Int32) -> String {
        let mend =
            switch code {
            case EACCES, EPERM:
                "it belongs to another user: run this as its owner, or change it with chown -R"
            case EROFS: "its disk is mounted for reading alone; `findmnt -T` says which, and `dmesg` perhaps why"
            case ENOSPC, EDQUOT: "make room on its disk; `df -h` says how much there is"
            case ENOENT, ENOTDIR: "make it, or name another one with --data"
            default: "look at its disk with `df -h` and `dmesg`"
            }
        return "\(errorWords(code)); \(mend)"
    }
}
