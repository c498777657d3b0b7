import Glibc
package import SQL

extension SQLite {
    /// Writes the database as it is at one moment to a new file at `target`, for its owner alone, without what was deleted.
    ///
    /// Others read and write meanwhile; only the log grows for so long. It blocks its thread. Throws `.full` where the
    /// disk is, or `.unavailable`; what is at `target` then is worth nothing.
    package func copy(to target: String) throws(StorageError) {
        // SQLite would make it for others to read; into an empty file it writes as into none ("VACUUM", 3).
        let descriptor = unsafe open(target, O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StorageError(.unavailable, "the copy of the database cannot be made") }
        close(descriptor)
        let connection = try openForCopying()
        defer { connection.close() }
        _ = try connection.run("VACUUM INTO \(target)", mayWrite: true) { _ in }
    }
}
