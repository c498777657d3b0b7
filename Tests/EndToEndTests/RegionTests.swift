import Foundation
import Testing
import WireClient

/// A region imported by the real program, beside a hub that runs, and the hub's own routing engine.
@Suite(.serialized) struct RegionTests {
    private static let extract = Program.root.appending(path: "Region/liechtenstein-2013.osm.pbf").path
    private static let question =
        #"{"from":{"latitude":47.1410,"longitude":9.5215},"to":{"latitude":47.0667,"longitude":9.5025},"mode":"walk"}"#

    @Test func `a running hub takes a region up at once, and a bad file leaves it as it is`() async throws {
        try await HubFolder.run { folder in
            let hub = try await folder.serve(["--registration", "open"])
            let household = try await Household(folder, hub)
            let before = try await route(hub, household)
            #expect(before.json["engine"] as? String == "straightLine")
            #expect(try await firstFound(hub, household, "New York") == "New York City")
            let made = try await importing(into: folder).end()
            try #require(made.status == 0, "\(made.errors)")
            #expect(made.errors.contains("the map (1 of ") && made.errors.contains("the running hub uses it"))
            try await routesAreFound(hub, household)
            #expect(try await firstFound(hub, household, "stadtle 43 vad") == "Städtle 43")
            let tile = try await hub.call("GET", "/api/v1/basemap/14/8625/5753", token: household.anna.session)
            #expect(tile.status == 200)
            for bad in ["Package.swift", "Tests/Fixtures/tracks/Mojstrovka.gpx", "no-such-file"] {
                let path = Program.root.appending(path: bad).path
                let refused = try await folder.command(["region", "import", path])
                #expect(refused.code == 1 && refused.said.contains(path), "\(refused.said)")
            }
            let listed = try await folder.command(["region", "list"])
            #expect(listed.out.hasPrefix("home  liechtenstein-2013.osm.pbf"))
            try await routesAreFound(hub, household)
            let removed = try await folder.command(["region", "remove", "home"])
            #expect(removed.code == 0)
            #expect(try await route(hub, household).json["engine"] as? String == "straightLine")
            let gone = try await hub.call("GET", "/api/v1/basemap/14/8625/5753", token: household.anna.session)
            #expect(gone.status == 204)
            #expect(try await firstFound(hub, household, "stadtle 43 vad") != "Städtle 43")
            #expect(try await firstFound(hub, household, "New York") == "New York City")
        }
    }

    @Test func `an import that is killed goes on, and the engine dies with its hub`() async throws {
        try await HubFolder.run { folder in
            let first = try importing(into: folder)
            try #require(try await eventually { first.errors.contains("the roads (2 of ") })
            first.kill()
            let list = try await folder.command(["region", "list"])
            #expect(list.code == 0 && list.out.isEmpty)
            let second = try await importing(into: folder).end()
            #expect(second.status == 0 && second.errors.contains("the map (1 of 3): done before"), "\(second.errors)")
            let hub = try await folder.serve(["--registration", "open"])
            let household = try await Household(folder, hub)
            try await routesAreFound(hub, household)
            let engines = try enginesOf(folder)
            #expect(engines.count == 1)
            hub.kill()
            // A list that cannot be read now is read again.
            #expect(try await eventually { (try? enginesOf(folder).isEmpty) ?? false })
        }
    }

    @Test func `a region is fetched by its name, and what was cut goes on`() async throws {
        let server = try MirrorServer()
        defer { server.close() }
        let path = "/europe/liechtenstein-latest.osm.pbf"
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: Self.extract)))
        server.put(.init(bytes, tag: "\"one\"", digest: Self.digest), at: path)
        let url = "https://download.geofabrik.de\(path)"
        let region = #""id":"liechtenstein","name":"Liechtenstein","urls":{"pbf":"\#(url)"}"#
        let list = #"{"features":[{"properties":{\#(region)}}]}"#
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(list.utf8.count)\r\n\r\n"
        server.answer("GET /index-v1-nogeom.json", with: head + list)
        try await HubFolder.run { folder in
            let flags = ["--region-mirror", server.address]
            let hub = try await folder.serve(["--registration", "open"] + flags)
            let household = try await Household(folder, hub)
            #expect(server.questions == [], "a hub that nobody asks calls nobody")
            let unknown = try await folder.command(["region", "get", "Atlantis"] + flags)
            #expect(unknown.code == 1 && unknown.said.contains("has no region called Atlantis"), "\(unknown.said)")
            server.expect(.cut(after: 200_000))
            let made = try await Program(HubFolder.binary, getting + ["--data", folder.data] + flags).end()
            try #require(made.status == 0, "\(made.errors)")
            #expect(made.errors.contains("which learns this machine's address") && made.errors.contains("next try in"))
            #expect(made.errors.contains("the running hub uses it"))
            #expect(server.questions.contains("GET \(path) bytes=200000- \"one\""))
            try await routesAreFound(hub, household)
            let listed = try await folder.command(["region", "list"])
            #expect(listed.out.hasPrefix("liechtenstein  liechtenstein-latest.osm.pbf"))
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.data + "/region")
            #expect(Set(left) == [".lock", "liechtenstein"])
            // What has no checksum is not fetched.
            server.put(.init(bytes.reversed(), tag: "\"two\"", digest: nil), at: path)
            let refused = try await folder.command(getting + flags)
            #expect(refused.code == 1 && refused.said.contains("status 404"), "\(refused.said)")
            let none = try await folder.command(["region", "get", "Liechtenstein", "--region-mirror", "none"])
            #expect(none.code == 1 && none.said.contains("--region-mirror names one"))
            try await routesAreFound(hub, household)
        }
    }

    private let getting = ["region", "get", "Liechtenstein"]
    /// MD5 of the extract.
    private static let digest = "62ba7c10c28dc85c552a07f09b556b65"

    private func importing(into folder: HubFolder) throws -> Program {
        try Program(HubFolder.binary, ["region", "import", Self.extract, "--data", folder.data])
    }

    private func route(_ hub: HubProcess, _ household: Household) async throws -> TestResponse {
        try await hub.call("POST", "/api/v1/routes", token: household.anna.session, json: Self.question)
    }

    private func firstFound(_ hub: HubProcess, _ household: Household, _ text: String) async throws -> String? {
        let question = #"{"text":"\#(text)"}"#
        let answer = try await hub.call("POST", "/api/v1/search", token: household.anna.session, json: question)
        let items = try #require(answer.json["items"] as? [[String: Any]])
        return items.first?["name"] as? String
    }

    /// Waits for the engine, which starts beside the hub.
    private func routesAreFound(_ hub: HubProcess, _ household: Household) async throws {
        var answer = try await route(hub, household)
        for _ in 0..<240 where answer.json["engine"] as? String != "valhalla" {
            try await Task.sleep(for: .milliseconds(250))
            answer = try await route(hub, household)
        }
        let metres = try #require(answer.json["distanceMetres"] as? Double)
        #expect((8_900...9_050).contains(metres))
    }

    /// The processes that work in this folder's data.
    private func enginesOf(_ folder: HubFolder) throws -> [String] {
        let data = URL(filePath: folder.data).resolvingSymlinksInPath().path
        return try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { id in
            // A process that ends meanwhile is none of them.
            let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/cwd")
            return Int(id) != nil && place?.hasPrefix(data + "/router") ?? false
        }
    }
}
