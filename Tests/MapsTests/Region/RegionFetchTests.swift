import Foundation
import Linux
import Maps
import Testing
import WireClient

/// Regions that the desk has fetched: what is said of them, and what is left when they are given up or the hub stops.
@Suite struct RegionFetchTests {
    @Test func `a region is fetched, waited for, imported, and nothing is left beside it`() async throws {
        try await withDesk(
            "echo received 1 6; echo waiting 60 away now; \(wait("one"))"
                + "echo received 6 6; echo progress 2500 1 2 the map; \(wait("two"))"
        ) { desk, shelf, server in
            #expect(try await desk.find("la").map(\.name) == ["Land"])
            #expect(try await desk.offer("land").bytes == 6)
            let begun = try await desk.get("land", as: "home")
            #expect(begun.source == "land" && begun.file == "land-latest.osm.pbf" && begun.bytes == 6)
            try await until { desk.work?.stage == .waiting(words: "away now") }
            #expect(desk.work?.receivedBytes == 1)
            #expect(try Folders.names(in: shelf.folder) == [".home.wish"])
            await #expect(throws: RegionImportRefusal.busy) { try await desk.get("land", as: "other") }
            try Folders.append([], to: shelf.folder + "/one")
            let step = RegionProgress(title: "the map", number: 1, count: 2, fraction: 0.25)
            try await until { desk.work?.stage == .importing(step) }
            try Folders.append([], to: shelf.folder + "/two")
            try await until { desk.work == nil }
            #expect(try Folders.names(in: shelf.folder) == ["one", "two"])
            #expect(server.questions.count { $0.contains("index-v1") } == 1, "the list is read once a day")
        }
    }

    @Test func `a fetch that was under way when the hub stopped goes on when it starts again`() async throws {
        let script = "mkdir -p $3/.home.download; echo $1 >> $3/asked; echo received 3 6; sleep 60"
        try await withDesk(script) { desk, shelf, server in
            _ = try await desk.get("land", as: "home")
            try await until { desk.work?.receivedBytes == 3 }
            await desk.close()
            try await until { desk.work?.stage != .receiving }
            #expect(try Folders.names(in: shelf.folder) == [".home.download", ".home.wish", "asked"])
            let next = try Self.desk(shelf, server, script)
            let before = server.questions.count
            next.resume()
            try await until { next.work?.receivedBytes == 3 }
            #expect(next.work?.source == "land" && server.questions.count == before)
            #expect(try String(contentsOfFile: shelf.folder + "/asked", encoding: .utf8) == "land\nland\n")
            await next.giveUp("home")
            // While files go, a list of them may fail.
            try await until { (try? Folders.names(in: shelf.folder)) == ["asked"] }
            #expect(next.work == nil)
        }
    }

    @Test func `a fetch that fails says why, and is not resumed`() async throws {
        try await withDesk("echo received 3 6; echo hearth: $3/.home.download/land-latest.osm.pbf is odd >&2; exit 1") {
            desk,
            shelf,
            server in
            _ = try await desk.get("land", as: "home")
            try await until { desk.work?.stage == .failed(words: "land-latest.osm.pbf is odd") }
            #expect(try Folders.names(in: shelf.folder) == [])
            let next = try Self.desk(shelf, server, "true")
            next.resume()
            #expect(next.work == nil)
        }
    }

    @Test func `a region that has no mirror, or that the mirror does not have, is refused`() async throws {
        try await withDesk("true") { desk, shelf, server in
            await #expect(throws: RegionImportRefusal.notOffered) { try await desk.get("atlantis", as: "home") }
            await #expect(throws: RegionImportRefusal.badName) { try await desk.get("land", as: "../home") }
            server.put(nil, at: "/land-latest.osm.pbf")
            let gone = RegionImportRefusal.mirrorFailed(words: "127.0.0.1:\(server.port) does not have it (status 404)")
            await #expect(throws: gone) { try await desk.get("land", as: "home") }
            #expect(desk.work == nil)
            let bare = RegionImportService(shelf: shelf) { _, _ in ["false"] }
            await #expect(throws: RegionImportRefusal.noMirror) { try await bare.find("land") }
            bare.resume()
            let mirror = RegionMirror(server.address)
            let fixed = RegionImportService(shelf: shelf, isFixed: true, mirror: mirror) { _, _ in ["false"] }
            await #expect(throws: RegionImportRefusal.fixed) { try await fixed.find("land") }
            #expect(fixed.mirror == nil)
        }
    }

    @Test func `a hub whose keeper asks for no region sends the mirror no request`() async throws {
        try await withDesk("true") { desk, _, server in
            desk.resume()
            #expect(desk.work == nil && desk.mirror?.host == "127.0.0.1:\(server.port)")
            await desk.close()
            #expect(server.questions == [])
        }
    }

    /// A shell's words that wait for a file beside the regions.
    private func wait(_ name: String) -> String { "until [ -e $3/\(name) ]; do sleep 0.05; done; " }

    private func withDesk(
        _ script: String,
        _ body: (RegionImportService, RegionShelf, MirrorServer) async throws -> Void
    ) async throws {
        try await withShelf { shelf in
            let server = try MirrorServer()
            defer { server.close() }
            let url = "https://download.geofabrik.de/land-latest.osm.pbf"
            let list = #"{"features":[{"properties":{"id":"land","name":"Land","urls":{"pbf":"\#(url)"}}}]}"#
            let head = "HTTP/1.1 200 OK\r\nContent-Length: \(list.utf8.count)\r\n\r\n"
            server.answer("GET /index-v1-nogeom.json", with: head + list)
            let digest = "e80b5017098950fc58aad83c8c14978e"
            server.put(.init(Array("abcdef".utf8), tag: "\"one\"", digest: digest), at: "/land-latest.osm.pbf")
            let desk = try Self.desk(shelf, server, script)
            try await body(desk, shelf, server)
            await desk.close()
        }
    }

    /// A desk whose fetching program is a shell's script: `$1` is the id, `$2` the name, `$3` the shelf's folder.
    private static func desk(_ shelf: RegionShelf, _ server: MirrorServer, _ script: String) throws
        -> RegionImportService
    {
        let mirror: RegionMirror = try #require(RegionMirror(server.address))
        return RegionImportService(
            shelf: shelf,
            mirror: mirror,
            getter: { id, name in ["sh", "-c", script, "sh", id, name, shelf.folder] },
            importer: { _, _ in ["false"] }
        )
    }
}
