import Foundation
import Linux
import Testing

@Suite struct FoldersTests {
    @Test func `folders change places in one step`() throws {
        try withFolder { top in
            try Folders.make(top + "/a")
            try Folders.make(top + "/b")
            try Data([1]).write(to: URL(filePath: top + "/a/one"))
            try Data([1, 2]).write(to: URL(filePath: top + "/b/two"))
            try Folders.exchange(top + "/a", top + "/b")
            #expect(try Folders.names(in: top + "/a") == ["two"])
            #expect(try Folders.names(in: top + "/b") == ["one"])
            #expect(try Folders.size(top) == 3)
            #expect(throws: FolderFailure.self) { try Folders.exchange(top + "/a", top + "/c") }
        }
    }

    @Test func `removing follows no link`() throws {
        try withFolder { top in
            try Folders.make(top + "/kept")
            try Data([1]).write(to: URL(filePath: top + "/kept/file"))
            try Folders.make(top + "/gone")
            try Folders.make(top + "/gone/inner")
            try FileManager.default.createSymbolicLink(
                atPath: top + "/gone/inner/link",
                withDestinationPath: top + "/kept"
            )
            try Folders.remove(top + "/gone")
            try Folders.remove(top + "/gone")
            #expect(try Folders.names(in: top) == ["kept"])
            #expect(Folders.isFile(top + "/kept/file") && !Folders.isFile(top + "/kept"))
        }
    }

    @Test func `a claim is one at a time`() throws {
        try withFolder { top in
            let claim = try DirectoryLock(top + "/lock")
            #expect(claim != nil)
            #expect(try DirectoryLock(top + "/lock") == nil)
            withExtendedLifetime(claim) {}
        }
    }
}

private func withFolder(_ body: (String) throws -> Void) throws {
    let top = FileManager.default.temporaryDirectory.appending(path: "folders-\(UUID().uuidString)").path
    try Folders.make(top)
    defer { try? Folders.remove(top) }  // a left-over folder fails no test
    try body(top)
}
