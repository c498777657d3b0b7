import Glibc

/// A file being read or written from its beginning to its end; closed with this.
struct OpenFile: ~Copyable {
    let path: String
    private let descriptor: Int32

    private init(path: String, descriptor: Int32) {
        (self.path, self.descriptor) = (path, descriptor)
    }

    deinit {
        close(descriptor)
    }

    static func reading(_ path: String) throws(BackupError) -> OpenFile {
        try opened(path, O_RDONLY)
    }

    /// A file that is there, to be changed in its place.
    static func changing(_ path: String) throws(BackupError) -> OpenFile {
        try opened(path, O_RDWR | O_NOFOLLOW)
    }

    /// A new file for its owner alone; refused where something of that name is there.
    static func making(_ path: String) throws(BackupError) -> OpenFile {
        try opened(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    }

    private static func opened(_ path: String, _ flags: Int32) throws(BackupError) -> OpenFile {
        let descriptor = unsafe open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { throw .isThere(path) }
            throw failure(path)
        }
        return OpenFile(path: path, descriptor: descriptor)
    }

    /// How many bytes it has.
    func size() throws(BackupError) -> Int {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw OpenFile.failure(path) }
        return Int(status.st_size)
    }

    /// The next bytes, fewer only at the end.
    func read(_ count: Int) throws(BackupError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(descriptor, buffer.baseAddress.map { unsafe $0 + filled }, count - filled)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw OpenFile.failure(path) }
            guard got > 0 else { break }
            filled += got
        }
        return filled == count ? bytes : Array(bytes.prefix(filled))
    }

    func write(_ bytes: [UInt8]) throws(BackupError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw OpenFile.failure(path) }
            rest = rest.dropFirst(count)
        }
    }

    /// Replaces bytes at a place.
    func write(_ bytes: [UInt8], at offset: Int) throws(BackupError) {
        guard unsafe pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count else {
            throw OpenFile.failure(path)
        }
    }

    /// Puts it on the disk.
    func flush() throws(BackupError) {
        guard fsync(descriptor) == 0 else { throw OpenFile.failure(path) }
    }

    /// The reason of the call that just failed.
    static func failure(_ path: String) -> BackupError {
        // strerror's buffer is copied at once, before another call can change it.
        .file("\(path): \(unsafe String(cString: strerror(errno)))")
    }
}
