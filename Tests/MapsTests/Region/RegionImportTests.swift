import Foundation
import Linux
import Maps
import Testing

/// The frame of an import, with steps that cost nothing.
@Suite struct RegionImportTests {
    @Test func `a region is there when it is whole, with what it says of itself`() async throws {
        let extract = try await RegionExtract.check(shippedExtract)
        try await withShelf { shelf in
            #expect(try shelf.regions().isEmpty && shelf.current() == nil)
            let made = try await RegionImport(shelf, name: "home", steps: [step("one", writes: "1")]) { _ in }
                .run(extract) { "2026-11-21T10:00:00.000Z" }
            #expect(try shelf.regions() == [made])
            #expect(made.parts == [RegionManifest.Part(name: "one", version: 1, bytes: 1)])
            #expect(made.extract == "liechtenstein-2013.osm.pbf" && made.extractBytes == extract.bytes)
            #expect(made.bounds.west == 9.471078 && made.bounds.north == 47.27128)
            #expect(try shelf.current()?.folder == shelf.path("home"))
        }
    }

    @Test func `an import that was interrupted goes on where it was`() async throws {
        let extract = try await RegionExtract.check(shippedExtract)
        try await withShelf { shelf in
            let diary = ImportDiary()
            await #expect(throws: RegionFailure(words: "two fails")) {
                _ = try await RegionImport(
                    shelf,
                    name: "home",
                    steps: [step("one", writes: "1"), step("two", writes: "2", fails: true)],
                    report: { diary.note($0) }
                )
                .run(extract) { "now" }
            }
            #expect(try shelf.regions().isEmpty)
            _ = try await RegionImport(
                shelf,
                name: "home",
                steps: [step("one", writes: "other"), step("two", writes: "2")],
                report: { diary.note($0) }
            )
            .run(extract) { "now" }
            #expect(diary.entries == ["began one", "ended one", "began two", "kept one", "began two", "ended two"])
            #expect(product("one", of: shelf) == "1" && product("two", of: shelf) == "2")
        }
    }

    @Test func `a step that works in another way now is done again`() async throws {
        let extract = try await RegionExtract.check(shippedExtract)
        try await withShelf { shelf in
            await #expect(throws: RegionFailure.self) {
                _ = try await RegionImport(
                    shelf,
                    name: "home",
                    steps: [step("one", writes: "1"), step("two", writes: "2", fails: true)]
                ) { _ in }
                .run(extract) { "now" }
            }
            _ = try await RegionImport(shelf, name: "home", steps: [step("one", writes: "new", version: 2)]) { _ in }
                .run(extract) { "now" }
            #expect(product("one", of: shelf) == "new" && product("two", of: shelf) == nil)
        }
    }

    @Test func `the old region stays until the new one is whole`() async throws {
        let extract = try await RegionExtract.check(shippedExtract)
        try await withShelf { shelf in
            _ = try await RegionImport(shelf, name: "home", steps: [step("one", writes: "old")]) { _ in }
                .run(extract) { "2026-01-01" }
            await #expect(throws: RegionFailure.self) {
                _ = try await RegionImport(shelf, name: "home", steps: [step("one", writes: "x", fails: true)]) { _ in }
                    .run(extract) { "2026-01-02" }
            }
            #expect(product("one", of: shelf) == "old")
            _ = try await RegionImport(shelf, name: "home", steps: [step("one", writes: "new")]) { _ in }
                .run(extract) { "2026-01-03" }
            #expect(product("one", of: shelf) == "new")
            #expect(try Folders.names(in: shelf.folder) == [".lock", "home"])
        }
    }

    @Test func `of several regions the last one is used, and one can be removed`() async throws {
        let extract = try await RegionExtract.check(shippedExtract)
        try await withShelf { shelf in
            for (name, time) in [("east", "2026-01-02"), ("west", "2026-01-01")] {
                _ = try await RegionImport(shelf, name: name, steps: [step("one", writes: name)]) { _ in }
                    .run(extract) { time }
            }
            #expect(try shelf.current()?.manifest.name == "east")
            try shelf.remove("east")
            #expect(try shelf.current()?.manifest.name == "west")
            #expect(throws: RegionFailure(words: "there is no region called east")) { try shelf.remove("east") }
            #expect(throws: RegionFailure(words: "there is no region called ../x")) { try shelf.remove("../x") }
        }
    }

    @Test(arguments: ["home", "a", "new-zealand-2", "0"]) func `a name is a plain word`(_ name: String) {
        #expect(RegionShelf.isName(name))
    }

    @Test(arguments: ["", "-a", "Home", "a/b", "..", "ä", ".lock", String(repeating: "a", count: 41)])
    func `a region name with a disallowed character or length is refused`(_ name: String) {
        #expect(!RegionShelf.isName(name))
    }
}
