import Backups
import Crypto
import HTTP
import HubAPI
import Linux
import Maps
import SQL

/// An error in words for the person at the keyboard: what is wrong and, where somebody can mend it, how.
func wordsFor(_ error: any Error) -> String {
    switch error {
    case let error as FileError: return error.words
    case let error as CommandFailure: return error.words
    case let error as BenchFailure: return error.words
    case let error as RegionFailure: return error.words
    case let error as BackupRefusal: return error.words
    case let error as FolderFailure: return error.words
    case let error as KeyFileRefusal: return error.description
    case let error as StorageError: return "the database: \(error.message)" + (mend(error).map { ". \($0)" } ?? "")
    case let error as ServerError: return words(error)
    default: return Problem(refusal: error)?.words ?? "something went wrong (\(type(of: error)))"
    }
}

/// A command that could not be done, in words.
struct CommandFailure: Error {
    let words: String
}

/// What a keeper does about a database that cannot be used; nil where nothing general can be said.
func mend(_ error: StorageError) -> String? {
    switch error.code {
    case .full:
        "The disk is full. Make room on it (`df -h` says how much there is) and start the hub again; what phones were told "
            + "has arrived is there"
    case .readOnly:
        "Its files cannot be written: they lie on a disk that is mounted for reading alone, or belong to somebody else. "
            + "`findmnt -T` and `ls -l` on the data folder say which; `chown -R` gives them back to the user the hub runs as"
    case .databaseNewer:
        "A newer Hearth has changed this database: install that version again, or restore a backup from before the upgrade"
    case .migrationChanged, .migrationMissing:
        "Another Hearth than this one made this database: install the version that did"
    case .corrupt:
        "The file is damaged. Leave it as it is, look at the disk (`dmesg`, `smartctl`), and restore the newest backup"
    case .unavailable:
        "Its files cannot be read. Look at the disk (`df -h`, `dmesg`) and at who owns the data folder (`ls -l`)"
    case .busy: "Another program has it open: end that one, and try again"
    case .uniqueViolation, .foreignKeyViolation, .constraint, .closed, .mismatch, .other: nil
    }
}

private func words(_ error: ServerError) -> String {
    switch error {
    case .invalidAddress(let address): "\(address) is not an address to listen on, such as 127.0.0.1:8080"
    case .addressInUse(let address):
        "something else listens on \(address) already. `ss -ltnp` says what; end it, or give the hub another address with "
            + "--listen"
    case .cannotListen(let address, let code):
        "cannot listen on \(address): \(errorWords(code)). Ports below 1024 take the right of the service that "
            + "`hearth setup` writes, or another port with --listen"
    case .invalidCertificate:
        "the certificate or its key cannot be used: --tls-cert is the chain and --tls-key its key, both in PEM"
    case .cannotStart: "the web server did not start: no memory or threads left"
    }
}
