import Backups
import Crypto
import Family
import Hub

extension Command {
    static let backup = Command(
        name: "backup",
        summary: "makes an encrypted backup of the hub",
        help: """
            usage: hearth backup
                   hearth backup key --to FILE
                   hearth backup list
                   hearth backup check FILE --key KEYFILE

            Without another word takes a backup of the hub that runs in the data folder, or of the one that rests there,
            and restores it on trial. A running hub does so each night by itself, and keeps one of each of the last seven
            days and one of each week, none for longer than thirty days.

            key makes the key that backups are encrypted to. What opens them is written to FILE and nowhere else: print it
            or keep it on another machine, for without it no backup can be read, and who has it and a backup reads
            everything. Backups that were made before still need the key of before.

            check restores FILE on trial with that key, looks at all of it, and removes it again. It says how many members
            FILE holds and whose keys in it are destroyed; where none of them left, FILE is not right.

              --data DIR      where the hub is (./hearth-data)
              --backups DIR   where backups are kept (DATA/backups)
              --to FILE       where the key is written; a new file, for its owner alone
              --key KEYFILE   the key that key wrote
              --json          prints {path, takenAt, bytes, isTried}, or a list of these
            """
    ) { words in
        let (arguments, configuration) = try Configuration.read(
            words,
            flags: ["to", "key", "since"],
            switches: ["json"]
        )
        let asJSON = arguments.switches.contains("json")
        switch arguments.positional.first {
        case nil: try show(try await perform(.backUp, configuration), asJSON: asJSON)
        case "key"? where arguments.positional.count == 1: try makeKey(arguments, configuration)
        case "list"? where arguments.positional.count == 1: try list(configuration, asJSON: asJSON)
        case "check"? where arguments.positional.count == 2: try await check(arguments, configuration)
        default: throw UsageError(words: "say hearth backup, or hearth backup key, list or check; see --help.")
        }
    }

    static let restore = Command(
        name: "restore",
        summary: "restores a hub from a backup",
        help: """
            usage: hearth restore FILE --key KEYFILE

            Makes a data folder of a backup and puts it in the place of the one that is there, in one step, once it is whole
            and was found right. The old one is kept beside it, as DATA.before-restore-TIME. The hub in it must not run.
            What a restore that was cut short left, as DATA.restoring, is never removed: move it away first.

            Who left after the backup was taken stays deleted, and what was taken back stays taken back: devices, links,
            keys, connections, changed passwords and PINs. That is read from the file `since` beside the backups, so keep it
            with them. Everybody logs in anew. Messages that waited are not sent, and no alarm of before.

              --data DIR       the folder to make or to replace (./hearth-data)
              --key KEYFILE    the key that `hearth backup key` wrote
              --since FILE     the file `since`, where it is not beside the backup
              --accept-loss    restore without the members whose keys in FILE are destroyed for no known reason
              --json           prints {takenAt, left, members, takenBack, sessionsEnded, messagesDropped, aside, stays}
            """
    ) { words in
        let (arguments, configuration) = try Configuration.read(
            words,
            flags: ["key", "since"],
            switches: ["json", "accept-loss"]
        )
        guard arguments.positional.count == 1 else {
            throw UsageError(words: "name one backup: hearth restore FILE --key KEYFILE.")
        }
        guard configuration.database == nil else {
            throw CommandFailure(
                words: "a backup is restored into a file: run this without --database, then `hearth migrate postgres`"
            )
        }
        let outcome = try await restoring(arguments.positional[0], arguments, configuration).run()
        if !outcome.hasJournal {
            say("There was no file `since` beside the backup: who left after it was taken may be there again.")
        }
        let line = RestoreLine(outcome)
        guard !arguments.switches.contains("json") else { return try json(line) }
        result(line.words(of: configuration.dataFolder, from: arguments.positional[0]))
    }
}

/// Takes a backup of an open hub, for its keeper.
func takeBackup(_ configuration: Configuration, _ hub: Hub) async throws -> BackupLine {
    guard let maker = BackupMaker(configuration, hub: hub) else {
        throw configuration.noBackups
    }
    return try await maker.make()
}

private func makeKey(_ arguments: Arguments, _ configuration: Configuration) throws {
    let path = try arguments.required("to")
    guard let store = BackupStore(configuration) else {
        throw configuration.noBackups
    }
    // The key file of the hub itself: where there is none, there is no hub.
    _ = try HubKeys.open(folder: configuration.dataFolder + "/keys", mayCreate: false)
    let key = BackupKey()
    let descriptor = try newFile(path)
    let text = """
        The key that opens this hub's backups (\(key.recipient.fingerprint)). Keep it away from the hub: on paper, or on
        another machine. Without it no backup can be read. `hearth restore FILE --key THIS` takes this file as it is.

        \(key.text)

        """
    write(text, to: descriptor)
    try flush(descriptor, path)
    // Not before the other half is on the disk. What root writes there the hub could not read.
    if let owner = FolderOwner(store.dataFolder + "/keys") {
        try owner.act { try store.setRecipient(key.recipient) }
    } else {
        try store.setRecipient(key.recipient)
    }
    say(
        "Backups are encrypted to the key \(key.recipient.fingerprint) from now on. Keep \(path) away from this machine."
    )
}

private func list(_ configuration: Configuration, asJSON: Bool) throws {
    let items = try BackupStore(configuration)?.folder.items() ?? []
    let lines = items.map { BackupLine(path: $0.path, takenAt: $0.takenAt, bytes: $0.bytes, isTried: false) }
    if asJSON { try json(lines) } else { for line in lines { result(line.words) } }
}

private func check(_ arguments: Arguments, _ configuration: Configuration) async throws {
    let outcome = try await restoring(arguments.positional[1], arguments, configuration).run(isTrial: true)
    let (file, members) = (arguments.positional[1], outcome.members)
    guard !members.isSuspicious else { throw CommandFailure(words: members.words(file)) }
    result("\(file) is valid: the hub at \(outcome.header.takenAt.text)")
    result(members.words(file))
}

private func restoring(_ file: String, _ arguments: Arguments, _ configuration: Configuration) throws -> Restoring {
    let path = try arguments.required("key")
    let text = String(decoding: try fileBytes(path, bytesMax: 1 << 16), as: UTF8.self)
    guard let key = BackupKey(text: text) else {
        throw CommandFailure(words: "\(path) is not a backup key; `hearth backup key` makes one")
    }
    var restoring = Restoring(file: file, key: key, configuration: configuration, journal: arguments.values["since"])
    restoring.acceptsLoss = arguments.switches.contains("accept-loss")
    return restoring
}
