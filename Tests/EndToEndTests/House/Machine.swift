import Foundation
import Glibc
import Programs
import Testing

/// What this machine lets a test do.
enum Machine {
    /// Whether disks of one's own can be mounted.
    static let mayMount = geteuid() == 0 && canUnshare()

    /// Runs `body` while a disk of so many megabytes is mounted at a path.
    static func withSmallDisk(at path: String, megabytes: Int, _ body: () async throws -> Void) async throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let mounted = try await Program("mount", ["-t", "tmpfs", "-o", "size=\(megabytes)m,mode=700", "none", path])
            .end()
        try #require(mounted.status == 0, "\(mounted.errors)")
        do {
            try await body()
        } catch {
            _ = try await Program("umount", ["-l", path]).end()
            throw error
        }
        _ = try await Program("umount", ["-l", path]).end()
    }

    /// How many bytes may still be written to the disk that a folder is on; nil where that cannot be told.
    static func freeBytes(at path: String) -> UInt64? {
        var facts = statvfs()
        guard statvfs(path, &facts) == 0 else { return nil }
        return UInt64(facts.f_bavail) * UInt64(facts.f_frsize)
    }

    private static func canUnshare() -> Bool {
        let words = ["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"]
        // Where the program is missing nothing can be mounted by it.
        return (try? StartedProgram(words, errors: .nothing))?.wait() == 0
    }
}
