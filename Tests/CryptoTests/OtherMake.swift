import Crypto
import Foundation
import Programs
import Testing

/// A browser's side of Web Push by programs of another make, http-ece and py-vapid.
final class OtherMake {
    /// In milliseconds since 1970.
    static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

    private let program: Conversation
    private let keys: PushKeys

    private struct Start: Decodable {
        let publicKey: String
        let authentication: String
    }

    init() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let root = tests.deletingLastPathComponent().deletingLastPathComponent()
        program = try Conversation([
            root.appending(path: ".venv/bin/python").path, tests.appending(path: "push_reader.py").path,
        ])
        let start = try JSONDecoder().decode(Start.self, from: OtherMake.line(of: program))
        let point = try #require(Base64.decode(start.publicKey))
        let secret = try #require(Base64.decode(start.authentication))
        keys = try #require(PushKeys(publicKey: point, authentication: secret))
    }

    /// A text encrypted for it.
    func encrypted(_ text: String) -> [UInt8]? {
        keys.encrypt(Array(text.utf8))
    }

    /// What it reads, once it has checked the voucher.
    func read(_ content: [UInt8], _ authorization: String) throws -> String {
        let question = ["content": Base64.encode(content), "authorization": authorization]
        try program.say(JSONEncoder().encode(question))
        struct Answer: Decodable {
            let text: String
        }
        return try JSONDecoder().decode(Answer.self, from: OtherMake.line(of: program)).text
    }

    private static func line(of program: Conversation) throws -> Data {
        let line = try program.line()
        try #require(!line.isEmpty, "no other make: Scripts/install-packages --tests installs it")
        return line
    }
}
