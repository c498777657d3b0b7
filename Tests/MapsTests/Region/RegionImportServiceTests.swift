import Foundation
import Linux
import Maps
import Testing

@Suite struct RegionImportServiceTests {
    private let extract = RegionImportWork(name: "home", file: "land.osm.pbf", bytes: 6)

    @Test func `an extract that comes in pieces is imported when it is whole, and its pieces are gone`() async throws {
        try await withShelf { shelf in
            let script = "cp $1 \(shelf.folder)/got; echo progress 2500 1 2 the map; "
            let desk = desk(shelf, script + "until [ -e \(shelf.folder)/seen ]; do sleep 0.05; done")
            #expect(try desk.receive(Array("abc".utf8), at: 0, of: extract).receivedBytes == 3)
            #expect(desk.work?.stage == .receiving)
            #expect(try desk.receive(Array("def".utf8), at: 3, of: extract).stage == .importing(nil))
            let step = RegionProgress(title: "the map", number: 1, count: 2, fraction: 0.25)
            try await until { desk.work?.stage == .importing(step) }
            try Folders.append([], to: shelf.folder + "/seen")
            try await until { desk.work == nil }
            #expect(try String(contentsOfFile: shelf.folder + "/got", encoding: .utf8) == "abcdef")
            #expect(try Folders.names(in: shelf.folder) == ["got", "seen"])
        }
    }

    @Test func `an import that fails says why, without where its file lies, and leaves room for the next`() async throws
    {
        try await withShelf { shelf in
            let desk = desk(shelf, "echo progress 100 1 1 the map; echo hearth: $1 is damaged >&2; exit 1")
            _ = try desk.receive(Array("abcdef".utf8), at: 0, of: extract)
            try await until { desk.work?.stage == .failed(words: "land.osm.pbf is damaged") }
            #expect(try Folders.names(in: shelf.folder) == [])
            let next = try desk.receive(Array("abc".utf8), at: 0, of: extract)
            #expect(next.stage == .receiving)
            await desk.giveUp("home")
            #expect(desk.work == nil)
        }
    }

    @Test func `a piece that does not follow is refused and changes nothing`() async throws {
        try await withShelf { shelf in
            let desk = desk(shelf, "true")
            #expect(throws: RegionImportRefusal.notBegun) { try desk.receive([1], at: 3, of: extract) }
            _ = try desk.receive(Array("abc".utf8), at: 0, of: extract)
            #expect(throws: RegionImportRefusal.otherOffset(receivedBytes: 3)) {
                try desk.receive([1], at: 4, of: extract)
            }
            #expect(throws: RegionImportRefusal.otherOffset(receivedBytes: 3)) {
                try desk.receive([1, 2, 3, 4], at: 3, of: extract)
            }
            let other = RegionImportWork(name: "home", file: "land.osm.pbf", bytes: 7)
            #expect(throws: RegionImportRefusal.notBegun) { try desk.receive([1], at: 3, of: other) }
            #expect(desk.work?.receivedBytes == 3)
        }
    }

    @Test(arguments: [
        (RegionImportWork(name: "Home", file: "a.osm.pbf", bytes: 6), RegionImportRefusal.badName),
        (RegionImportWork(name: "../x", file: "a.osm.pbf", bytes: 6), .badName),
        (RegionImportWork(name: "home", file: "../a.osm.pbf", bytes: 6), .badFile),
        (RegionImportWork(name: "home", file: "holiday.jpg", bytes: 6), .badFile),
        (RegionImportWork(name: "home", file: ".osm.pbf", bytes: 6), .badFile),
        (RegionImportWork(name: "home", file: "a.osm.pbf", bytes: 0), .tooLarge),
        (RegionImportWork(name: "home", file: "a.osm.pbf", bytes: 17 << 30), .tooLarge),
    ])
    func `an upload with a bad name, file or size is refused before anything is written`(
        _ extract: RegionImportWork,
        _ refusal: RegionImportRefusal
    ) async throws {
        try await withShelf { shelf in
            let desk = desk(shelf, "true")
            #expect(throws: refusal) { try desk.receive([1], at: 0, of: extract) }
            let left = try Folders.names(in: shelf.folder)
            #expect(left == [])
            #expect(desk.work == nil)
        }
    }

    @Test func `while an import runs no other begins, and one that is given up ends at once`() async throws {
        try await withShelf { shelf in
            let desk = desk(shelf, "echo progress 1 1 1 the map; sleep 60")
            _ = try desk.receive(Array("abcdef".utf8), at: 0, of: extract)
            let step = RegionProgress(title: "the map", number: 1, count: 1, fraction: 0.0001)
            try await until { desk.work?.stage == .importing(step) }
            let other = RegionImportWork(name: "away", file: "away.osm.pbf", bytes: 6)
            #expect(throws: RegionImportRefusal.busy) { try desk.receive([1], at: 0, of: other) }
            await desk.giveUp("home")
            #expect(desk.work == nil)
            // Until its program has ended.
            try await until { (try? desk.receive([1], at: 0, of: other))?.stage == .receiving }
        }
    }

    @Test func `a partial upload is deleted when the hub restarts`() async throws {
        try await withShelf { shelf in
            _ = try desk(shelf, "true").receive(Array("abc".utf8), at: 0, of: extract)
            #expect(try Folders.names(in: shelf.folder) == [".home.upload"])
            let next = desk(shelf, "true")
            #expect(try Folders.names(in: shelf.folder) == [])
            #expect(next.work == nil)
        }
    }

    @Test func `regions that came with the program stay`() async throws {
        try await withShelf { shelf in
            let desk = RegionImportService(shelf: shelf, isFixed: true) { _, _ in ["true"] }
            #expect(throws: RegionImportRefusal.fixed) { try desk.receive([1], at: 0, of: extract) }
            #expect(throws: RegionImportRefusal.fixed) { try desk.remove("home") }
            #expect(throws: RegionImportRefusal.unknown) { try self.desk(shelf, "true").remove("home") }
        }
    }

    /// A desk whose imports are a shell's script; `$1` is the file.
    private func desk(_ shelf: RegionShelf, _ script: String) -> RegionImportService {
        RegionImportService(shelf: shelf) { file, name in ["sh", "-c", script, "sh", file, name] }
    }
}
