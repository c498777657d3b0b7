import Glibc
import Linux

/// A connection of the control socket, and the calls of the C library behind it.
struct LocalSocket: Sendable {
    private let descriptor: Int32

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Listens at a path for its owner alone, in place of a socket that a killed process left there.
    static func listening(at path: String) throws(CommandFailure) -> LocalSocket {
        let made = try LocalSocket(at: path)
        // Mostly there is nothing to remove.
        _ = unsafe unlink(path)
        // The mode of a socket's file is what umask leaves of it at bind (unix(7)).
        let before = umask(0o177)
        let isBound =
            unsafe try made.withAddress(path) { address, length in unsafe bind(made.descriptor, address, length) } == 0
        umask(before)
        guard isBound, Glibc.listen(made.descriptor, 8) == 0 else {
            let words = errorWords(errno)
            made.close()
            throw CommandFailure(words: "\(path): \(words)")
        }
        return made
    }

    /// Connects to whoever listens at a path; nil where nobody does.
    static func connected(to path: String) throws(CommandFailure) -> LocalSocket? {
        let made = try LocalSocket(at: path)
        let isConnected =
            unsafe try made.withAddress(path) { address, length in unsafe connect(made.descriptor, address, length) }
            == 0
        guard isConnected else {
            made.close()
            return nil
        }
        return made
    }

    private init(at path: String) throws(CommandFailure) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw CommandFailure(words: "\(path): \(errorWords(errno))") }
    }

    /// The next who connects; nil once the socket is closed.
    func accepted() -> LocalSocket? {
        while true {
            let connection = accept(descriptor, nil, nil)
            if connection >= 0 {
                // No child inherits it.
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                return LocalSocket(descriptor: connection)
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            // Nothing is free just now; later there is (accept(2)).
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: usleep(100_000)
            default: return nil
            }
        }
    }

    /// Gives up reading after so many seconds of silence.
    func setPatience(seconds: Int) {
        var patience = timeval(tv_sec: seconds, tv_usec: 0)
        // Where it is refused, the other end is waited for without end, as without the call.
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    /// The bytes up to the first line break, or what came before the other end closed; and the file that came with
    /// them.
    func readLine(bytesMax: Int) -> (line: [UInt8], file: HandedFile?) {
        var line: [UInt8] = []
        var file: HandedFile?
        while line.count <= bytesMax {
            let piece = FileHandover.receive(bytesMax: 65_536, over: descriptor)
            // Of several the last one counts; what is let go is closed.
            if let handed = piece.file { file = HandedFile(handed) }
            guard !piece.bytes.isEmpty else { break }
            line += piece.bytes
            if line.last == UInt8(ascii: "\n") { break }
        }
        return (line, file)
    }

    /// Sends everything, or as much as the other end wants, and a file with it.
    func send(_ bytes: [UInt8], with file: Int32? = nil) {
        var rest = bytes[...]
        var file = file
        while !rest.isEmpty {
            let count = FileHandover.send(rest, with: file, over: descriptor)
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
            file = nil
        }
    }

    /// Wakes whoever waits on it and closes it.
    func close() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        Glibc.close(descriptor)
    }

    private func withAddress(
        _ path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(CommandFailure) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard bytes.count <= room else {
            throw CommandFailure(words: "the path of the data folder is too long: \(room) bytes at most for \(path)")
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
