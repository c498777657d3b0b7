import Foundation
import PostgresServer
import Programs
import Synchronization
import Testing
import WireClient

/// A data folder of its own for one test, the hubs and commands that were run on it, and everything they printed.
final class HubFolder: Sendable {
    /// The hub's program: the one that HEARTH_BINARY names, or else the debug build of this tree.
    static let binary: String = {
        if let named = ProcessInfo.processInfo.environment["HEARTH_BINARY"] { return named }
        let tests = URL(filePath: #filePath).appending(path: "../../..").standardized
        return tests.deletingLastPathComponent().appending(path: ".build/debug/hearth").path
    }()

    let path: String
    var data: String { path + "/data" }
    /// The server that has the rows of its hubs, as the setting names it; nil where a file has them.
    let database: String?
    private let secrets = Mutex<[String: String]>([:])
    private let running = Mutex<[HubProcess]>([])

    /// Runs `body` with a fresh folder whose hubs have their rows in this kind of database.
    static func run(on place: RowPlace, _ body: (HubFolder) async throws -> Void) async throws {
        guard place == .postgres else { return try await run(body) }
        let server = try PostgresServer.shared()
        try await server.withNamedDatabase { name in try await run(database: server.url(of: name), body) }
    }

    /// Runs `body` with a fresh folder; then stops what runs, and looks for secrets in all that was printed.
    static func run(database: String? = nil, _ body: (HubFolder) async throws -> Void) async throws {
        try #require(
            FileManager.default.isExecutableFile(atPath: binary),
            "there is no hub to test at \(binary): build it, or name it in HEARTH_BINARY"
        )
        let folder = try HubFolder(database)
        defer { folder.end() }
        try await body(folder)
    }

    private init(_ database: String?) throws {
        self.database = database
        // Short, because the control socket's path has a limit.
        path = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString.prefix(8))").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    private func end() {
        for hub in running.withLock({ $0 }) { hub.kill() }
        #expect(throws: Never.self) {
            let known = secrets.withLock { $0 }
            for log in try FileManager.default.contentsOfDirectory(atPath: path) where log.hasSuffix(".log") {
                let text = String(decoding: try Data(contentsOf: URL(filePath: path + "/" + log)), as: UTF8.self)
                // The demo says on purpose, on its standard output, how to log in as its made-up people.
                let found = LogHygiene.found(in: text, secrets: known)
                    .filter { log.hasSuffix(".err.log") || !$0.hasPrefix("something") }
                #expect(found == [], "S23: secrets stand in the log")
            }
            try FileManager.default.removeItem(atPath: path)
        }
    }

    private var databaseFlags: [String] { database.map { ["--database", $0] } ?? [] }

    /// Names something that no hub of this folder may ever print.
    func keepSecret(_ secret: String, _ name: String) {
        secrets.withLock { $0[name] = secret }
    }

    /// Everything that hubs printed, and what commands said beside their results.
    func printed() throws -> String {
        try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".log") }
            .map { String(decoding: try Data(contentsOf: URL(filePath: path + "/" + $0)), as: UTF8.self) }
            .joined(separator: "\n")
    }

    /// Starts a hub here, and waits until it listens; it may have only so many files open where `descriptors` says so.
    func serve(
        _ flags: [String] = [],
        descriptors: Int? = nil,
        environment: [String: String] = [:]
    ) async throws -> HubProcess {
        let address = flags.contains("--listen") ? [] : ["--listen", "127.0.0.1:0"]
        let words = ["serve", "--data", data] + databaseFlags + address + flags
        let hub = try HubProcess(self, words, descriptors: descriptors, environment: environment)
        running.withLock { $0.append(hub) }
        try await hub.waitUntilItListens()
        return hub
    }

    /// Starts a demo with its own data, and waits until its family is there.
    func demo(_ flags: [String] = []) async throws -> HubProcess {
        let hub = try HubProcess(self, ["demo", "--listen", "127.0.0.1:0", "--language", "en"] + flags)
        running.withLock { $0.append(hub) }
        try await hub.waitUntilItListens()
        return hub
    }

    /// Starts another program of the hub's that runs on, and waits for the line that it begins with.
    @discardableResult
    func start(_ words: [String], until line: String) async throws -> HubProcess {
        let process = try HubProcess(self, words)
        running.withLock { $0.append(process) }
        // Not there yet, or not whole yet.
        let isUp = try await eventually { ((try? process.output()) ?? "").contains(line) || !process.isRunning }
        let said = try process.said()
        try #require(isUp && process.isRunning, "\(said)")
        return process
    }

    /// Runs a command on this folder; its exit code, and what it wrote to standard output and standard error.
    func command(
        _ words: [String],
        data: String? = nil,
        environment: [String: String] = [:]
    ) async throws -> (code: Int32, out: String, said: String) {
        let process = try HubProcess(
            self,
            words + ["--data", data ?? self.data] + databaseFlags,
            environment: environment
        )
        try #require(try await eventually { !process.isRunning })
        return (process.exitCode, try process.output(), try process.said())
    }
}

/// Where the hubs of a test have their rows.
enum RowPlace: String, CaseIterable, CustomTestStringConvertible {
    case file, postgres

    var testDescription: String { rawValue }
}

/// One run of the hub's program.
final class HubProcess: Sendable {
    private let program: StartedProgram
    private let outPath: String
    private let logPath: String
    private let listening = Mutex<String>("")

    fileprivate init(
        _ folder: HubFolder,
        _ words: [String],
        descriptors: Int? = nil,
        environment: [String: String] = [:]
    ) throws {
        let name = UUID().uuidString.prefix(8)
        let isHub = ["serve", "demo"].contains(words.first)
        logPath = "\(folder.path)/\(name).err.log"
        // What a command prints as its result is meant for the keeper; what a hub prints is its log.
        outPath = isHub ? "\(folder.path)/\(name).out.log" : "\(folder.path)/\(name).out"
        program = try StartedProgram(
            (descriptors.map { ["prlimit", "--nofile=\($0):\($0)"] } ?? []) + [HubFolder.binary] + words,
            in: folder.path,
            // What a demo does not keep lies where the test can look for it.
            environment: ["TMPDIR": folder.path].merging(environment) { $1 },
            output: .file(outPath),
            errors: .file(logPath)
        )
    }

    var pid: Int32 { program.pid }
    var isRunning: Bool { program.isRunning }
    var exitCode: Int32 { program.status }

    /// What it wrote to standard output.
    func output() throws -> String { String(decoding: try Data(contentsOf: URL(filePath: outPath)), as: UTF8.self) }
    /// What it wrote to standard error.
    func said() throws -> String { String(decoding: try Data(contentsOf: URL(filePath: logPath)), as: UTF8.self) }

    /// The address it printed in its first line.
    var address: String { listening.withLock { $0 } }
    var port: UInt16 { UInt16(address.split(separator: ":").last ?? "") ?? 0 }

    fileprivate func waitUntilItListens() async throws {
        let isUp = try await eventually {
            // Not there yet, or not whole yet.
            let text = (try? output()) ?? ""
            return text.contains("\n") || !isRunning
        }
        let first = try output().split(separator: "\n").first.map(String.init) ?? ""
        let words = try said()
        try #require(isUp && first.hasPrefix("listening on "), "\(words)")
        listening.withLock { $0 = String(first.dropFirst("listening on ".count)) }
    }

    /// Ends it as a power cut would, and waits for that.
    func kill() {
        program.send(SIGKILL)
        program.wait()
    }

    /// Asks it to end.
    func terminate() {
        program.send(SIGTERM)
    }

    /// One request on a connection of its own.
    func call(
        _ method: String,
        _ path: String,
        token: String? = nil,
        headers more: [String] = [],
        json: String? = nil
    ) async throws -> TestResponse {
        let port = port
        var headers = more + (token.map { ["Authorization: Bearer \($0)"] } ?? [])
        if json != nil { headers.append("Content-Type: application/json") }
        let bytes = requestBytes(method, path, headers, json.map { Array($0.utf8) })
        return try await onThread {
            let client = try TestClient(port: port)
            try client.send(bytes)
            return try client.response()
        }
    }
}

extension TestResponse {
    /// The body as a JSON object; empty where it is none.
    var json: [String: Any] {
        // What is no JSON has no fields, which the expectations then miss.
        ((try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any]) ?? [:]
    }
}
