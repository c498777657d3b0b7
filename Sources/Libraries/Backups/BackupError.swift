/// Why a backup was not written, or not read; what was refused changed nothing.
package enum BackupError: Error, Hashable, Sendable {
    /// The file, its folder or its disk cannot be used, in the system's words.
    case file(String)
    /// Nothing that Hearth wrote as a backup.
    case noBackup(String)
    /// Written by a newer Hearth, in a form that this one does not know.
    case newerForm(String)
    /// Of a database with steps that this Hearth does not know.
    case newerDatabase(String, schema: String)
    /// Encrypted to another key.
    case wrongKey(String, fingerprint: String)
    /// It ends before its end.
    case cutShort(String)
    /// Something in it is not what was written.
    case damaged(String)
    /// Something is there already.
    case isThere(String)

    /// What is wrong and what to do.
    package var words: String {
        switch self {
        case .file(let words): words
        case .noBackup(let path): "\(path) is no backup of a hub"
        case .newerForm(let path): "\(path) was written by a newer Hearth; restore it with that one or a newer one"
        case .newerDatabase(let path, let schema):
            "\(path) holds a database of a newer Hearth (\(schema)); restore it with that one or a newer one"
        case .wrongKey(let path, let fingerprint):
            "\(path) was encrypted to another key; the one that opens it has the number \(fingerprint)"
        case .cutShort(let path): "\(path) is cut short; take another copy of it, or an older backup"
        case .damaged(let path): "\(path) is damaged; take another copy of it, or an older backup"
        case .isThere(let path): "\(path) is there already"
        }
    }
}
