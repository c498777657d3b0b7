import Glibc

/// A file that is given up when a hub starts on a full disk, so that its database can be opened there.
///
/// While a hub runs, its alarms have space of their own in the database's files (``Database/takeReserve()``).
struct DiskReserve: Sendable {
    private static let bytes = 8 << 20
    /// With less space than this it is given up at the start, and with more than that made again.
    private static let freeBytesMin: Int64 = 8 << 20
    private static let freeBytesForIt: Int64 = 160 << 20

    private let folder: String
    private var path: String { folder + "/reserve" }

    init(folder: String) {
        self.folder = folder
    }

    /// Gives the file up where the disk is full.
    func giveUp() {
        if let free = freeBytes(under: folder), free < Self.freeBytesMin { _ = unsafe unlink(path) }
    }

    /// Makes the file again where there is space to spare.
    func make(freeBytes: Int64) {
        guard freeBytes > Self.freeBytesForIt, unsafe access(path, F_OK) != 0 else { return }
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // Half of it would not be given up: it is whole or not there.
        if posix_fallocate(descriptor, 0, Self.bytes) != 0 { _ = unsafe unlink(path) }
    }
}

/// How many bytes whoever runs this program may still write where a file or folder lies; nil where that cannot be told.
func freeBytes(under path: String) -> Int64? {
    var facts = statvfs()
    guard unsafe statvfs(path, &facts) == 0 else { return nil }
    return Int64(clamping: UInt64(facts.f_bavail) * UInt64(facts.f_frsize))
}
