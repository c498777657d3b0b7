import Glibc

/// Why a key file is not used; the hub does not start then.
package enum KeyFileError: Error, Hashable, Sendable, CustomStringConvertible {
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
    /// It has been given a new secret so often that none fits in any more.
    case full(path: String)

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
        case .full(let path):
            "\(path) holds \(KeyFile.secretsMax) secrets, and no more fit in"
        }
    }
}

/// Secrets of 32 bytes in a file of a folder that only its owner may enter, the first one first.
///
/// Lines of text: the format's name, each secret in base64url, and the start of the hash over all before, which tells a
/// damaged file from other secrets.
struct KeyFile: Sendable {
    static let secretCount = 32
    /// So many secrets fit into one file.
    static let secretsMax = 64

    private static let heading = "hearth key file 1"
    private static let sizeMax = 4_096

    private let folder: String
    /// Where the file is.
    let path: String

    init(folder: String) {
        self.folder = folder
        path = folder + "/hub.key"
    }

    /// The secrets, at least one; nil where there is no file.
    func read() throws(KeyFileError) -> [[UInt8]]? {
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
        return try secrets(in: String(decoding: bytes.prefix(count), as: UTF8.self))
    }

    /// Writes the secrets so that after a power cut there is the whole file, or the one before.
    func write(_ secrets: [[UInt8]]) throws(KeyFileError) {
        guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw unavailable() }
        try checkFolder()
        let draft = path + ".new"
        // What a start cut short left behind.
        unsafe unlink(draft)
        let descriptor = unsafe Glibc.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unavailable() }
        let text = [UInt8](contents(of: secrets).utf8)
        let isWritten = unsafe Glibc.write(descriptor, text, text.count) == text.count && fsync(descriptor) == 0
        guard close(descriptor) == 0, isWritten, unsafe rename(draft, path) == 0 else { throw unavailable() }
        try syncFolder()
    }

    private func contents(of secrets: [[UInt8]]) -> String {
        let lines = [Self.heading] + secrets.map { Base64.encode($0, alphabet: .urlSafe) }
        let body = lines.joined(separator: "\n") + "\n"
        return body + SHA256.hexadecimal([UInt8](body.utf8)).prefix(16) + "\n"
    }

    private func secrets(in text: String) throws(KeyFileError) -> [[UInt8]] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let secrets = lines.dropFirst().dropLast(2).compactMap { Base64.decode($0.utf8) }
        guard (1...Self.secretsMax).contains(secrets.count), secrets.count == lines.count - 3,
            secrets.allSatisfy({ $0.count == Self.secretCount }), text == contents(of: secrets)
        else { throw .damaged(path: path) }
        for secret in secrets where Set(zip(secret, secret.dropFirst()).map { $1 &- $0 }).count <= 1 {
            throw .notSecret(path: path)
        }
        return secrets
    }

    private func checkFolder() throws(KeyFileError) {
        let descriptor = unsafe Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unavailable() }
        defer { close(descriptor) }
        try checkIsPrivate(descriptor, folder, S_IFDIR)
    }

    private func checkIsPrivate(_ descriptor: Int32, _ path: String, _ kind: mode_t) throws(KeyFileError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw unavailable() }
        // Root keeps the keys of the user whom the hub runs as.
        let isOwn = status.st_uid == geteuid() || geteuid() == 0
        guard status.st_mode & S_IFMT == kind, status.st_mode & 0o077 == 0, isOwn else {
            throw .openToOthers(path: path)
        }
    }

    /// Makes the file's name durable, not only its contents.
    private func syncFolder() throws(KeyFileError) {
        let descriptor = unsafe Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unavailable() }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw unavailable() }
    }

    /// Reads the reason of the call that just failed.
    private func unavailable() -> KeyFileError {
        .unavailable(path: path, errno: errno)
    }
}
