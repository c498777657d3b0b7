import Foundation
import HTTP
import Synchronization
import Testing
import WireClient

/// A real disk that somebody else fills while a family is on its way.
@Suite(.serialized) struct DiskFullTests {
    private final class Texts: Sendable {
        let bodies = Mutex<[String]>([])
    }

    @Test(.enabled(if: Machine.mayMount, "only root may mount"))
    func `F73: on a full disk phones keep what they have, a call for help goes out, and with space all goes on`()
        async throws
    {
        let texts = Texts()
        let provider = try Server(ServerConfiguration(listen: "127.0.0.1:0")) { request, responder in
            texts.bodies.withLock { $0.append(String(decoding: request.body, as: UTF8.self)) }
            responder.send(Response(200))
        }
        try await HubFolder.run { folder in
            try await Machine.withSmallDisk(at: folder.data, megabytes: 220) {
                // Where texts are sent, a log-in from anew is asked for the code in one: they come after.
                let before = try await folder.serve(["--registration", "open"])
                let house = try await Household(folder, before)
                before.kill()
                let hub = try await folder.serve(["--texts", "webhook:http://127.0.0.1:\(provider.port)/texts"])
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
                #expect(doctor.code == 1 && doctor.out.contains("Phones are asked to keep their fixes"))
                let help = #"{"id":"\#(freshID())","cause":"alert","startedAgoMilliseconds":0}"#
                let taken = try await hub.call("POST", "/api/v1/countdowns", token: house.anna.session, json: help)
                #expect(taken.status == 201 && taken.json["recorded"] as? Bool == true)
                #expect(try await settles { texts.bodies.withLock { $0.contains { $0.contains("may need help") } } })
                // Killed and started on the full disk: the call is there, and the next one is taken too.
                hub.kill()
                let again = try await folder.serve(["--texts", "webhook:http://127.0.0.1:\(provider.port)/texts"])
                let alarms = try await again.call("GET", "/api/v1/alarms", token: house.bo.session).json
                #expect((alarms["items"] as? [Any])?.count == 1)
                try empty(folder.data)
                #expect(try await settles { try await report(house, again) == 200 })
                #expect(try await settles { try await again.call("GET", "/readyz").status == 200 })
                again.kill()
            }
        }
        await provider.stop(within: .seconds(5))
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
        for _ in 0..<200 {
            if try await condition() { return true }
            try await Task.sleep(for: .milliseconds(50))
        }
        return false
    }
}
