import Backups
import Crypto
import Family
import Foundation
import Testing

/// S35: what a backup file holds comes out as it went in, for who has the key, or not at all.
@Suite struct BackupFileTests {
    private static let key = BackupKey()
    private static let hashes = (0..<3).map { [UInt8](repeating: UInt8($0 + 1), count: 32) }

    private func slots(_ recipient: BackupRecipient = key.recipient) -> [BackupSlot] {
        Self.hashes.enumerated().map { number, hash in
            BackupSlot(memberHash: hash, key: [UInt8](repeating: UInt8(number), count: number * 30), to: recipient)
        }
    }

    /// Writes a backup of some files with these sizes and answers what was in them.
    private func write(_ sizes: [Int], to path: String, in folder: String) throws -> [String: Data] {
        var files: [(name: String, path: String)] = []
        var contents: [String: Data] = [:]
        for (number, size) in sizes.enumerated() {
            let (name, source) = (number == 1 ? "keys/hub.key" : "file-\(number)", "\(folder)/source-\(number)")
            let bytes = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ number) })
            try bytes.write(to: URL(filePath: source))
            files.append((name, source))
            contents[name] = bytes
        }
        let writer = BackupWriter(
            to: Self.key.recipient,
            takenAt: Timestamp(milliseconds: 1_795_350_600_000),
            schema: "v0028_x",
            slots: slots()
        )
        _ = try writer.write(files, to: path)
        return contents
    }

    private func unpacked(_ path: String, with key: BackupKey = key, into folder: String) throws -> [String: Data] {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try BackupReader(path).unpack(with: .key(key), into: folder)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: folder + "/" + name, isDirectory: &isFolder)
                && !isFolder.boolValue
        }
        return try names.reduce(into: [:]) { $0[$1] = try Data(contentsOf: URL(filePath: folder + "/" + $1)) }
    }

    @Test(arguments: [[0, 0], [1, 2], [65_536 - 23, 300], [200_000, 164, 0, 65_536], [131_072 - 24, 0]])
    func `files of any size come back as they were, for their owner alone`(_ sizes: [Int]) throws {
        try withFolder { folder in
            let contents = try write(sizes, to: folder + "/a.backup", in: folder)
            #expect(try unpacked(folder + "/a.backup", into: folder + "/out") == contents)
            let mode = try FileManager.default.attributesOfItem(atPath: folder + "/out/keys/hub.key")
            #expect(mode[.posixPermissions] as? Int == 0o600)
            let own = try FileManager.default.attributesOfItem(atPath: folder + "/a.backup")
            #expect(own[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func `S35: another key opens nothing, and the words say which one does`() throws {
        try withFolder { folder in
            _ = try write([500, 20], to: folder + "/a.backup", in: folder)
            let error = #expect(throws: BackupError.self) {
                try unpacked(folder + "/a.backup", with: BackupKey(), into: folder + "/out")
            }
            #expect(error == .wrongKey(folder + "/a.backup", fingerprint: Self.key.recipient.fingerprint))
            let bytes = try Data(contentsOf: URL(filePath: folder + "/a.backup"))
            #expect(bytes.range(of: Data((0..<64).map { UInt8(truncatingIfNeeded: $0 &* 7) })) == nil)
        }
    }

    @Test func `S35: wherever a backup is cut, it is refused as cut short`() throws {
        try withFolder { folder in
            _ = try write([70_000, 20], to: folder + "/a.backup", in: folder)
            let whole = try Data(contentsOf: URL(filePath: folder + "/a.backup"))
            for count in [20, 100, 260, 500, 700, 40_000, 66_500, whole.count - 17, whole.count - 1] {
                let path = "\(folder)/cut-\(count)"
                try whole.prefix(count).write(to: URL(filePath: path))
                let error = #expect(throws: BackupError.self) {
                    try unpacked(path, into: folder + "/out-\(count)")
                }
                #expect(error == .cutShort(path), "cut at \(count)")
            }
        }
    }

    @Test func `S35: wherever a bit of a backup is turned, it is refused`() throws {
        try withFolder { folder in
            _ = try write([70_000, 20], to: folder + "/a.backup", in: folder)
            let whole = try Data(contentsOf: URL(filePath: folder + "/a.backup"))
            for place in Array(stride(from: 0, to: 800, by: 7)) + [20_000, 66_600, whole.count - 1] {
                var turned = whole
                turned[place] ^= 1 << (place % 8)
                let path = "\(folder)/turned"
                try turned.write(to: URL(filePath: path))
                // Whose a key is, is told by its place in the database: the hashes in the clear are checked there.
                if (0..<3).contains(where: { slotHash(at: $0, in: whole).contains(place) }) { continue }
                #expect(throws: BackupError.self, "bit of byte \(place)") {
                    try unpacked(path, into: folder + "/out-\(place)")
                }
            }
            var longer = whole
            longer.append(0)
            try longer.write(to: URL(filePath: folder + "/longer"))
            #expect(throws: BackupError.self) { try unpacked(folder + "/longer", into: folder + "/out-longer") }
        }
    }

    private func slotHash(at number: Int, in whole: Data) -> Range<Int> {
        let found = whole.range(of: Data(Self.hashes[number]))
        return (found?.lowerBound ?? 0)..<(found?.upperBound ?? 0)
    }

    @Test func `a backup of a newer Hearth and a file that is no backup are refused, each with its own error`() throws {
        try withFolder { folder in
            let path = folder + "/a"
            try Data("hearth backup 2\nanything\n\n".utf8).write(to: URL(filePath: path))
            #expect(throws: BackupError.newerForm(path)) { try BackupReader(path) }
            try Data("SQLite format 3".utf8).write(to: URL(filePath: path))
            #expect(throws: BackupError.noBackup(path)) { try BackupReader(path) }
            try Data().write(to: URL(filePath: path))
            #expect(throws: BackupError.noBackup(path)) { try BackupReader(path) }
            #expect(throws: BackupError.self) { try BackupReader(folder + "/none") }
        }
    }

    @Test func `S34: a key that was destroyed in a backup is gone from it, and the others open`() throws {
        try withFolder { folder in
            let path = folder + "/a.backup"
            let contents = try write([3_000, 20], to: path, in: folder)
            let before = try #require(try BackupReader(path).slots[1].open(Self.key))
            #expect(before == [UInt8](repeating: 1, count: 30))
            #expect(try BackupReader(path).destroy([Self.hashes[1]]) == 1)
            #expect(try BackupReader(path).destroy([Self.hashes[1]]) == 0)
            let slots = try BackupReader(path).slots
            #expect(slots.map(\.isDestroyed) == [false, true, false])
            #expect(slots.map(\.memberHash) == Self.hashes)
            #expect(slots[1].open(Self.key) == nil)
            #expect(slots[2].open(Self.key) == [UInt8](repeating: 2, count: 60))
            #expect(try unpacked(path, into: folder + "/out") == contents)
        }
    }

    @Test func `a backup does not overwrite an existing file, and a failed backup leaves no file`() throws {
        try withFolder { folder in
            let path = folder + "/a.backup"
            _ = try write([10, 10], to: path, in: folder)
            #expect(throws: BackupError.isThere(path)) { try write([10, 10], to: path, in: folder) }
            let writer = BackupWriter(
                to: Self.key.recipient,
                takenAt: Timestamp(milliseconds: 0),
                schema: "x",
                slots: []
            )
            #expect(throws: BackupError.self) {
                try writer.write([("a", folder + "/missing")], to: folder + "/b.backup")
            }
            #expect(!FileManager.default.fileExists(atPath: folder + "/b.backup"))
            #expect(!FileManager.default.fileExists(atPath: folder + "/b.backup.part"))
        }
    }

    @Test func `S35: a backup forged with the hub's public key alone is not opened`() throws {
        try withFolder { folder in
            _ = try write([10, 10], to: folder + "/a.backup", in: folder)
            // The same public key with another mark, as somebody has it who saw the key but not the hub's folder.
            let text = Self.key.recipient.text
            let forged = try #require(BackupRecipient(text: String(text.dropLast(4)) + "AAAA"))
            #expect(forged.fingerprint == Self.key.recipient.fingerprint && forged != Self.key.recipient)
            let writer = BackupWriter(to: forged, takenAt: Timestamp(milliseconds: 0), schema: "x", slots: [])
            _ = try writer.write([("a", folder + "/source-0")], to: folder + "/forged.backup")
            #expect(throws: BackupError.self) {
                try unpacked(folder + "/forged.backup", into: folder + "/out")
            }
        }
    }

    @Test func `keys are read as they were written, and nothing else is`() throws {
        let again = try #require(BackupKey(text: "  \(Self.key.text)\n"))
        #expect(again.recipient == Self.key.recipient)
        #expect(again.open(Self.key.recipient.seal([1, 2, 3])) == [1, 2, 3])
        #expect(BackupRecipient(text: Self.key.recipient.text) == Self.key.recipient)
        #expect(BackupKey(text: Self.key.recipient.text) == nil && BackupRecipient(text: Self.key.text) == nil)
        #expect(BackupKey(text: "") == nil && BackupKey(text: String(Self.key.text.dropLast())) == nil)
        #expect(BackupKey().recipient != Self.key.recipient)
    }
}

/// Runs `body` with a folder of its own, which is removed afterwards.
func withFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "hearth-backups-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }  // only rubbish is left where it fails
    try body(folder)
}
