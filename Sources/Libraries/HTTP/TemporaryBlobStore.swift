import Glibc
import Synchronization

/// Bytes that are sent often and need not be in memory for that: put once into a file that only this process has.
///
/// The file has no name, so that nobody can change what lies in it, and it is gone with the process. What the system
/// keeps of it in memory it may take back.
package final class TemporaryBlobStore: Sendable {
    /// Why there is no shelf, or nothing more on it; holds an errno.
    package struct Failure: Error, Hashable, Sendable {
        package let code: Int32

        package init(code: Int32) {
            self.code = code
        }
    }

    private let descriptor: Int32
    private let end = Mutex(0)

    /// Makes an empty one in the first of these folders that can be written to; by default where the system keeps
    /// temporary files.
    package init(folders: [String]? = nil) throws(Failure) {
        var code = ENOENT
        for folder in folders ?? TemporaryBlobStore.temporaryFolders {
            var path = Array((folder + "/hearth-XXXXXX").utf8CString)
            let descriptor = unsafe mkstemp(&path)
            guard descriptor >= 0 else {
                code = errno
                continue
            }
            unsafe unlink(path)
            // No program that is started has a use for it; the one that the hub starts closes all of them itself.
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            self.descriptor = descriptor
            return
        }
        throw Failure(code: code)
    }

    deinit {
        close(descriptor)
    }

    /// Adds bytes, which stay for as long as the shelf or what is returned.
    package func put(_ bytes: [UInt8]) throws(Failure) -> StoredBlob {
        try end.withLock { end throws(Failure) in
            var rest = bytes[...]
            while !rest.isEmpty {
                let place = off_t(end + bytes.count - rest.count)
                let count = unsafe rest.withUnsafeBytes {
                    unsafe pwrite(descriptor, $0.baseAddress, $0.count, place)
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw Failure(code: count < 0 ? errno : ENOSPC) }
                rest = rest.dropFirst(count)
            }
            defer { end += bytes.count }
            return StoredBlob(shelf: self, offset: end, count: bytes.count)
        }
    }

    /// Reads up to the buffer's size from a place; how many bytes, or nil where the disk fails.
    fileprivate func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        while true {
            let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count < 0, errno == EINTR { continue }
            return count > 0 ? count : nil
        }
    }

    /// On the disk first: the other is in memory on some systems.
    private static var temporaryFolders: [String] {
        let own = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) }
        return [own, "/var/tmp", "/tmp"].compactMap(\.self)
    }
}

/// Bytes on a shelf.
package struct StoredBlob: Sendable {
    private let shelf: TemporaryBlobStore
    private let offset: Int
    /// How many there are.
    package let count: Int

    fileprivate init(shelf: TemporaryBlobStore, offset: Int, count: Int) {
        self.shelf = shelf
        self.offset = offset
        self.count = count
    }

    /// All of them, or what there is before a place where the disk fails.
    var all: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe read(at: filled, into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            }
            guard let got else { break }
            filled += got
        }
        return Array(bytes.prefix(filled))
    }

    /// Reads some of them, from a position among them on; how many, or nil at the end and where the disk fails.
    func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        guard (0..<count).contains(position), unsafe !buffer.isEmpty else { return nil }
        let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(count - position))
        return unsafe shelf.read(at: offset + position, into: part)
    }
}
