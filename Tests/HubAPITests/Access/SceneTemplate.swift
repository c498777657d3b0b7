import Crypto
import Family
import Foundation
import SQL
import SQLite
import Storage

extension AccessScene {
    /// Runs `body` in a scene of its own: a hub started on a copy of a database that was made once for all tests.
    static func run(
        _ configure: (inout TestService.Configuration) -> Void = { _ in },
        _ body: (AccessScene) async throws -> Void
    ) async throws {
        try await SceneTemplate.made.value.run(configure, body)
    }
}

/// The database of a scene, made once: making it takes longer than what most tests ask in it.
private struct SceneTemplate: Sendable {
    static let made = Task { try await SceneTemplate() }

    /// Its hub is stopped.
    private let scene: AccessScene
    private let bytes: Data
    private let time: Timestamp

    private init() async throws {
        let path = Self.freshPath()
        defer { Self.remove(path) }
        let clock = TestClock()
        scene = try await Self.serve(path, TestService.Configuration(), clock) { test in
            try await AccessScene(test)
        }
        let copy = Self.freshPath()
        defer { Self.remove(copy) }
        try SQLite(path: path).copy(to: copy)
        bytes = try Data(contentsOf: URL(filePath: copy))
        time = clock.now
    }

    func run(
        _ configure: (inout TestService.Configuration) -> Void,
        _ body: (AccessScene) async throws -> Void
    ) async throws {
        let path = Self.freshPath()
        defer { Self.remove(path) }
        try bytes.write(to: URL(filePath: path))
        var configuration = TestService.Configuration()
        configure(&configuration)
        try await Self.serve(path, configuration, TestClock(time)) { test in
            try await body(scene.moved(to: test))
        }
    }

    private static func serve<Result>(
        _ path: String,
        _ configuration: TestService.Configuration,
        _ clock: TestClock,
        _ body: (TestService) async throws -> Result
    ) async throws -> Result {
        let database = try Database(SQLite(path: path))
        try await Migrator(files: Schema.migrations, checksum: SHA256.hexadecimal).migrate(database)
        let test = try await TestService(database, configuration, clock: clock)
        do {
            let result = try await body(test)
            await test.stop()
            await database.close()
            return result
        } catch {
            await test.stop()
            await database.close()
            throw error
        }
    }

    /// In memory where the machine has a folder for that: what is written here need not outlive a power cut.
    private static func freshPath() -> String {
        let shared = "/dev/shm"
        let folder = FileManager.default.isWritableFile(atPath: shared) ? shared : NSTemporaryDirectory()
        return "\(folder)/hearth-scene-\(UUID().uuidString).db"
    }

    private static func remove(_ path: String) {
        for end in ["", "-wal", "-shm", "-journal"] {
            try? FileManager.default.removeItem(atPath: path + end)  // not there: nothing to remove
        }
    }
}
