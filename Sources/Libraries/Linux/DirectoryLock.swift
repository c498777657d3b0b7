import Glibc

/// The right to a folder, held by the kernel for as long as this lives.
package final class DirectoryLock: Sendable {
    private let descriptor: Int32

    /// Nil where another process has it; `file` is made where it is missing.
    ///
    /// - Throws: `FolderFailure` where the file cannot be made.
    package init?(_ file: String) throws(FolderFailure) {
        descriptor = unsafe open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FolderFailure(path: file, code: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
    }

    /// Gives the folder up.
    package func release() {
        // By name: a child that is being started may hold a copy for a moment longer (flock(2)).
        flock(descriptor, LOCK_UN)
    }

    deinit {
        guard descriptor >= 0 else { return }
        release()
        close(descriptor)
    }
}
