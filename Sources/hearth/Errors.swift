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
    case let error as RegionFailure: return error.words
    case let error as BackupError: return error.words
    case let error as FolderFailure: return error.words
    case let error as KeyFileError: return error.description
    case let error as StorageError: return "the database: \(error.message)" + (remedy(error).map { ". \($0)" } ?? "")
    case let error as ServerError: return words(error)
    default: return Problem(refusal: error)?.words ?? "something went wrong (\(type(of: error)))"
    }
}

/// A command that could not be done, in words.
package struct CommandFailure: Error {
    package let words: String

    package init(words: String) {
        self.words = words
    }
}

/// What a keeper does about a database that cannot be used; nil where nothing general can be said.
func remedy(_ error: StorageError) -> String? {
    switch error.code {
    case .full:
        "The disk is full. Free space (check `df -h`) and restart the hub. Nothing that phones were told has arrived "
            + "is lost"
    case .readOnly:
        "Its files cannot be written: the disk is mounted for reading alone, or another user owns them. "
            + "Check the data folder with `findmnt -T` and `ls -l`; change the owner with `chown -R`"
    case .databaseNewer:
        "A newer Hearth has changed this database: install that version again, or restore a backup from before the upgrade"
    case .migrationChanged, .migrationMissing:
        "Another Hearth than this one made this database: install the version that did"
    case .corrupt:
        "The file is damaged. Keep it, check the disk (`dmesg`, `smartctl`), and restore the newest backup"
    case .unavailable:
        "It cannot be reached. A file: check the disk (`df -h`, `dmesg`) and its owner (`ls -l`). A server: check that it "
            + "runs, and --database"
    case .busy: "Another program has it open. Stop it and try again"
    case .unknownOutcome:
        "The connection broke while a commit was on its way. Look whether the change is there before you repeat it"
    case .conflict, .uniqueViolation, .foreignKeyViolation, .constraint, .closed, .mismatch, .other: nil
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
