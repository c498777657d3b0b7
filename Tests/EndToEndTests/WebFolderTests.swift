import Foundation
import Testing
import WireClient

/// Where a hub finds its page and its map.
@Suite struct WebFolderTests {
    private static let map = Program.root.appending(path: ".build/region/liechtenstein.mbtiles").path

    @Test func `the page is served from the folder that is named`() async throws {
        try await HubFolder.run { folder in
            let web = folder.path + "/page"
            try FileManager.default.createDirectory(atPath: web, withIntermediateDirectories: true)
            try Data("our page".utf8).write(to: URL(filePath: web + "/index.html"))
            let hub = try await folder.serve(["--web", web])
            let page = try await hub.call("GET", "/")
            #expect(page.status == 200 && page.text == "our page")
        }
    }

    @Test func `S21, S55: the program itself sends every security header, with whatever it answers`() async throws {
        try await HubFolder.run { folder in
            let web = folder.path + "/page"
            try FileManager.default.createDirectory(atPath: web, withIntermediateDirectories: true)
            for name in ["index.html", "app.js"] { try Data("ours".utf8).write(to: URL(filePath: "\(web)/\(name)")) }
            let hub = try await folder.serve(["--web", web])
            for (path, status) in [
                ("/", 200), ("/app.js", 200), ("/nowhere.js", 404), ("/healthz", 200), ("/api/v1/me", 401),
                ("/api/v1/nothing", 404), ("/api/v1/openapi.yaml", 200),
            ] {
                let answer = try await hub.call("GET", path)
                #expect(answer.status == status, "\(path)")
                #expect(answer.wrongSecurityHeaders == [], "\(path)")
            }
        }
    }

    @Test func `the page beside the program is found`() async throws {
        try await HubFolder.run { folder in
            let program = folder.path + "/hearth"
            try FileManager.default.copyItem(atPath: HubFolder.binary, toPath: program)
            try FileManager.default.createDirectory(atPath: folder.path + "/web", withIntermediateDirectories: true)
            try Data("beside".utf8).write(to: URL(filePath: folder.path + "/web/index.html"))
            let hub = try Program(program, ["serve", "--data", folder.data, "--listen", "127.0.0.1:0"])
            try #require(try await eventually { hub.output.contains("\n") })
            let address = hub.output.split(separator: "\n").first?.split(separator: ":").last
            let port = try #require(address.flatMap { UInt16($0) })
            let page = try await onThread {
                let client = try TestClient(port: port)
                try client.send(requestBytes("GET", "/", [], nil))
                return try client.response()
            }
            #expect(page.text == "beside")
            hub.kill()
        }
    }

    @Test(arguments: [
        ("--web", "no-such-folder", "no-such-folder: the web page cannot be read"),
        ("--basemap", "no-such-file", "no-such-file: No such file or directory"),
        ("--basemap", "Package.swift", "Package.swift is not an MBTiles map"),
    ])
    func `serve refuses an unusable --web or --basemap path before the data folder is created`(
        flag: String,
        name: String,
        said: String
    ) async throws {
        try await HubFolder.run { folder in
            let path = Program.root.appending(path: name).path
            let refused = try await folder.command(["serve", "--listen", "127.0.0.1:0", flag, path])
            #expect(refused.code == 1 && refused.said.contains(said), "\(refused.said)")
            #expect(!FileManager.default.fileExists(atPath: folder.data))
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: map), "Scripts/build-basemap makes it"))
    func `the demo's map has the streets of Vaduz`() async throws {
        try await HubFolder.run { folder in
            let hub = try await folder.serve(["--registration", "open", "--basemap", Self.map])
            let anna = try await Household(folder, hub).anna
            let tile = try await hub.call("GET", "/api/v1/basemap/14/8625/5753", token: anna.session)
            #expect(tile.status == 200 && tile["content-encoding"] == "gzip")
            let plain = String(decoding: try output(of: "gzip", ["-dc"], input: tile.body), as: UTF8.self)
            #expect(plain.contains("road_name") && plain.contains("Landstrasse"))
        }
    }
}
