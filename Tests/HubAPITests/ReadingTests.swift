import API
import Crypto
import Family
import Foundation
import HTTP
import Hub
import SQL
import SQLite
import Storage
import Synchronization
import Testing
import WireClient
import Work

/// S54: whoever reads changes nothing and waits for nobody who writes.
@Suite struct ReadingTests {
    @Test func `S54: no GET of any route changes anything or takes the writer`() async throws {
        try await withRecordedHub { test, writes in
            let scene = try await AccessScene(test)
            try await scene.proveEverybody()
            // A live link's viewer has looked; looks are written within seconds, which no GET waits for.
            await test.hub.writeLooks()
            for route in everyRoute where route.methodAndPath.method == "GET" {
                try await check(route.rule(in: scene, for: .owner), .owner, scene, writes)
            }
        }
    }

    @Test func `S54: the first GET of each route by a new member writes nothing`() async throws {
        try await withRecordedHub { test, writes in
            let scene = try await AccessScene(test)
            let newcomer = try await test.member(40)
            for route in everyRoute where route.methodAndPath.method == "GET" && route.asksForSession {
                writes.begin()
                let path = route.methodAndPath.path
                _ = try await test.read(path, by: newcomer, isStream: route == .events)
                #expect(writes.taken() == [], "\(path)")
            }
            _ = scene
        }
    }

    @Test func `S54: a wallet and its entries are there before anybody opened the wallet`() async throws {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            let joining = try await test.invite(into: try await test.hub.family(of: anna.id).id, by: anna)
            let family = try await test.hub.joinFamily(
                joining.token,
                JoinConsent(sharing: .off),
                member: bo.id,
                by: bo.id,
                from: RequestOrigin()
            )
            let opened = try await test.call(
                "POST",
                "/api/v1/accounts",
                token: bo.token,
                json: #"{"id":"\#(test.hub.outside.newID(of: Account.self).text)","asset":1}"#
            )
            let account = try #require(opened.json["id"] as? String)
            for path in ["accounts/\(account)/entries", "wallet", "ledger/checkpoint"] {
                #expect(try await test.call("GET", "/api/v1/\(path)", token: bo.token).status == 200, "\(path)")
            }
            for path in ["wallet", "ledger/checkpoint", "families/\(family.id.text)/approvals"] {
                #expect(try await test.call("GET", "/api/v1/\(path)", token: anna.token).status == 200, "\(path)")
            }
        }
    }

    @Test func `S54: a change brought about by time alone is shown to a reader without a write`() async throws {
        try await withRecordedHub { test, writes in
            let home = try await MissionHome(test)
            let daily = #","repeats":{"every":"day","from":"due"}"#
            let cello = try await home.mission("Cello", by: home.mira.token, daily)
            let read = try await home.mission("Read", by: home.mira.token)
            let start = #"{"id":"\#(home.newID())","occurrence":0}"#
            _ = try await home.ask(home.mira.token, "POST", "missions/\(read)/start", start)
            test.clock.advance(seconds: 86_400)
            // The session is seen anew, once an hour.
            for child in [home.mira, home.timo] { _ = try await home.ask(child.token, "GET", "me") }
            for path in ["missions", "missions/\(cello)", "me/focus", "members/\(home.mira.id.text)/countdowns"] {
                writes.begin()
                let answer = try await home.ask(home.mira.token, "GET", path)
                #expect(answer.status == 200, "\(path): \(answer.text)")
                #expect(writes.taken() == [], "\(path)")
            }
            let shown = try await home.ask(home.mira.token, "GET", "missions/\(cello)")
            #expect(shown.occurrence["state"] as? String == "lapsed")
            let countdown = try await home.ask(home.mira.token, "GET", "me/focus").json["countdown"] as? [String: Any]
            #expect(countdown?["remainingMilliseconds"] as? Int == 0)
            await test.hub.handleFocusDeadlines()
            let after = try await home.ask(home.mira.token, "GET", "me/focus")
            #expect(after.json["countdown"] == nil && after.json["latest"] != nil)
        }
    }

    @Test func `a request that writes appears in the record of writes`() async throws {
        try await withRecordedHub { test, writes in
            let anna = try await test.member(1)
            writes.begin()
            _ = try await test.call("PATCH", "/api/v1/me", token: anna.token, json: #"{"colour":3}"#)
            #expect(writes.taken().count == 1)
        }
    }

    private func check(
        _ rule: AccessRule,
        _ asking: Asking,
        _ scene: AccessScene,
        _ writes: WriteRecord
    ) async throws {
        let query = rule.route == .day(scene.owner.id) ? "?date=2026-03-01" : ""
        let path = rule.route.methodAndPath.path + query
        writes.begin()
        let answer = try await scene.test.read(path, by: scene.owner, isStream: rule.route == .events)
        #expect(answer.status == rule.status(asking), "\(path): \(answer.text)")
        #expect(writes.taken() == [], "\(path)")
    }

    /// A hub on a file, as readers beside the writer take one, whose writer's work is recorded.
    private func withRecordedHub(_ body: (TestService, WriteRecord) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-reading-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }  // A test's own folder: nothing depends on it.
        let writes = WriteRecord()
        let file = SQLite(path: folder.appendingPathComponent("hearth.db").path)
        let database = try Database(RecordedDriver(inner: file, writes: writes))
        try await Migrator(files: Schema.migrations, checksum: SHA256.hexadecimal).migrate(database)
        let test = try await TestService(database, TestService.Configuration(), clock: TestClock())
        do {
            try await body(test, writes)
        } catch {
            await test.stop()
            await database.close()
            throw error
        }
        await test.stop()
        await database.close()
    }
}

extension TestService {
    /// One GET by somebody; of a stream only the head.
    fileprivate func read(_ path: String, by member: TestMember, isStream: Bool) async throws -> TestResponse {
        let bytes = requestBytes("GET", path, ["Authorization: Bearer \(member.token)"], nil)
        let port = server.port
        return try await onThread {
            let client = try TestClient(port: port)
            try client.send(bytes)
            return try isStream ? client.head() : client.response()
        }
    }
}

/// What the writer did since somebody began to look: each transaction as the changes that it made.
private final class WriteRecord: Sendable {
    private struct State {
        var open: [String]?
        var taken: [[String]] = []
    }

    /// Written by queues of their own, some time after the answer (S54).
    private static let aside = ["look", "look_hint", "security_event", "session SET seen_at"]

    private let state = Mutex(State())

    /// Forgets what was before.
    func begin() { state.withLock { $0.taken = [] } }

    /// The transactions since then.
    func taken() -> [[String]] {
        state.withLock { $0.taken }.filter { changes in
            changes.isEmpty || !changes.allSatisfy { change in Self.aside.contains { change.contains(" \($0)") } }
        }
    }

    func transactionBegins() { state.withLock { $0.open = [] } }
    func changes(_ statement: String) { state.withLock { $0.open?.append(statement) } }

    func transactionEnds() {
        state.withLock { state in
            if let open = state.open { state.taken.append(open) }
            state.open = nil
        }
    }
}

/// SQLite whose writer is recorded.
private struct RecordedDriver: DatabaseDriver {
    let inner: SQLite
    let writes: WriteRecord

    func openWriter(in workplace: Workplace) throws(StorageError) -> sending any DatabaseConnection {
        RecordedConnection(try inner.openWriter(in: workplace), writes)
    }

    func openReader() throws(StorageError) -> sending (any DatabaseConnection)? { try inner.openReader() }
}

private final class RecordedConnection: DatabaseConnection {
    private let inner: any DatabaseConnection
    private let writes: WriteRecord

    init(_ inner: any DatabaseConnection, _ writes: WriteRecord) {
        (self.inner, self.writes) = (inner, writes)
    }

    var isInTransaction: Bool { inner.isInTransaction }

    func begin(writing: Bool) throws(StorageError) {
        try inner.begin(writing: writing)
        writes.transactionBegins()
    }

    func commit() throws(StorageError) {
        try inner.commit()
        writes.transactionEnds()
    }

    func rollback() {
        inner.rollback()
        writes.transactionEnds()
    }

    func setSavepoint() throws(StorageError) { try inner.setSavepoint() }
    func releaseSavepoint() throws(StorageError) { try inner.releaseSavepoint() }
    func rollbackToSavepoint() throws(StorageError) { try inner.rollbackToSavepoint() }
    func hasTable(_ name: String) throws(StorageError) -> Bool { try inner.hasTable(name) }
    func lastNumber(givenIn table: StaticString) throws(StorageError) -> Int64 { try inner.lastNumber(givenIn: table) }
    func integrityFaults() throws(StorageError) -> [String] { try inner.integrityFaults() }
    func runScript(_ script: String) throws(StorageError) { try inner.runScript(script) }
    func truncateWAL() throws(StorageError) { try inner.truncateWAL() }
    func takeReserve() throws(StorageError) { try inner.takeReserve() }
    func close() { inner.close() }

    func run(_ statement: SQL, mayWrite: Bool, eachRow: (Row) -> Void) throws(StorageError) -> Int {
        if mayWrite { writes.changes("\(statement.text)") }
        return try inner.run(statement, mayWrite: mayWrite, eachRow: eachRow)
    }
}
