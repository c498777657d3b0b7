import CPostgres
import Foundation
import Programs
import Synchronization

/// A PostgreSQL cluster of this test run alone, on a socket in a temporary folder; gone with the process, even a killed one.
public final class PostgresServer: Sendable {
    /// The reason why the cluster did not start.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    private static let started = Result { try PostgresServer() }

    /// The cluster that all tests of this process share; started by the first that asks.
    public static func shared() throws -> PostgresServer { try started.get() }

    /// Where its socket and its data are.
    public let folder: String
    private let port: UInt16
    /// Open for as long as it is to run; takes orders.
    private let script: Conversation
    private let administration: Mutex<Administration>
    private let places = Places(count: 12)

    /// A cluster of one's own, with settings as its configuration file has them; it runs as long as this lives.
    public init(_ settings: [String] = [], port: UInt16 = 5432) throws {
        self.port = port
        folder = NSTemporaryDirectory() + "hearth-postgres-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let file = URL(filePath: #filePath).deletingLastPathComponent().path + "/serve"
        script = try Conversation(["sh", file, folder] + settings)
        let answer = try script.line()
        guard answer == Data("ready".utf8) else {
            throw Failure(description: String(decoding: answer + Data("\n".utf8) + (try script.rest()), as: UTF8.self))
        }
        administration = Mutex(try Administration(Self.connection(folder, port)))
    }

    /// Ends the server as a power cut would.
    public func kill() throws { try order("kill") }

    /// Starts it again on what it has on disk, and waits until it takes connections.
    public func start() throws {
        try order("start")
        // The connection of before ended with the server.
        try administration.withLock { $0 = try Administration(Self.connection(folder, port)) }
    }

    private func order(_ word: String) throws {
        try script.say(Data(word.utf8))
        let answer = try script.line()
        guard answer == Data("done".utf8) else { throw Failure(description: String(decoding: answer, as: UTF8.self)) }
    }

    /// The same as a hub's setting.
    public func url(of database: String) -> String { "postgres://hearth@/\(database)?host=\(folder)&port=\(port)" }

    /// How a database of this cluster is called for who connects.
    public func connection(to database: String) -> String { Self.connection(folder, port, to: database) }

    private static func connection(_ folder: String, _ port: UInt16, to database: String = "postgres") -> String {
        "host=\(folder) port=\(port) user=hearth dbname=\(database)"
    }

    /// Runs `body` with the name of a new database, which is removed afterwards.
    public func withNamedDatabase(_ body: (_ name: String) async throws -> Void) async throws {
        try await withDatabase { connection in
            try await body(String(connection.split(separator: "=").last ?? ""))
        }
    }

    /// Runs `body` with the connection string of a new database, empty or a copy of another without connections.
    ///
    /// Twelve at a time, for the sake of the server's connections; each is removed afterwards.
    public func withDatabase(
        like template: String = "template0",
        _ body: (_ connection: String) async throws -> Void
    ) async throws {
        let name = "test_" + UUID().uuidString.replacing("-", with: "").lowercased()
        await places.take()
        do {
            try run("CREATE DATABASE \(name) TEMPLATE \(template) STRATEGY FILE_COPY")
            try await body(connection(to: name))
        } catch {
            _ = try? run("DROP DATABASE IF EXISTS \(name) WITH (FORCE)")  // what went wrong before is told
            await places.giveBack()
            throw error
        }
        await places.giveBack()
        try run("DROP DATABASE \(name) WITH (FORCE)")
    }

    /// Runs a statement as the cluster's owner, outside of transactions, and answers its first value.
    @discardableResult
    public func run(_ statement: String) throws -> String? {
        try administration.withLock { try $0.run(statement) }
    }
}

/// How many may have something at a time.
private actor Places {
    private var count: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(count: Int) {
        self.count = count
    }

    func take() async {
        guard count == 0 else {
            count -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func giveBack() {
        if waiting.isEmpty { count += 1 } else { waiting.removeFirst().resume() }
    }
}

/// A connection beside those of the tests.
@safe
private final class Administration {
    private let handle: OpaquePointer

    init(_ connection: String) throws {
        guard let handle = unsafe PQconnectdb(connection) else {
            throw PostgresServer.Failure(description: "no memory to connect")
        }
        unsafe self.handle = handle
        guard unsafe PQstatus(handle) == CONNECTION_OK else {
            throw PostgresServer.Failure(description: unsafe String(cString: PQerrorMessage(handle)))
        }
    }

    deinit {
        unsafe PQfinish(handle)
    }

    func run(_ statement: String) throws -> String? {
        // The server was killed and started since.
        if unsafe PQstatus(handle) != CONNECTION_OK { unsafe PQreset(handle) }
        let result = unsafe PQexec(handle, statement)
        defer { unsafe PQclear(result) }
        switch unsafe PQresultStatus(result) {
        case PGRES_COMMAND_OK: return nil
        case PGRES_TUPLES_OK:
            guard unsafe PQntuples(result) > 0 else { return nil }
            return unsafe String(cString: PQgetvalue(result, 0, 0))
        default: throw PostgresServer.Failure(description: unsafe String(cString: PQerrorMessage(handle)))
        }
    }
}
