import API
import Backups
import Crypto
import Family
import Glibc
import Linux
import Work

/// Where a hub keeps its backups, what it encrypts them to, and how the last one went.
struct BackupStore: Sendable {
    let dataFolder: String
    let folder: BackupFolder

    /// Nil where the hub is to keep none, and where a server has its rows, whose backups are its own.
    init?(_ configuration: Configuration) {
        guard configuration.backups != "none", configuration.database == nil else { return nil }
        dataFolder = configuration.dataFolder
        folder = BackupFolder(configuration.backups ?? configuration.dataFolder + "/backups")
    }

    /// What backups are encrypted to, in a file as the other keys are.
    private var keyPath: String { dataFolder + "/keys/backup" }
    private var notesPath: String { dataFolder + "/backup-state" }

    /// What backups are encrypted to; nil where no key was made yet.
    func recipient() throws -> BackupRecipient? {
        guard unsafe access(keyPath, F_OK) == 0 else { return nil }
        let text = String(decoding: try fileBytes(keyPath, bytesMax: 4_096), as: UTF8.self)
        guard let recipient = BackupRecipient(text: String(text.prefix { !$0.isNewline })) else {
            throw CommandFailure(words: "\(keyPath) is damaged; make a new key: hearth backup key --to FILE")
        }
        return recipient
    }

    /// Has backups encrypted to another key from now on.
    func setRecipient(_ recipient: BackupRecipient) throws {
        try replaceFile(keyPath, with: Array((recipient.text + "\n").utf8))
    }

    /// Keeps what restored backups do not know, once there is a key.
    func keepJournal(_ sealed: [UInt8]) throws {
        guard unsafe access(keyPath, F_OK) == 0 else { return }
        try folder.make()
        try folder.writeJournal(sealed)
    }

    /// How they stand.
    func state() -> BackupState {
        var state = BackupState(hasKey: unsafe access(keyPath, F_OK) == 0)
        do {
            let items = try folder.items()
            (state.newestAt, state.newestBytes) = (items.first?.takenAt, items.first?.bytes ?? 0)
            state.count = items.count
            let notes = try notes()
            state.drilledAt = notes["drilled"].flatMap { Timestamp(text: $0) }
            state.failedAt = notes["failed"].flatMap { Timestamp(text: $0) }
            state.failure = notes["because"]
        } catch {
            (state.failedAt, state.failure) = (realTime(), wordsFor(error))
        }
        return state
    }

    /// Notes that a backup was taken, restored on trial and found right.
    func noteDrilled(at now: Timestamp) throws {
        try write(["drilled": now.text])
    }

    /// Notes that one failed; when one last passed stays known.
    func noteFailed(_ words: String, at now: Timestamp) throws {
        var notes = try notes()
        notes["failed"] = now.text
        notes["because"] = String(words.map { $0.isNewline ? " " : $0 })
        try write(notes)
    }

    /// A word and its value a line.
    private func notes() throws(FileError) -> [String: String] {
        guard unsafe access(notesPath, F_OK) == 0 else { return [:] }
        let text = String(decoding: try fileBytes(notesPath, bytesMax: 1 << 16), as: UTF8.self)
        return text.split(separator: "\n").reduce(into: [:]) { notes, line in
            let pair = line.split(separator: " ", maxSplits: 1).map(String.init)
            if pair.count == 2 { notes[pair[0]] = pair[1] }
        }
    }

    private func write(_ notes: [String: String]) throws {
        let lines = notes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }
        try replaceFile(notesPath, with: Array(lines.joined().utf8))
    }
}

/// A backup as the keeper's commands show it.
struct BackupLine: Codable, Sendable {
    let path: String
    let takenAt: Timestamp
    let bytes: Int
    /// Whether it was restored on trial just now, and found right.
    let isTried: Bool

    var words: String { "\(path)  \(bytes) bytes" + (isTried ? "  restored on trial and found right" : "") }
}

/// Runs work that waits for the disk on a thread that may.
func aside<Output: Sendable>(_ work: @escaping @Sendable () throws -> Output) async throws -> Output {
    try await withCheckedThrowingContinuation { continuation in
        Workplace.threads.line("hearth.aside", .patient).add {
            continuation.resume(with: Result { try work() })
        }
    }
}

extension Configuration {
    /// Why this hub takes no backups.
    var noBackups: CommandFailure {
        CommandFailure(
            words: database == nil
                ? "this hub is set to keep no backups (--backups none)"
                : "the rows of this hub are in PostgreSQL, which backs them up itself (pg_dump, or pgBackRest for each moment); "
                    + "keep a copy of \(dataFolder)/keys too, without which they cannot be read"
        )
    }
}
