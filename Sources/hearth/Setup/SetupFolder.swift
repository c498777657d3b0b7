import Glibc
import Linux

/// The files below a root, written so that each is whole or as it was, with the mode that it is to have.
struct SetupFolder {
    let root: String
    let isDry: Bool

    /// Who runs the hub there: the user `hearth` of that machine; nil where there is none yet.
    let owner: (user: uid_t, group: gid_t)?

    init(root: String, isDry: Bool) {
        (self.root, self.isDry) = (root, isDry)
        // Without a list of users there is no user to give anything to.
        let accounts = (try? fileBytes(root + "/etc/passwd", bytesMax: 4 << 20)) ?? []
        let line = String(decoding: accounts, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("hearth:") }
        let fields = line?.split(separator: ":", omittingEmptySubsequences: false) ?? []
        owner =
            fields.count > 3
            ? uid_t(fields[2]).flatMap { user in gid_t(fields[3]).map { (user, $0) } } : nil
    }

    /// The text of a file; nil where there is none.
    func text(_ path: String) throws -> String? {
        guard exists(path) else { return nil }
        return String(decoding: try fileBytes(root + path, bytesMax: 4 << 20), as: UTF8.self)
    }

    func exists(_ path: String) -> Bool {
        unsafe access(root + path, F_OK) == 0
    }

    /// Writes a file through another beside it, so that nobody ever finds half of one.
    func write(_ text: String, to path: String, mode: mode_t, isHubs: Bool = false) throws(CommandFailure) {
        guard !isDry else { return }
        try makeFolders(above: path)
        let draft = root + path + ".new"
        // What a run that was cut short left behind.
        unsafe unlink(draft)
        let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure(path) }
        let bytes = Array(text.utf8)
        let isWritten =
            unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fchmod(descriptor, mode) == 0
            && fsync(descriptor) == 0
        guard close(descriptor) == 0, isWritten, unsafe rename(draft, root + path) == 0 else { throw failure(path) }
        if isHubs { try giveToHub(path) }
        do {
            try Folders.flushName(of: root + path)
        } catch {
            throw failure(path)
        }
    }

    /// Gives a file its name with `.old` too, so that the name itself is never without a file.
    func keep(_ path: String) throws(CommandFailure) {
        guard !isDry else { return }
        let draft = root + path + ".old.new"
        guard unsafe unlink(draft) == 0 || errno == ENOENT, unsafe link(root + path, draft) == 0,
            unsafe rename(draft, root + path + ".old") == 0
        else { throw failure(path) }
    }

    /// Makes a folder that only the hub may enter; answers whether anything was to be done.
    func makePrivate(_ path: String) throws(CommandFailure) -> Bool {
        var facts = stat()
        let isThere = unsafe stat(root + path, &facts) == 0
        let isRight = isThere && facts.st_mode & 0o7777 == 0o700 && (owner.map { facts.st_uid == $0.user } ?? true)
        guard !isRight, !isDry else { return !isRight }
        try makeFolders(above: path)
        guard unsafe mkdir(root + path, 0o700) == 0 || errno == EEXIST, unsafe chmod(root + path, 0o700) == 0 else {
            throw failure(path)
        }
        try giveToHub(path)
        return true
    }

    /// Gives something to the user who runs the hub; only root can, and others run it themselves.
    func giveToHub(_ path: String) throws(CommandFailure) {
        guard !isDry, let owner, geteuid() == 0 else { return }
        guard unsafe chown(root + path, owner.user, owner.group) == 0 else { throw failure(path) }
    }

    private func makeFolders(above path: String) throws(CommandFailure) {
        var folder = root
        for part in path.split(separator: "/").dropLast() {
            folder += "/" + part
            guard unsafe mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw failure(path) }
        }
    }

    private func failure(_ path: String) -> CommandFailure {
        let isForbidden = errno == EACCES || errno == EPERM
        return CommandFailure(
            words: "\(root)\(path) cannot be written: \(errorWords(errno))"
                + (isForbidden ? "; run this with sudo" : "")
        )
    }
}
