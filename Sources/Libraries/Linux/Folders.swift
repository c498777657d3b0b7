import CLinux
import Glibc

/// What is done to whole folders.
package enum Folders {
    /// Puts one folder in another's place, in one step that is seen whole or not at all, and the other in its place.
    ///
    /// - Throws: `FolderFailure` where one is missing, or the file system cannot do it.
    package static func exchange(_ one: String, _ other: String) throws(FolderFailure) {
        let code = unsafe hearth_exchange(one, other)
        guard code == 0 else { throw FolderFailure(path: one, code: -code) }
    }

    /// Makes a folder for its owner alone; one that is there already is left as it is.
    package static func make(_ path: String) throws(FolderFailure) {
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FolderFailure(path: path, code: errno) }
    }

    /// Makes the folders in which something of this path is to be, for their owner alone.
    package static func makeAll(above path: String) throws(FolderFailure) {
        let folder = parent(of: path)
        guard unsafe access(folder, F_OK) != 0 else { return }
        try makeAll(above: folder)
        try make(folder)
    }

    /// Gives a folder another name in the same parent; nothing may have that name.
    package static func rename(_ path: String, to name: String) throws(FolderFailure) {
        guard unsafe Glibc.rename(path, name) == 0 else { throw FolderFailure(path: path, code: errno) }
    }

    /// Removes a folder or a file with all that is in it; one that is not there is no failure.
    ///
    /// Links are removed, never followed.
    package static func remove(_ path: String) throws(FolderFailure) {
        var facts = stat()
        guard unsafe lstat(path, &facts) == 0 else {
            if errno == ENOENT { return }
            throw FolderFailure(path: path, code: errno)
        }
        guard facts.st_mode & S_IFMT == S_IFDIR else {
            guard unsafe unlink(path) == 0 || errno == ENOENT else { throw FolderFailure(path: path, code: errno) }
            return
        }
        for name in try names(in: path) { try remove(path + "/" + name) }
        guard unsafe rmdir(path) == 0 || errno == ENOENT else { throw FolderFailure(path: path, code: errno) }
    }

    /// Gives a folder or a file, with all that is in it, to another user.
    ///
    /// Links are given, never followed.
    package static func give(_ path: String, user: UInt32, group: UInt32) throws(FolderFailure) {
        var facts = stat()
        guard unsafe lstat(path, &facts) == 0 else { throw FolderFailure(path: path, code: errno) }
        // What is in it first: whoever has the folder could put something else there meanwhile.
        if facts.st_mode & S_IFMT == S_IFDIR {
            for name in try names(in: path) { try give(path + "/" + name, user: user, group: group) }
        }
        guard unsafe lchown(path, user, group) == 0 else { throw FolderFailure(path: path, code: errno) }
    }

    /// What is in a folder, sorted, without "." and ".."; empty where there is no folder.
    package static func names(in path: String) throws(FolderFailure) -> [String] {
        guard let stream = unsafe opendir(path) else {
            if errno == ENOENT { return [] }
            throw FolderFailure(path: path, code: errno)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            // The entry is the stream's, good until the next call (readdir(3)).
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The path from the top, however it was given; the same where there is nothing there.
    package static func absolute(_ path: String) -> String {
        guard let whole = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(whole) }
        return unsafe String(cString: whole)
    }

    /// Whether there is a file of this name that can be read.
    package static func isFile(_ path: String) -> Bool {
        var facts = stat()
        guard unsafe stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return false }
        return unsafe access(path, R_OK) == 0
    }

    /// The bytes that the files of a folder, or a file, hold.
    package static func size(_ path: String) throws(FolderFailure) -> Int {
        var facts = stat()
        guard unsafe lstat(path, &facts) == 0 else { return 0 }
        guard facts.st_mode & S_IFMT == S_IFDIR else { return Int(facts.st_size) }
        var bytes = 0
        for name in try names(in: path) { bytes += try size(path + "/" + name) }
        return bytes
    }

    /// Puts bytes behind what is in a file, which is made for its owner alone where it is missing.
    package static func append(_ bytes: [UInt8], to path: String) throws(FolderFailure) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FolderFailure(path: path, code: errno) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FolderFailure(path: path, code: errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// The bytes that are free for this program where a folder is, or is to be; nil where the system does not say.
    package static func freeBytes(_ path: String) -> Int? {
        var facts = statvfs()
        guard unsafe statvfs(existing(path), &facts) == 0 else { return nil }
        return Int(clamping: facts.f_bavail).multipliedReportingOverflow(by: Int(clamping: facts.f_frsize)).partialValue
    }

    /// Whether what is, or is to be, in one folder takes its room from the same disk as what is in another.
    package static func areOnOneDisk(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        // Where the system does not say, the worse is believed.
        guard unsafe stat(existing(one), &first) == 0, unsafe stat(existing(other), &second) == 0 else { return true }
        return first.st_dev == second.st_dev
    }

    /// A path, or the folder that it is to be made in where it is not there yet.
    private static func existing(_ path: String) -> String {
        var place = path
        while unsafe access(place, F_OK) != 0, errno == ENOENT { place = parent(of: place) }
        return place
    }

    /// The folder that something of this path is in.
    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Puts the names in a folder on the disk: what was made, renamed or removed there.
    package static func flushNames(in path: String) throws(FolderFailure) {
        try flush(path, O_RDONLY | O_DIRECTORY)
    }

    /// Puts the name of a file or folder on the disk, so that a power cut brings back nothing that was there before.
    package static func flushName(of path: String) throws(FolderFailure) {
        try flushNames(in: parent(of: path))
    }

    /// Puts what a file holds on the disk.
    package static func flushFile(_ path: String) throws(FolderFailure) {
        try flush(path, O_RDONLY)
    }

    private static func flush(_ path: String, _ flags: Int32) throws(FolderFailure) {
        let descriptor = unsafe open(path, flags | O_CLOEXEC)
        guard descriptor >= 0 else { throw FolderFailure(path: path, code: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FolderFailure(path: path, code: errno) }
    }

    /// Puts a folder's whole file system on the disk, so that what is named afterwards is there after a power cut.
    package static func flush(_ path: String) throws(FolderFailure) {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FolderFailure(path: path, code: errno) }
        defer { close(descriptor) }
        guard hearth_flush(descriptor) == 0 else { throw FolderFailure(path: path, code: errno) }
    }
}

/// A folder that could not be used.
package struct FolderFailure: Error, Sendable {
    package let path: String
    package let code: Int32

    init(path: String, code: Int32) {
        self.path = path
        self.code = code
    }

    /// What the system says.
    package var words: String {
        // strerror's buffer is copied at once, before another call can change it.
        "\(path): \(unsafe String(cString: strerror(code)))"
    }
}
