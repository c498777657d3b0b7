import Foundation
import Programs
import Testing
import Zip

@Suite struct ZipArchiveTests {
    /// Runs `body` with an archive that Python's own writer made, then changed by `damage`.
    private func made(
        _ script: String,
        damage: (inout [UInt8]) -> Void = { _ in },
        _ body: (Int32) throws -> Void
    ) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString).zip").path
        let program = "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1], 'w')\n\(script)\nz.close()"
        try #require(try StartedProgram(["python3", "-c", program, path]).wait() == 0)
        var bytes = [UInt8](try #require(FileManager.default.contents(atPath: path)))
        damage(&bytes)
        try Data(bytes).write(to: URL(filePath: path))
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: path) } }
        let handle = try #require(FileHandle(forReadingAtPath: path))
        // Whoever had it before may have read some of it.
        try handle.seek(toOffset: 7)
        try body(handle.fileDescriptor)
    }

    private func contents(_ archive: borrowing ZipArchive, _ index: Int) throws -> [UInt8] {
        let files = archive.files
        var all: [UInt8] = []
        try archive.unpack(try #require(files)[index]) { all += $0 }
        return all
    }

    @Test func `files come out as another program put them in`() throws {
        let script = """
            z.writestr('a/b.json', 'x' * 3000000, zipfile.ZIP_DEFLATED)
            z.writestr('a/', '')
            z.writestr('é.gpx', 'hello')
            z.writestr('empty', '')
            """
        try made(script) { descriptor in
            let archive = try ZipArchive(descriptor)
            let files = archive.files
            #expect(files?.map(\.name) == ["a/b.json", "é.gpx", "empty"])
            #expect(files?.map(\.bytes) == [3_000_000, 5, 0])
            let (long, short, empty) = (
                try contents(archive, 0), try contents(archive, 1), try contents(archive, 2)
            )
            #expect(long == [UInt8](repeating: UInt8(ascii: "x"), count: 3_000_000))
            #expect(short == Array("hello".utf8) && empty.isEmpty)
        }
    }

    @Test func `a damaged file says so, and the others can be read`() throws {
        let script = "z.writestr('a', 'abcdefgh'); z.writestr('b', 'whole')"
        let damage = { (bytes: inout [UInt8]) in
            if let at = bytes.indices.dropLast(8).first(where: { Array(bytes[$0..<$0 + 4]) == Array("abcd".utf8) }) {
                bytes[at] = UInt8(ascii: "z")
            }
        }
        try made(script, damage: damage) { descriptor in
            let archive = try ZipArchive(descriptor)
            do {
                _ = try contents(archive, 0)
                Issue.record("a damaged file was unpacked")
            } catch is ZipFailure {}
            let other = try contents(archive, 1)
            #expect(other == Array("whole".utf8))
        }
    }

    @Test(arguments: [0, 3, 40, 100])
    func `an archive that is cut off is refused`(_ count: Int) throws {
        try made("z.writestr('a', 'b' * 200)", damage: { $0 = Array($0.prefix(count)) }) { descriptor in
            do {
                _ = try ZipArchive(descriptor)
                Issue.record("half of it was opened")
            } catch is ZipFailure {}
        }
    }

    @Test(arguments: [
        ("PK\u{3}\u{4}...", true), ("PK\u{5}\u{6}", true), ("PK", false), ("", false), ("<gpx>", false),
        ("PK..", false),
    ])
    func `an archive is told by its first bytes`(_ text: String, _ isOne: Bool) {
        #expect(ZipArchive.begins(Array(text.utf8).span) == isOne)
    }

    @Test func `an error that the consumer throws while unpacking is passed on`() throws {
        struct Broken: Error {}
        try made("z.writestr('a', 'b' * 200)") { descriptor in
            let archive = try ZipArchive(descriptor)
            let files = archive.files
            let file = try #require(files?.first)
            do {
                try archive.unpack(file) { _ in throw Broken() }
                Issue.record("it went on")
            } catch is Broken {}
        }
    }
}
