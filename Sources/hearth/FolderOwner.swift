import Glibc
import Linux

/// Whose a data folder is that root works on: what is made in it must be theirs, for the hub runs as that user.
struct FolderOwner {
    private let user: uid_t
    private let group: gid_t

    /// Nil where there is no folder, where it is this user's own, and where nobody but root could act for its owner.
    init?(_ folder: String) {
        var facts = stat()
        guard geteuid() == 0, unsafe stat(folder, &facts) == 0, facts.st_uid != 0 else { return nil }
        (user, group) = (facts.st_uid, facts.st_gid)
    }

    /// Goes on as the owner, to the end of this process.
    func dropPrivileges() throws(CommandFailure) {
        let groups = [group]
        guard unsafe setgroups(1, groups) == 0, setgid(group) == 0,
            setuid(user) == 0
        else { throw CommandFailure(words: "this cannot go on as the owner of the data: \(errorWords(errno))") }
    }

    /// Does one thing as the owner.
    func act<Output>(_ work: () throws -> Output) throws -> Output {
        guard setegid(group) == 0, seteuid(user) == 0 else {
            throw CommandFailure(words: "this cannot be done as the owner of the data: \(errorWords(errno))")
        }
        // The process is root's still, so that nothing keeps it from being so again.
        defer {
            seteuid(0)
            setegid(0)
        }
        return try work()
    }

    /// Gives them a folder with all that is in it.
    func give(_ folder: String) throws(FolderFailure) {
        try Folders.give(folder, user: user, group: group)
    }
}
