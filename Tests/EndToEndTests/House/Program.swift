import Foundation
import Programs

/// A program that was started, its output in files of a folder of its own, so that no pipe can fill.
final class Program: Sendable {
    /// What a program that ended left behind.
    struct Ending: Sendable {
        let status: Int32
        let output: String
        let errors: String
    }

    /// The `hearth` that is tested: `HEARTH_BINARY`, or what the package built last.
    static let hearth: URL = {
        if let path = ProcessInfo.processInfo.environment["HEARTH_BINARY"] { return URL(fileURLWithPath: path) }
        return root.appendingPathComponent(".build/debug/hearth")
    }()

    /// The folder of the package.
    static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized

    private let program: StartedProgram
    private let folder: URL

    /// Starts a program: an absolute path, or a name that the shell's path finds; at a terminal only where one is given.
    init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        terminal: Terminal? = nil
    ) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.program = try StartedProgram(
            [program] + arguments,
            environment: environment,
            input: terminal.map { .descriptor($0.input) } ?? .nothing,
            output: .file(folder.appendingPathComponent("output").path),
            errors: .file(folder.appendingPathComponent("errors").path)
        )
    }

    deinit {
        kill()
        // A folder that stays in the temporary one is no reason to fail.
        try? FileManager.default.removeItem(at: folder)
    }

    /// What it has written to standard output so far.
    var output: String { text("output") }
    /// What it has written to standard error so far.
    var errors: String { text("errors") }

    /// Whether it has not ended yet.
    var isRunning: Bool { program.isRunning }

    /// What it ended with; asked only once it did.
    var status: Int32 { program.status }

    /// Ends it as a power cut would.
    func kill() {
        program.send(SIGKILL)
        program.wait()
    }

    /// Asks it to end.
    func terminate() {
        program.send(SIGTERM)
    }

    /// Waits for its end, on a thread that no task needs.
    func end() async -> Ending {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                self.program.wait()
                continuation.resume(returning: ())
            }
        }
        return Ending(status: program.status, output: output, errors: errors)
    }

    /// Runs `hearth` with these words to its end.
    static func hearth(_ words: [String], environment: [String: String] = [:]) async throws -> Ending {
        try await Program(hearth.path, words, environment: environment).end()
    }

    private func text(_ name: String) -> String {
        // The file is made before the program starts.
        (try? String(decoding: Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)) ?? ""
    }
}
