import Glibc

/// Why a key file is not used; the hub does not start then.
package enum KeyFileRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is none, and none may be made.
    case missing(path: String)
    /// Others than its owner may read or change it, or it belongs to somebody else.
    case openToOthers(path: String)
    /// It is cut short, changed, or no key file.
    case damaged(path: String)
    /// Its secret is no random one: all bytes alike, or a row of numbers.
    case notSecret(path: String)
    /// The system refused, for the reason with this number.
    case unavailable(path: String, errno: Int32)

    /// What is wrong and what to do, without anything of the secret.
    package var description: String {
        switch self {
        case .missing(let path):
            "the key file \(path) is missing; put it back from a backup, for nothing can be read without it"
        case .openToOthers(let path):
            "\(path) is open to others; it must belong to this user, with mode 0600 for the file and 0700 for its folder"
        case .damaged(let path):
            "\(path) is damaged or no key file; put it back from a backup"
        case .notSecret(let path):
            "\(path) holds no random secret; remove it only where the hub has no data yet"
        case .unavailable(let path, let errno):
            "\(path) cannot be used: \(unsafe String(cString: strerror(errno)))"
        }
    }
}

/// One secret of 32 bytes in a file of a folder that only its owner may enter.
///
/// Three lines of text: the format's name, the secret in base64url, and the start of the hash over both, which tells a
/// damaged file from another secret.
struct KeyFile {
    static let secretCount = 32

    private static let heading = "hearth key file 1"
    private static let sizeMax = 256

    private let folder: String
    /// Where the file is.
    let path: String

    init(folder: String) {
        self.folder = folder
        path = folder + "/hub.key"
    }

    /// The secret, or nil where there is no file.
    func read() throws(KeyFileRefusal) -> [UInt8]? {
        // A link could lead to a file of somebody else's choosing.
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw unavailable()
        }
        defer { close(descriptor) }
        try checkIsPrivate(descriptor, path, S_IFREG)
        try checkFolder()
        var bytes = [UInt8](repeating: 0, count: Self.sizeMax + 1)
        let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw unavailable() }
        return try secret(in: String(decoding: bytes.prefix(count), as: UTF8.self))
    }

    /// Writes the secret so that after a power cut there is the whole file or none.
    func write(_ secret: [UInt8]) throws(KeyFileRefusal) {
        guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw unavailable() }
        try checkFolder()
        let draft = path + ".new"
        // What a start cut short left behind.
        unsafe unlink(draft)
        let descriptor = unsafe Glibc.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unavailable() }
        let text = [UInt8](contents(of: secret).utf8)
        let isWritten = unsafe Glibc.write(descriptor, text, text.count) == text.count && fsync(descriptor) == 0
        guard close(descriptor) == 0, isWritten, unsafe rename(draft, path) == 0 else { throw unavailable() }
        try syncFolder()
    }

    private func contents(of secret: [UInt8]) -> String {
        let body = "\(Self.heading)\n\(Base64.encode(secret, alphabet: .urlSafe))\n"
        return body + SHA256.hexadecimal([UInt8](body.utf8)).prefix(16) + "\n"
    }

    private func secret(in text: String) throws(KeyFileRefusal) -> [UInt8] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 4, let secret = Base64.decode(lines[1].utf8), secret.count == Self.secretCount,
            text == contents(of: secret)
        else { throw .damaged(path: path) }
        let steps = Set(zip(secret, secret.dropFirst()).map { $1 &- $0 })
        guard steps.count > 1 else { throw .notSecret(path: path) }
        return secret
    }

    private func checkFolder() throws(KeyFileRefusal) {
        let descriptor = unsafe Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unavailable() }
        defer { close(descriptor) }
        try checkIsPrivate(descriptor, folder, S_IFDIR)
    }

    private func checkIsPrivate(_ descriptor: Int32, _ path: String, _ kind: mode_t) throws(KeyFileRefusal) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw unavailable() }
        guard status.st_mode & S_IFMT == kind, status.st_mode & 0o077 == 0, status.st_uid == geteuid() else {
            throw .openToOthers(path: path)
        }
    }

    /// Makes the file's name durable, not only its contents.
    private func syncFolder() throws(KeyFileRefusal) {
        let descriptor = unsafe Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unavailable() }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw unavailable() }
    }

    /// Reads the reason of the call that just failed.
    private func unavailable() -> KeyFileRefusal {
        .unavailable(path: path, errno: errno)
    }
}
