import Foundation
import Programs
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
    private let program: Conversation

    init() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let root = tests.deletingLastPathComponent().deletingLastPathComponent()
        program = try Conversation([
            root.appending(path: ".venv/bin/python").path, tests.appending(path: "mailbox.py").path,
        ])
        struct Start: Decodable {
            let port: Int
        }
        port = try JSONDecoder().decode(Start.self, from: Mailbox.line(of: program)).port
    }

    /// The next mail.
    func next() throws -> Taken {
        try JSONDecoder().decode(Taken.self, from: Mailbox.line(of: program))
    }

    private static func line(of program: Conversation) throws -> Data {
        let line = try program.line()
        try #require(!line.isEmpty, "no mail server: Scripts/install-packages --tests installs it")
        return line
    }
}
