import Glibc

/// A file without a name: only this process reaches it, and it is gone with its last user, however that ends.
///
/// One thread writes it, before others read it.
package final class UnlinkedFile: Sendable {
    /// For whoever writes by other means; it stays the file's own.
    package let descriptor: Int32

    /// Makes a file in a folder, for this process's user alone.
    ///
    /// Throws `FileFailure` where the folder takes none.
    package init(in folder: String) throws(FileFailure) {
        var template = Array((folder + "/hearth-XXXXXX").utf8CString)
        // Made with mode 0600 (mkstemp(3)); without a name nothing of it stays behind, whatever ends this process.
        descriptor = unsafe template.withUnsafeMutableBufferPointer { name -> Int32 in
            guard let start = name.baseAddress else { return -1 }
            let descriptor = unsafe mkstemp(start)
            guard descriptor >= 0 else { return -1 }
            _ = unsafe unlink(start)
            // No child inherits it.
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            return descriptor
        }
        guard descriptor >= 0 else { throw FileFailure(code: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Adds bytes at the end, all of them or none: what a full disk refused leaves nothing before the next ones.
    package func append(_ bytes: [UInt8]) throws(FileFailure) {
        let start = lseek(descriptor, 0, SEEK_CUR)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let failure = FileFailure(code: errno)
                // Freeing space works on a full disk too; where it did not, the next bytes still begin where these did.
                _ = ftruncate(descriptor, start)
                _ = lseek(descriptor, start, SEEK_SET)
                throw failure
            }
            rest = rest.dropFirst(count)
        }
    }

    /// The bytes of a part that was written before; the file's end may cut it short.
    package func bytes(from start: Int, count: Int) throws(FileFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
                return unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(start + filled))
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw FileFailure(code: errno) }
            guard got > 0 else { break }
            filled += got
        }
        bytes.removeLast(count - filled)
        return bytes
    }

    /// How many bytes may still be written where it is; nil where that cannot be told.
    package var freeBytes: Int64? {
        var facts = statvfs()
        guard unsafe fstatvfs(descriptor, &facts) == 0 else { return nil }
        return Int64(clamping: UInt64(facts.f_bavail) * UInt64(facts.f_frsize))
    }

    /// How many bytes it has; nil where that cannot be told.
    var byteCount: UInt64? {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        return UInt64(status.st_size)
    }
}

/// Why a file was not written: no space, mostly.
package struct FileFailure: Error, Hashable, Sendable {
    /// As errno has it.
    package let code: Int32
}
