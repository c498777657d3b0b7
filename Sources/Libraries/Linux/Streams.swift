import CLinux
import Glibc

/// A file that is read once, from its beginning to its end.
package struct FileReader: ~Copyable {
    private let path: String
    private let descriptor: Int32

    /// Opens it.
    package init(_ path: String) throws(FolderFailure) {
        self.path = path
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FolderFailure(path: path, code: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// The next piece, at most a mebibyte; nil at the end.
    package mutating func next() throws(FolderFailure) -> [UInt8]? {
        let room = 1 << 20
        while true {
            var code: Int32 = 0
            let piece = unsafe [UInt8](unsafeUninitializedCapacity: room) { space, count in
                let got = unsafe read(descriptor, space.baseAddress, room)
                count = max(0, got)
                if got < 0 { code = errno }
            }
            if code == EINTR { continue }
            guard code == 0 else { throw FolderFailure(path: path, code: code) }
            return piece.isEmpty ? nil : piece
        }
    }
}

/// A stream of bytes from this program to one that it starts.
package final class BytePipe: Sendable {
    /// What the other program reads: `Order.input`.
    package let reading: Int32
    private let writing: Int32

    /// Nil where no descriptors are left.
    package init?() {
        var ends: [Int32] = [-1, -1]
        guard unsafe hearth_pipe(&ends) == 0 else { return nil }
        (reading, writing) = (ends[0], ends[1])
    }

    /// Leaves the reading end to the program that has it by now; called once.
    package func handOver() {
        close(reading)
    }

    /// Writes everything, waiting for the reader as long as it takes; false where nobody reads any more.
    package func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(writing, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Says that nothing more comes; called once.
    package func end() {
        close(writing)
    }
}
