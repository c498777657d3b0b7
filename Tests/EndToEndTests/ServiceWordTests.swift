import Foundation
import Glibc
import Testing
import WireClient

/// What the hub tells systemd (sd_notify(3)), heard where systemd would.
@Suite struct ServiceWordTests {
    @Test(arguments: [false, true])
    func `systemd is told that the hub is ready, that it works and that it ends`(isAbstract: Bool) async throws {
        let name = "hearth-\(UUID().uuidString.prefix(8))"
        let folder = FileManager.default.temporaryDirectory.appending(path: name).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // A folder that stays in the temporary one is no reason to fail.
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = isAbstract ? "@\(name)" : folder + "/notify"
        let ear = try Ear(path)
        let words = ["serve", "--data", folder + "/data", "--listen", "127.0.0.1:0"]
        let hub = try Program(Program.hearth.path, words, environment: ["NOTIFY_SOCKET": path])
        var heard: [String] = []
        for _ in 0..<3_000 where !(heard.contains("READY=1") && heard.contains("WATCHDOG=1")) {
            heard += ear.words()
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(heard.contains("READY=1") && heard.contains("WATCHDOG=1"), "\(heard) \(hub.errors)")
        #expect(hub.output.hasPrefix("listening on "), "not before it answers")
        // The last that it says at its start: from here on it ends when it is asked to.
        try await until("the hub has started") { hub.errors.contains("no keeper yet") }
        hub.terminate()
        #expect(await hub.end().status == 0)
        #expect(ear.words().last == "STOPPING=1")
        #expect(!heard.contains("STOPPING=1"))
    }
}

/// A socket where words are heard.
private final class Ear {
    private let descriptor: Int32

    /// Listens at a path, or at a name that is no file's and begins with "@".
    init(_ path: String) throws {
        var bytes = Array(path.utf8)
        let isAbstract = bytes.first == UInt8(ascii: "@")
        if isAbstract { bytes[0] = 0 }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1))
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        try #require(status == 0)
    }

    deinit {
        close(descriptor)
    }

    /// What was said since the last time.
    func words() -> [String] {
        var words: [String] = []
        var bytes = [UInt8](repeating: 0, count: 256)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            guard count > 0 else { return words }
            words.append(String(decoding: bytes.prefix(count), as: UTF8.self))
        }
    }
}
