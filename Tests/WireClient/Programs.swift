import Foundation

/// Runs a program of the system with these arguments, gives it the input and returns its output.
///
/// Not by Foundation's `Process`: while it starts a program it lists this process's descriptors and reads past the end of
/// that list when there are many of them (found by the address sanitizer with Swift 6.3.1), as in a test run with many
/// servers.
package func output(of program: String, _ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
    let (mine, its) = (try Channel(), try Channel())
    let child = try spawn([program] + arguments, input: mine.far, output: its.far)
    mine.closeFar()
    its.closeFar()
    let writer = Thread { mine.send(input) }
    writer.start()
    let bytes = its.readAll()
    var status: Int32 = 0
    _ = uninterrupted { Int(waitpid(child, &status, 0)) }
    guard status == 0 else { throw ClientError("\(program) failed") }
    return bytes
}

package func gzipped(_ bytes: [UInt8]) throws -> [UInt8] {
    try output(of: "gzip", ["-9", "-c"], input: bytes)
}

/// Two ends of one stream: sockets, because writing to one whose other end is gone is an error and no signal.
private final class Channel: @unchecked Sendable {
    private let near: Int32
    let far: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw ClientError("no socket for a program")
        }
        (near, far) = (ends[0], ends[1])
    }

    deinit {
        close(near)
    }

    func closeFar() {
        close(far)
    }

    /// Sends everything and then its end; a program that wants no input may be gone already.
    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                uninterrupted { Glibc.send(near, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
            }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        shutdown(near, Int32(SHUT_WR))
    }

    func readAll() -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = uninterrupted { read(near, &buffer, buffer.count) }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }
}

/// Starts a program that reads and writes these; what it prints as errors is dropped.
private func spawn(_ words: [String], input: Int32, output: Int32) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child = pid_t()
    guard posix_spawnp(&child, words[0], &actions, nil, &arguments, environ) == 0 else {
        throw ClientError("\(words[0]) is not there")
    }
    return child
}
