import Glibc

/// Room on the disk that is kept for alarms: a file that is given up when all else is full.
///
/// What fills a disk is mostly not the hub. Without this nothing could be written down any more the moment it is full.
struct DiskReserve: Sendable {
    private static let bytes = 32 << 20
    /// With less room than this it is given up, and with more than that made again.
    private static let freeBytesMin: Int64 = 8 << 20
    private static let freeBytesForIt: Int64 = 160 << 20

    private let path: String

    init(folder: String) {
        path = folder + "/reserve"
    }

    /// Gives it up or makes it, as the room on the disk says.
    func keep(freeBytes: Int64) {
        let isThere = unsafe access(path, F_OK) == 0
        if freeBytes < Self.freeBytesMin, isThere { _ = unsafe unlink(path) }
        if freeBytes > Self.freeBytesForIt, !isThere { make() }
    }

    private func make() {
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
