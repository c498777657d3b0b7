import Foundation
import HTTP
import Testing
import WireClient

/// A real disk that somebody else fills while children are on their way.
@Suite(.serialized, .sweep) struct DiskFullTests {
    @Test(.enabled(if: Machine.mayMount, "only root may mount"))
    func `F73: on a full disk phones keep what they have, 100 calls for help go out, and with space all goes on`()
        async throws
    {
        try await onDisk(megabytes: 220) { scene in
            let (folder, house) = (scene.folder, scene.house)
            let hub = try await scene.serve()
            #expect(try await report(house, hub) == 200)
            #expect(try await settles { try await hub.call("GET", "/readyz").status == 200 })
            try await fill(folder.data)
            #expect(try await settles { try await report(house, hub) == 503 })
            #expect(try await settles { try await hub.call("GET", "/readyz").status == 503 })
            // Whatever the hub gave up would be taken as well.
            try await fill(folder.data)
            let place =
                #"{"id":"\#(freshID())","label":"Bar","description":"b","radiusMetres":50,"latitude":1,"longitude":2}"#
            let other = try await hub.call("POST", "/api/v1/places", token: house.anna.session, json: place)
            #expect(other.status == 503 && other.json["code"] as? String == "diskFull")
            let doctor = try await folder.command(["doctor"])
            #expect(doctor.code == 1 && doctor.out.contains("Phones keep their fixes"))
            let calls = try await callForHelp(scene, hub)
            #expect(calls.allSatisfy { $0.isRecorded })
            // Killed and started on the full disk: the calls are there.
            hub.kill()
            let again = try await scene.serve()
            #expect(try await stored(scene, again) == calls.map(\.alarm).sorted())
            try empty(folder.data)
            #expect(try await settles { try await report(house, again) == 200 })
            #expect(try await settles { try await again.call("GET", "/readyz").status == 200 })
            again.kill()
            try await expectEachOnce(calls, scene)
        }
    }

    @Test(.enabled(if: Machine.mayMount, "only root may mount"))
    func `F73: 100 calls for help on a disk that was nearly full at the start are told, and stored`() async throws {
        // Too small for the space that alarms are given on other disks, behind a log that was in use when it was killed.
        try await onDisk(megabytes: 60) { scene in
            let hub = try await scene.serve()
            #expect(try await settles { try await report(scene.house, hub) == 503 })
            #expect(try await settles { try await hub.call("GET", "/readyz").status == 200 })
            try await fill(scene.folder.data)
            #expect(try await settles { try await hub.call("GET", "/readyz").status == 503 })
            try await fill(scene.folder.data)
            let calls = try await callForHelp(scene, hub)
            #expect(calls.allSatisfy { $0.isRecorded })
            hub.kill()
            try empty(scene.folder.data)
            try await expectEachOnce(calls, scene)
        }
    }

    /// The people whose hub is on the disk, and the texts that it sent.
    private struct Scene {
        let folder: HubFolder
        let house: Household
        let families: [CallingFamily]
        let texts: SentTexts
        let provider: UInt16

        func serve() async throws -> HubProcess {
            try await folder.serve(["--texts", "webhook:http://127.0.0.1:\(provider)/texts"])
        }
    }

    /// Runs `body` while a household and five families of twenty children are on a disk of this size.
    private func onDisk(megabytes: Int, _ body: (Scene) async throws -> Void) async throws {
        let texts = SentTexts()
        let provider = try Server(ServerConfiguration(listen: "127.0.0.1:0")) { request, responder in
            texts.add(String(decoding: request.body, as: UTF8.self))
            responder.send(Response(200))
        }
        try await HubFolder.run { folder in
            try await Machine.withSmallDisk(at: folder.data, megabytes: megabytes) {
                // A hub that sends texts asks for a code at a new log-in: everybody logs in before.
                let before = try await folder.serve(["--registration", "open", "--stranger-requests", "1000"])
                let house = try await Household(folder, before)
                var families: [CallingFamily] = []
                for number in 0..<5 {
                    families.append(try await CallingFamily(number, children: 20, folder, before))
                }
                before.kill()
                try await body(
                    Scene(folder: folder, house: house, families: families, texts: texts, provider: provider.port)
                )
            }
        }
        await provider.stop(within: .seconds(5))
    }

    /// Has every child call for help, the families at the same time, on a disk that has no byte free before and after.
    private func callForHelp(_ scene: Scene, _ hub: HubProcess) async throws -> [CallingFamily.Call] {
        let (families, texts) = (scene.families, scene.texts)
        #expect(Machine.freeBytes(at: scene.folder.data) == 0)
        let calls = try await withThrowingTaskGroup(of: [CallingFamily.Call].self) { group in
            for family in families { group.addTask { try await family.call(hub, texts) } }
            return try await group.reduce(into: [CallingFamily.Call]()) { $0 += $1 }
        }
        #expect(Machine.freeBytes(at: scene.folder.data) == 0)
        #expect(calls.count == 100)
        return calls
    }

    /// Starts a hub, expects each call stored once and told once within five seconds, and prints the figures.
    private func expectEachOnce(_ calls: [CallingFamily.Call], _ scene: Scene) async throws {
        let hub = try await scene.serve()
        #expect(try await stored(scene, hub) == calls.map(\.alarm).sorted())
        hub.kill()
        let told = scene.texts.count("may need help")
        let doubled = calls.count { scene.texts.count("\($0.name) may need help") > 1 }
        #expect(told == calls.count && doubled == 0, "\(told) texts, \(doubled) calls told twice")
        let latest = calls.map(\.late).max() ?? .zero
        #expect(latest < .seconds(5))
        let recorded = calls.count { $0.isRecorded }
        print(
            "\(calls.count) calls for help on a full disk, \(recorded) on it at once, told \(told), "
                + "\(doubled) twice, the latest after \(latest)"
        )
    }

    /// The alarms that a hub lists for all guardians.
    private func stored(_ scene: Scene, _ hub: HubProcess) async throws -> [String] {
        var listed: [String] = []
        for family in scene.families { listed += try await family.alarms(hub) }
        return listed.sorted()
    }

    /// Fills a disk to its last byte, as somebody else's program does.
    private func fill(_ folder: String) async throws {
        for (number, size) in ["64k", "1k", "1"].enumerated() {
            let file = "of=\(folder)/filler-\(freshID())-\(number)"
            _ = try await Program("dd", ["if=/dev/zero", file, "bs=\(size)", "status=none"]).end()
        }
    }

    private func empty(_ folder: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasPrefix("filler-") {
            try FileManager.default.removeItem(atPath: folder + "/" + name)
        }
    }

    /// What a phone of Bo, whom nobody watches over, is answered.
    private func report(_ house: Household, _ hub: HubProcess) async throws -> Int {
        let now = Int(Date().timeIntervalSince1970)
        let json = location(52.52, 13.41, secondsSince1970: now)
        return try await hub.call("POST", "/in/owntracks", token: house.bo.device, json: json).status
    }

    private func settles(_ condition: () async throws -> Bool) async throws -> Bool {
        for _ in 0..<400 {
            if try await condition() { return true }
            try await Task.sleep(for: .milliseconds(50))
        }
        return false
    }
}
