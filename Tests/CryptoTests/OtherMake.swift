import Crypto
import Foundation
import Testing

/// A browser's side of Web Push by programs of another make, http-ece and py-vapid.
final class OtherMake {
    /// In milliseconds since 1970.
    static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let keys: PushKeys

    private struct Start: Decodable {
        let publicKey: String
        let authentication: String
    }

    init() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let root = tests.deletingLastPathComponent().deletingLastPathComponent()
        process.executableURL = root.appending(path: ".venv/bin/python")
        process.arguments = [tests.appending(path: "push_reader.py").path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let start = try JSONDecoder().decode(Start.self, from: OtherMake.line(of: output))
        let point = try #require(Base64.decode(start.publicKey))
        let secret = try #require(Base64.decode(start.authentication))
        keys = try #require(PushKeys(publicKey: point, authentication: secret))
    }

    deinit {
        // It ends when nobody writes to it any more; where it is gone already, there is nothing to close.
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// A text encrypted for it.
    func encrypted(_ text: String) -> [UInt8]? {
        keys.encrypt(Array(text.utf8))
    }

    /// What it reads, once it has checked the voucher.
    func read(_ content: [UInt8], _ authorization: String) throws -> String {
        let question = ["content": Base64.encode(content), "authorization": authorization]
        let line = try JSONEncoder().encode(question) + Data("\n".utf8)
        try input.fileHandleForWriting.write(contentsOf: line)
        struct Answer: Decodable {
            let text: String
        }
        return try JSONDecoder().decode(Answer.self, from: OtherMake.line(of: output)).text
    }

    private static func line(of pipe: Pipe) throws -> Data {
        var line = Data()
        while let byte = try pipe.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
        try #require(!line.isEmpty, "no other make: Scripts/install-packages --tests installs it")
        return line
    }
}
