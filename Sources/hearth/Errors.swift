import Backups
import Crypto
import HTTP
import HubAPI
import Linux
import Maps
import SQL

/// An error in words for the person at the keyboard.
func wordsFor(_ error: any Error) -> String {
    switch error {
    case let error as FileError: return error.words
    case let error as CommandFailure: return error.words
    case let error as BenchFailure: return error.words
    case let error as RegionFailure: return error.words
    case let error as BackupRefusal: return error.words
    case let error as FolderFailure: return error.words
    case let error as KeyFileRefusal: return error.description
    case let error as StorageError: return "the database: \(error.message)"
    case let error as ServerError: return words(error)
    default: return Problem(refusal: error)?.words ?? "something went wrong (\(type(of: error)))"
    }
}

/// A command that could not be done, in words.
struct CommandFailure: Error {
    let words: String
}

private func words(_ error: ServerError) -> String {
    switch error {
    case .invalidAddress(let address): "\(address) is not an address to listen on, such as 127.0.0.1:8080"
    case .addressInUse(let address): "something else listens on \(address) already"
    case .cannotListen(let address, let code): "cannot listen on \(address): \(errorWords(code))"
    case .invalidCertificate: "the certificate or its key cannot be used"
    case .cannotStart: "the web server did not start: no memory or threads left"
    }
}
