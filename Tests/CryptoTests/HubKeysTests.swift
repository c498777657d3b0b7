import Crypto
import Foundation
import Testing

@Suite struct HubKeysTests {
    /// Runs `body` with the path of a keys folder that does not exist yet.
    private func withKeysFolder(_ body: (String) throws -> Void) throws {
        let parent = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: parent) } }
        try body(parent.path + "/keys")
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func setMode(_ mode: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func contents(of secret: [UInt8]) -> String {
        let body = "hearth key file 1\n\(Base64.encode(secret, alphabet: .urlSafe))\n"
        return body + SHA256.hexadecimal([UInt8](body.utf8)).prefix(16) + "\n"
    }

    private func refusal(_ folder: String, mayCreate: Bool = true) -> KeyFileError? {
        #expect(throws: KeyFileError.self) { try HubKeys.open(folder: folder, mayCreate: mayCreate) }
    }

    @Test func `S33: the first run makes a key file for its owner alone, later runs read the same keys`() throws {
        try withKeysFolder { folder in
            let first = try HubKeys.open(folder: folder, mayCreate: true)
            #expect(try mode(folder) == 0o700)
            #expect(try mode(folder + "/hub.key") == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["hub.key"])
            let second = try HubKeys.open(folder: folder, mayCreate: false)
            #expect(first.pepper.authenticate([1]) == second.pepper.authenticate([1]))
            #expect(second.wrapping.open(first.wrapping.seal([1, 2], additional: []), additional: []) == [1, 2])
            #expect(first.fixTags.hash([1]) == second.fixTags.hash([1]))
        }
    }

    @Test func `S33: two hubs have other keys, and the keys of one hub differ by purpose`() throws {
        let one = HubKeys(master: [UInt8](0..<32))
        let other = HubKeys(master: [UInt8](1..<33))
        let codes = [one, other].flatMap { keys in
            [keys.phoneLookup, keys.pepper, keys.tokens].map { $0.authenticate([1]) }
        }
        #expect(Set(codes).count == 6)
        #expect(one.fixTags.hash([1]) != other.fixTags.hash([1]))
        #expect(other.wrapping.open(one.wrapping.seal([1], additional: []), additional: []) == nil)
    }

    @Test func `S33: new keys are on disk before they count, and the older ones stay`() throws {
        try withKeysFolder { folder in
            let keys = try HubKeys.open(folder: folder, mayCreate: true)
            let (pepper, push) = (keys.pepper.authenticate([1]), keys.pushKeys[0].publicKey)
            let sealed = keys.wrapping.seal([1, 2], additional: [])
            try keys.rotate()
            #expect(try mode(folder + "/hub.key") == 0o600)
            for keys in [keys, try HubKeys.open(folder: folder, mayCreate: false)] {
                #expect(keys.pepper.authenticate([1]) != pepper && keys.pushKeys[0].publicKey != push)
                #expect(keys.peppers.map { $0.authenticate([1]) }.first == pepper)
                #expect(keys.pushKeys.map(\.publicKey).last == push)
                #expect(keys.wrapping.open(sealed, additional: []) == [1, 2], "what seals stays")
            }
        }
    }

    @Test func `S33: new keys that cannot be written are not used`() throws {
        try withKeysFolder { folder in
            let keys = try HubKeys.open(folder: folder, mayCreate: true)
            let pepper = keys.pepper.authenticate([1])
            try setMode(0o755, folder)
            #expect(throws: KeyFileError.openToOthers(path: folder)) { try keys.rotate() }
            #expect(keys.pepper.authenticate([1]) == pepper && keys.peppers.count == 1)
            try setMode(0o700, folder)
            for _ in 1..<64 { try keys.rotate() }
            #expect(throws: KeyFileError.full(path: folder + "/hub.key")) { try keys.rotate() }
            #expect(try HubKeys.open(folder: folder, mayCreate: false).peppers.count == 64)
        }
    }

    @Test func `S33: a missing key file is refused, and not recreated, beside data`() throws {
        try withKeysFolder { folder in
            #expect(refusal(folder, mayCreate: false) == .missing(path: folder + "/hub.key"))
            #expect(!FileManager.default.fileExists(atPath: folder))
        }
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o644, 0o610])
    func `S33: a key file that others may read or change is refused`(mode: Int) throws {
        try withKeysFolder { folder in
            _ = try HubKeys.open(folder: folder, mayCreate: true)
            try setMode(mode, folder + "/hub.key")
            #expect(refusal(folder) == .openToOthers(path: folder + "/hub.key"))
        }
    }

    @Test func `S33: a keys folder that others may enter is refused`() throws {
        try withKeysFolder { folder in
            _ = try HubKeys.open(folder: folder, mayCreate: true)
            try setMode(0o750, folder)
            #expect(refusal(folder) == .openToOthers(path: folder))
        }
    }

    @Test func `S33: a key file that is a link is refused`() throws {
        try withKeysFolder { folder in
            _ = try HubKeys.open(folder: folder, mayCreate: true)
            try FileManager.default.moveItem(atPath: folder + "/hub.key", toPath: folder + "/elsewhere")
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/hub.key",
                withDestinationPath: folder + "/elsewhere"
            )
            guard case .unavailable = refusal(folder) else {
                Issue.record("the link was followed")
                return
            }
        }
    }

    @Test func `S33: a key file cut short at any byte or changed anywhere is refused`() throws {
        try withKeysFolder { folder in
            _ = try HubKeys.open(folder: folder, mayCreate: true)
            let path = folder + "/hub.key"
            let whole = try Data(contentsOf: URL(fileURLWithPath: path))
            for count in 0..<whole.count {
                try rewrite(path, whole.prefix(count))
                #expect(refusal(folder) == .damaged(path: path), "cut to \(count)")
            }
            for position in 0..<whole.count {
                var changed = whole
                changed[position] ^= 1
                try rewrite(path, changed)
                #expect(refusal(folder) == .damaged(path: path), "byte \(position)")
            }
            try rewrite(path, whole + whole)
            #expect(refusal(folder) == .damaged(path: path))
            try rewrite(path, whole)
            #expect(throws: Never.self) { try HubKeys.open(folder: folder, mayCreate: false) }
        }
    }

    @Test(arguments: [
        [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0xff, count: 32), [UInt8](0..<32),
    ])
    func `S33: a secret that is no random one is refused though its file is whole`(secret: [UInt8]) throws {
        try withKeysFolder { folder in
            _ = try HubKeys.open(folder: folder, mayCreate: true)
            try rewrite(folder + "/hub.key", Data(contents(of: secret).utf8))
            #expect(refusal(folder) == .notSecret(path: folder + "/hub.key"))
        }
    }

    @Test func `S33: no refusal and no description shows a key`() throws {
        try withKeysFolder { folder in
            let keys = try HubKeys.open(folder: folder, mayCreate: true)
            let text = try String(contentsOfFile: folder + "/hub.key", encoding: .utf8)
            let secret = text.split(separator: "\n")[1]
            #expect(!"\(keys)\(keys.pepper)\(keys.wrapping)\(keys.fixTags)".contains("0x"))
            try rewrite(folder + "/hub.key", Data(text.dropLast(3).utf8))
            #expect(refusal(folder)?.description.contains(secret) == false)
        }
    }

    /// Changes the contents and keeps the mode.
    private func rewrite(_ path: String, _ contents: Data) throws {
        try contents.write(to: URL(fileURLWithPath: path))
        try setMode(0o600, path)
    }
}
