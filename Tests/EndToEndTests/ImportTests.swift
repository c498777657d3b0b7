import Foundation
import HTTP
import Synchronization
import Testing
import WireClient

/// The command line brings recorded tracks into a member's history, beside a running hub and on a resting one.
@Suite struct ImportTests {
    private func track(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).appendingPathComponent("../../Fixtures/tracks/\(name)").standardized.path
    }

    @Test func `a recorded track comes in once, whether the hub runs or rests`() async throws {
        try await HubFolder.run { folder in
            let hub = try await folder.serve(["--registration", "open"])
            let house = try await Household(folder, hub)
            let words = ["import", track("korita-zbevnica.gpx"), "--member", house.anna.phone]
            let unasked = try await folder.command(words)
            #expect(unasked.code == 1 && unasked.said.contains("how long to keep your history"))
            let first = try await folder.command(words + ["--keep", "forever", "--json"])
            #expect(first.code == 0, "\(first.said)")
            #expect(first.out.contains(#""added":513"#) && first.out.contains(#""noTime":358"#), "\(first.out)")
            let day = "/api/v1/me/history?from=2010-10-02T22:00:00Z&to=2010-10-03T22:00:00Z"
            let answer = try await hub.call("GET", day, token: house.anna.session)
            let entries = try #require(answer.json["entries"] as? [[String: Any]])
            #expect(entries.contains { $0["kind"] as? String == "journey" })
            #expect(try await hub.call("GET", day, token: house.bo.session).json["entries"] as? [String] == [])
            hub.terminate()
            try #require(try await eventually { !hub.isRunning })
            let again = try await folder.command(words)
            #expect(
                again.code == 0 && again.out.contains("0 new, 513 known already (gpx)"),
                "\(again.out) \(again.said)"
            )
            #expect(again.out.contains("left out: 358, without a time"))
        }
    }

    @Test func `of several files those that cannot be read are named at the end, and the others are imported`()
        async throws
    {
        try await HubFolder.run { folder in
            let hub = try await folder.serve(["--registration", "open"])
            let house = try await Household(folder, hub)
            let (diary, gone) = (folder.path + "/diary.txt", folder.path + "/gone.gpx")
            try "Dear diary".write(toFile: diary, atomically: true, encoding: .utf8)
            let files = [diary, gone, track("korita-zbevnica.gpx")]
            let done = try await folder.command(
                ["import"] + files + ["--member", house.anna.phone, "--keep", "forever"]
            )
            #expect(done.code == 1 && done.out.contains("513 new"), "\(done.out) \(done.said)")
            let last = done.said.split(separator: "\n").last ?? ""
            #expect(last.contains("2 of 3 files not imported: \(diary), \(gone)"), "\(done.said)")
            _ = hub
        }
    }

    @Test(.enabled(if: Machine.mayMount, "only root may mount"))
    func `S57: an archive that would eat the space of others when unpacked is refused before and leaves 128 MiB`()
        async throws
    {
        try await HubFolder.run { folder in
            try await Machine.withSmallDisk(at: folder.data, megabytes: 420) {
                let hub = try await folder.serve(["--registration", "open"])
                let house = try await Household(folder, hub)
                let bomb = folder.path + "/bomb.zip"
                let made = try await Program(
                    "python3",
                    [
                        "-c",
                        """
                        import zipfile
                        z = zipfile.ZipFile("\(bomb)", "w", zipfile.ZIP_DEFLATED)
                        with z.open("track.gpx", "w", force_zip64=True) as f:
                            for _ in range(280): f.write(b" " * 1048576)
                        z.close()
                        """,
                    ]
                ).end()
                try #require(made.status == 0, "\(made.errors)")
                let least = Mutex(Int64.max)
                let watch = Task {
                    while !Task.isCancelled {
                        let facts = try FileManager.default.attributesOfFileSystem(forPath: folder.data)
                        let free = (facts[.systemFreeSize] as? NSNumber)?.int64Value ?? 0
                        least.withLock { $0 = min($0, free) }
                        try await Task.sleep(for: .milliseconds(5))
                    }
                }
                let refused = try await folder.command(
                    ["import", bomb, "--member", house.anna.phone, "--keep", "forever"]
                )
                watch.cancel()
                #expect(refused.code == 1, "\(refused.out)")
                #expect(least.withLock { $0 } >= 128 << 20)
                #expect(try await hub.call("GET", "/readyz").status == 200)
                hub.kill()
            }
        }
    }

    @Test(.enabled(if: Machine.mayMount, "only root may mount"))
    func `S57: of a piece that a full disk refuses nothing stays in its file`() async throws {
        try await HubFolder.run { folder in
            try await Machine.withSmallDisk(at: folder.data, megabytes: 8) {
                let file = try UnlinkedFile(in: folder.data)
                let first = [UInt8](repeating: 1, count: 1 << 20)
                try file.append(first)
                #expect(throws: FileFailure.self) { try file.append([UInt8](repeating: 2, count: 16 << 20)) }
                // The next piece has room, and its place is where the refused one was to begin.
                try file.append([3])
                #expect(try file.bytes(from: first.count, count: 2) == [3])
            }
        }
    }

    @Test func `an unsupported file or a folder is refused with a reason, and wrong import flags with code 2`()
        async throws
    {
        try await HubFolder.run { folder in
            let hub = try await folder.serve(["--registration", "open"])
            let house = try await Household(folder, hub)
            let text = folder.path + "/diary.txt"
            try "Dear diary".write(toFile: text, atomically: true, encoding: .utf8)
            let member = ["--member", house.anna.phone, "--keep", "30"]
            let diary = try await folder.command(["import", text] + member)
            #expect(diary.code == 1 && diary.said.contains("file type not supported"))
            #expect(try await folder.command(["import", text + "x"] + member).code == 1)
            #expect(try await folder.command(["import", folder.path] + member).said.contains("is not a file"))
            #expect(try await folder.command(["import", text]).code == 2)
            #expect(try await folder.command(["import"] + member).code == 2)
            #expect(try await folder.command(["import", text, "--member", house.anna.phone, "--keep", "x"]).code == 2)
            _ = hub
        }
    }
}
