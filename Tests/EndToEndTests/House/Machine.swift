import Foundation
import Glibc

/// What this machine lets a test do.
enum Machine {
    /// Whether disks of one's own can be mounted.
    static let mayMount = geteuid() == 0 && canUnshare()

    private static func canUnshare() -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        process.arguments = ["--mount", "mount", "-t", "tmpfs", "none", "/mnt"]
        process.standardError = FileHandle.nullDevice
        // Where the program is missing nothing can be mounted by it.
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
