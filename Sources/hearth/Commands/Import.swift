import API
import Family
import Glibc
import HubAPI
import Replay

extension Command {
    static let `import` = Command(
        name: "import",
        summary: "imports tracks from other apps into a member's history",
        help: """
            usage: hearth import FILE… --member PHONE [--keep DAYS|forever] [--json]

            Reads GPX, GeoJSON, CSV, the OwnTracks Recorder's .rec, Google's Records.json and Timeline.json, what hearth
            export --format json wrote, and zip archives of such files: what the page exports, Google's Takeout. Works
            on the hub that runs in the data folder, whose own user need not be able to read the files, or on the one
            that rests there.

            What is imported is history of that member alone: it moves nothing, tells nobody, and nobody else is ever
            shown it. What is there already is not stored again. Points that cannot be used are counted, with the
            reason. A file that cannot be read keeps none of the others from it; the last line names it, and the command
            fails.

              --member PHONE   whose history; as +41446681800, or as people write it where the hub is
              --keep DAYS      how many days that history is kept, or forever; asked for before the first import,
                               because what is older is deleted each night. A choice that the member made stands
              --data DIR       where the hub is (./hearth-data)
              --json           prints what became of each file as JSON
            """
    ) { words in
        let (arguments, configuration) = try Configuration.read(words, flags: ["member", "keep"], switches: ["json"])
        let member = try arguments.required("member")
        let keep = arguments.values["keep"]
        if let keep, keep != "forever", Int(keep).map({ $0 < 0 }) ?? true {
            throw UsageError(words: "--keep is a number of days, or forever.")
        }
        guard !arguments.positional.isEmpty else { throw UsageError(words: "Name the files to import.") }
        let line = try await KeeperLine(configuration)
        // One file that cannot be read keeps none of the others from it.
        var failed: [String] = []
        for path in arguments.positional {
            do {
                let state = try await bring(try absolute(path), named: path, member, keep, line)
                if arguments.switches.contains("json") { try json(state) } else { report(state, path) }
                if state.state != .done { failed.append(path) }
            } catch {
                say(wordsFor(error))
                failed.append(path)
            }
        }
        await line.close()
        guard failed.isEmpty else {
            throw CommandFailure(
                words: "\(failed.count) of \(arguments.positional.count) files not imported: "
                    + failed.joined(separator: ", ")
            )
        }
    }
}

/// Several commands to one hub: the one that runs in the folder, or one that rests there and is open meanwhile.
private struct KeeperLine {
    private let configuration: Configuration
    private let house: HubInstance?
    private let service: HubService?

    init(_ configuration: Configuration) async throws {
        self.configuration = configuration
        // Any command says whether somebody listens.
        let isRunning = try ControlSocket.ask(.listMembers(after: nil), folder: configuration.dataFolder) != nil
        house =
            isRunning
            ? nil
            : try await HubInstance.open(
                configuration.dataFolder,
                on: try configuration.hubDatabase(),
                settings: configuration.hub,
                mayCreate: false,
                backups: BackupStore(configuration)
            )
        service = house.map { HubService(hub: $0.hub, allowHTTP: false) }
    }

    func ask(_ command: ControlCommand) async throws -> ControlAnswer {
        if let service {
            let address = "http://\(configuration.listen)"
            return try await command.run(on: service, address: address, configuration, isRunning: false)
        }
        // The hub's user may not see this one's home: it is handed the open file.
        let file = try command.fileToRead
        defer { if let file { Glibc.close(file) } }
        guard let answer = try ControlSocket.ask(command, folder: configuration.dataFolder, handing: file) else {
            throw CommandFailure(words: "the hub stopped")
        }
        if case .refused(let words) = answer { throw CommandFailure(words: words) }
        return answer
    }

    func close() async {
        await house?.close()
    }
}

extension ControlCommand {
    /// The file that it names, opened to be read; nil where it names none.
    fileprivate var fileToRead: Int32? {
        get throws(FileError) {
            guard case .importFile(_, let path, _) = self else { return nil }
            let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { throw FileError(words: "\(path): \(errorWords(errno))") }
            return file
        }
    }
}

/// Imports a file, and says how far it is until it is done.
private func bring(
    _ path: String,
    named name: String,
    _ member: String,
    _ keep: String?,
    _ line: KeeperLine
) async throws -> ImportBody {
    let isTerminal = isatty(STDERR_FILENO) == 1
    var state = try importState(try await line.ask(.importFile(memberPhone: member, path: path, keep: keep)))
    while state.state == .reading {
        if isTerminal {
            let percent = 100 * state.read / max(state.bytes, 1)
            write("\r\(name): \(percent) %, \(state.added) new ", to: STDERR_FILENO)
        }
        try await Task.sleep(for: .milliseconds(200))
        state = try importState(try await line.ask(.importState(memberPhone: member, id: state.id.text)))
    }
    if isTerminal { write("\r\u{1B}[K", to: STDERR_FILENO) }
    return state
}

private func importState(_ answer: ControlAnswer) throws -> ImportBody {
    guard case .importing(let state) = answer else { throw CommandFailure(words: "the hub is another version") }
    return state
}

/// What became of a file, in lines for people.
private func report(_ state: ImportBody, _ path: String) {
    switch state.state {
    case .unknownFormat: return say("\(path): file type not supported")
    case .failed: say("\(path): the import stopped; the same file again adds the rest")
    default: break
    }
    result("\(path): \(state.added) new, \(state.known) known already (\(state.format ?? "empty"))")
    for (why, count) in state.refused.sorted(by: { $0.key < $1.key }) { result("  left out: \(count), \(words(why))") }
    if !state.isWhole { result("  the file breaks off or is damaged") }
}

private func words(_ why: String) -> String {
    switch why {
    case "noPosition": "without a position"
    case "offTheGlobe": "off the globe"
    case "noTime": "without a time"
    case "impossibleTime": "with an impossible time"
    case "unreadable": "that cannot be read"
    case "future": "from the future"
    case "olderThanKept": "older than the history is kept"
    default: why
    }
}

/// The path as another process finds it.
private func absolute(_ path: String) throws(FileError) -> String {
    guard let whole = unsafe realpath(path, nil) else { throw FileError(words: "\(path): \(errorWords(errno))") }
    // Ours to free (realpath(3)).
    defer { unsafe free(whole) }
    return unsafe String(cString: whole)
}
