import Foundation
import Testing

/// A real mail server of another make, on a port of its own, that shows what it took.
final class Mailbox {
    /// One mail as it came.
    struct Taken: Decodable {
        let from: String
        let to: [String]
        let user: String?
        let password: String?
        let content: String
    }

    let port: Int
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let root = tests.deletingLastPathComponent().deletingLastPathComponent()
        process.executableURL = root.appending(path: ".venv/bin/python")
        process.arguments = [tests.appending(path: "mailbox.py").path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        struct Start: Decodable {
            let port: Int
        }
        port = try JSONDecoder().decode(Start.self, from: Mailbox.line(of: output)).port
    }

    deinit {
        // It ends when nobody writes to it any more; where it is gone already, there is nothing to close.
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// The next mail.
    func next() throws -> Taken {
        try JSONDecoder().decode(Taken.self, from: Mailbox.line(of: output))
    }

    private static func line(of pipe: Pipe) throws -> Data {
        var line = Data()
        while let byte = try pipe.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
        try #require(!line.isEmpty, "no mail server: Scripts/install-packages --tests installs it")
        return line
    }
}
