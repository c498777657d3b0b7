import Foundation
import Programs
import Testing
import Zip

@Suite struct ZipWriterTests {
    /// What Python's own reader finds in an archive: names, and the SHA-256 of each.
    private func read(_ path: String) throws -> [String] {
        let script = """
            import hashlib, sys, zipfile
            archive = zipfile.ZipFile(sys.argv[1])
            assert archive.testzip() is None
            for name in archive.namelist():
                print(name, len(archive.read(name)), hashlib.sha256(archive.read(name)).hexdigest()[:8])
            """
        let (status, told) = try StartedProgram.output(of: ["python3", "-c", script, path])
        try #require(status == 0)
        return String(decoding: told, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func archive(_ entries: [ZipEntry]) throws -> [String] {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString).zip").path
        try #require(FileManager.default.createFile(atPath: path, contents: nil))
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: path) } }
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        try writeZip(entries, to: handle.fileDescriptor)
        return try read(path)
    }

    @Test func `files come out as they went in, whole or in pieces, with names of any letters`() throws {
        var left = 1_000
        let entries = [
            ZipEntry("README.txt", modifiedAtSeconds: 1_772_352_000, bytes: Array("hello\n".utf8)),
            ZipEntry("media/pi\u{1F600}cture é.jpg", modifiedAtSeconds: 0, isCompressed: false, bytes: [1, 2, 3]),
            ZipEntry("empty.json", modifiedAtSeconds: 1_772_352_000, bytes: []),
            ZipEntry("track/2026-03.gpx", modifiedAtSeconds: 1_772_352_000) {
                guard left > 0 else { return nil }
                left -= 1
                return left % 7 == 0 ? [] : [UInt8](repeating: UInt8(left % 251), count: 4_999)
            },
        ]
        let found = try archive(entries)
        #expect(found.count == 4)
        #expect(found[0].hasPrefix("README.txt 6 5891b5b5"))
        #expect(found[1].hasPrefix("media/pi\u{1F600}cture é.jpg 3 039058c6"))
        #expect(found[2].hasPrefix("empty.json 0 "))
        #expect(found[3].hasPrefix("track/2026-03.gpx \((0..<1_000).count { $0 % 7 != 0 } * 4_999) "))
    }

    @Test func `an error that an entry throws is passed on`() throws {
        struct Broken: Error {}
        #expect(throws: Broken.self) {
            try archive([ZipEntry("a", modifiedAtSeconds: 0) { throw Broken() }])
        }
    }

    @Test func `a target that takes nothing is told in words`() throws {
        let handle = try #require(FileHandle(forReadingAtPath: "/dev/null"))
        #expect(throws: ZipFailure.self) {
            try writeZip([ZipEntry("a", modifiedAtSeconds: 0, bytes: [1])], to: handle.fileDescriptor)
        }
    }
}
