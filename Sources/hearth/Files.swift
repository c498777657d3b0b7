import Glibc
import Linux

/// A file that could not be used, in words.
package struct FileError: Error {
    package let words: String

    package init(words: String) {
        self.words = words
    }
}

/// A file with a secret, by which users of the machine may open it.
enum SecretFile {
    /// The data and the keys of a hub: their owner alone.
    case own
    /// The key of a certificate: its group too, because Debian lets programs read it as the group `ssl-cert`.
    case certificateKey

    /// Whether its mode lets in users who may not open it; false where the file is missing.
    func isOpen(_ path: String) -> Bool {
        let refused: mode_t = self == .own ? 0o077 : 0o007
        var facts = stat()
        return unsafe stat(path, &facts) == 0 && facts.st_mode & refused != 0
    }

    /// The command that shuts them out.
    func remedy(_ path: String) -> String {
        switch self {
        case .own: "chmod go-rwx \(path)"
        case .certificateKey: "chmod o-rwx \(path)"
        }
    }
}

/// The bytes of a file; one of more than `bytesMax` is refused.
package func fileBytes(_ path: String, bytesMax: Int = 1 << 30) throws(FileError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(words: "\(path): \(errorWords(errno))") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = unsafe read(descriptor, &piece, piece.count)
        guard count >= 0 else { throw FileError(words: "\(path): \(errorWords(errno))") }
        guard count > 0 else { return bytes }
        bytes.append(contentsOf: piece[..<count])
        guard bytes.count <= bytesMax else { throw FileError(words: "\(path) is too large.") }
    }
}

/// Replaces a file, whole or not at all, for its owner alone; on the disk when it returns.
func replaceFile(_ path: String, with bytes: [UInt8]) throws(FileError) {
    let fresh = path + ".new"
    let descriptor = unsafe open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(words: "\(path): \(errorWords(errno))") }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { throw FileError(words: "\(path): \(errorWords(errno))") }
        rest = rest.dropFirst(count)
    }
    guard fsync(descriptor) == 0, unsafe rename(fresh, path) == 0 else {
        throw FileError(words: "\(path): \(errorWords(errno))")
    }
    do {
        try Folders.flushName(of: path)
    } catch {
        throw FileError(words: error.words)
    }
}

/// Puts what was written to a file on the disk, and closes it.
func flush(_ descriptor: Int32, _ path: String) throws(FileError) {
    let isDone = fsync(descriptor) == 0
    let words = errorWords(errno)
    guard close(descriptor) == 0, isDone else { throw FileError(words: "\(path): \(words)") }
}

/// The system's own words for one of its errors.
package func errorWords(_ code: Int32) -> String {
    // strerror's buffer is copied at once, before another call can change it.
    unsafe String(cString: strerror(code))
}

/// Writes text to a stream at once.
package func write(_ text: String, to stream: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(stream, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
    }
}

/// A line for people, to standard error.
package func say(_ line: String) {
    write(line + "\n", to: STDERR_FILENO)
}

/// A line of a result, to standard output.
package func result(_ line: String) {
    write(line + "\n", to: STDOUT_FILENO)
}
