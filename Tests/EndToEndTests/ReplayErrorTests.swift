import Foundation
import Testing

/// What `hearth replay` says and does where it cannot go on.
@Suite struct ReplayErrorTests {
    private static let tracks = "Tests/Fixtures/tracks"
    private static let drive = tracks + "/around-visnjan-with-car.gpx"
    /// Port 1 of this machine: nobody listens there.
    private static let away = "http://127.0.0.1:1"

    @Test(
        arguments: [
            (["README.md"], 1, "README.md is not a track"),
            (["no-such-file.gpx"], 1, "no-such-file.gpx: No such file or directory"),
            ([drive, "Package.swift"], 1, "Package.swift is not a track"),
            (
                [tracks + "/Mojstrovka.gpx"], 1,
                "Mojstrovka.gpx: 184 with an impossible time"
            ),
            ([], 2, "say which file to replay"),
            ([drive, "--speed", "-1"], 2, "--speed is a number"),
            ([drive, "--speed", "fast"], 2, "--speed is a number"),
            ([drive, "--as", "pigeon"], 2, "--as is one of owntracks, overland"),
            ([drive, "--now", "--original-times"], 2, "exclude each other"),
            ([drive, "--token", "two\nlines"], 2, "--token is a device's token"),
        ] as [([String], Int32, String)]
    )
    func `nothing is sent of what cannot be read or is asked wrongly`(
        words: [String],
        status: Int32,
        said: String
    ) async throws {
        let server = ["--server", Self.away, "--token", "t"]
        let replay = try await hearth(["replay"] + server + words)
        #expect(replay.status == status)
        #expect(replay.errors.contains(said), "\(replay.errors)")
        #expect(!replay.errors.contains("sending") && replay.output.isEmpty)
    }

    @Test func `a hub that is away is not waited for`() async throws {
        let replay = try await hearth(["replay", Self.drive, "--server", Self.away, "--token", "t", "--speed", "max"])
        #expect(replay.status == 1)
        #expect(replay.errors.contains("the hub cannot be reached: "))
        #expect(replay.output.hasPrefix("sent     0 of 104 fixes"))
    }

    @Test func `a wrong token ends it at once, and stays out of every word`() async throws {
        let house = try await ReplayHouse()
        let token = "not-a-token-of-this-hub"
        let words = ["replay", Self.drive, "--server", house.address, "--speed", "max"]
        let replay = try await hearth(words, environment: ["HEARTH_TOKEN": token])
        #expect(replay.status == 1)
        #expect(replay.errors.contains("the hub does not know this token"))
        #expect(!(replay.output + replay.errors).contains(token))
        #expect(try await house.track().isEmpty)
    }

    @Test func `an address that is no hub's is said to be none`() async throws {
        let house = try await ReplayHouse()
        let words = ["replay", Self.drive, "--server", house.address + "/elsewhere", "--token", "t", "--speed", "max"]
        let replay = try await hearth(words)
        #expect(replay.status == 1)
        #expect(replay.errors.contains("with status 404"))
    }

    @Test func `replay refuses a hub whose certificate is self-signed`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // A folder that stays in the temporary one is no reason to fail.
        defer { try? FileManager.default.removeItem(at: folder) }
        let (key, chain) = (folder.path + "/key.pem", folder.path + "/chain.pem")
        let request = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
            "-subj", "/CN=127.0.0.1", "-keyout", key, "-out", chain,
        ]
        #expect(try await Program("openssl", request).end().status == 0)
        let data = folder.path + "/data"
        let serve = ["serve", "--data", data, "--listen", "127.0.0.1:0", "--tls-cert", chain, "--tls-key", key]
        let hub = try Program(Program.hearth.path, serve)
        try await until("the hub listens") { hub.output.contains("\n") }
        let address = String(hub.output.prefix { $0 != "\n" }.dropFirst("listening on ".count))
        #expect(address.hasPrefix("https://"))
        let replay = try await hearth(["replay", Self.drive, "--server", address, "--token", "t", "--speed", "max"])
        #expect(replay.status == 1)
        #expect(replay.errors.contains("the hub cannot be reached: SSL"), "\(replay.errors)")
    }

    /// Runs `hearth` in the folder of the package.
    private func hearth(_ words: [String], environment: [String: String] = [:]) async throws -> Program.Ending {
        let words = words.map { word in
            let path = Program.root.appendingPathComponent(word).path
            return FileManager.default.fileExists(atPath: path) ? path : word
        }
        return try await Program.hearth(words, environment: environment)
    }
}
