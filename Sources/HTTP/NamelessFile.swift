import Glibc

/// A file without a name: only this process reaches it, and it is gone with its last user, however that ends.
///
/// One thread writes it, before others read it.
package final class NamelessFile: Sendable {
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

    /// Adds bytes at the end.
    package func append(_ bytes: [UInt8]) throws(FileFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileFailure(code: errno) }
            rest = rest.dropFirst(count)
        }
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
