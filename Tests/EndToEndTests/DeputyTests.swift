import Foundation
import Testing
import WireClient

/// A hub and its deputy as two processes, over a real socket: the hub is killed, and the deputy speaks.
@Suite(.serialized) struct DeputyTests {
    private static let kills = Int(ProcessInfo.processInfo.environment["HEARTH_DEPUTY_KILLS"] ?? "") ?? 1

    @Test(.sweep)
    func `G1, G2: kill -9 of the hub on a trip: the deputy tells in time, and the hub tells no one twice`()
        async throws
    {
        for _ in 0..<Self.kills {
            try await HubFolder.run { folder in
                let scene = try await DeputyPair(folder, port: 27_777)
                let (trip, deadline) = try await scene.setOut()
                let began = ContinuousClock.now
                try #require(try await scene.isConfirmed(), "the deputy holds the trip")
                // G10: five seconds, and the two that a deputy takes to ask again.
                #expect(ContinuousClock.now - began < .seconds(5))
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...(isSweep ? 100_000 : 3_000))))
                scene.hub.kill()
                let texts = try await scene.texts(atLeast: 1, within: .seconds(300))
                let late = Date.now.timeIntervalSince(deadline)
                #expect((60...150).contains(late), "\(late) s after the deadline")
                let text = try #require(texts.first)
                #expect(texts.count == 1 && text.to == scene.house.bo.phone)
                #expect(text.text.hasPrefix("ALARM: Anna may need help"))
                #expect(text.text.contains("The Millers has not answered for") && text.text.contains("Grandma's house"))
                #expect(!text.text.contains("station") && !text.text.contains("52."))

                let hub = try await scene.restart()
                let isOpen = try await soon {
                    let read = try await hub.call("GET", "/api/v1/alarms", token: scene.house.bo.session)
                    let alarms = read.json["items"] as? [[String: Any]] ?? []
                    return alarms.contains { $0["trip"] as? String == trip }
                }
                #expect(isOpen, "what was sent came back, and the alarm is open")
                try await Task.sleep(for: .seconds(8))
                #expect(try await scene.hubAlarms(hub) == 0, "the hub does not call for what the deputy sent")
                #expect(try scene.kept().count == 1, "a hub that answers speaks for itself")
                print("told \(Int(late)) s after the deadline")
            }
        }
    }

    @Test(.sweep)
    func `two families are each other's deputy: one machine dies, and is told of by the other`() async throws {
        try await HubFolder.run { millers in
            try await HubFolder.run { kims in
                let ours = try await DeputyPair(millers, port: 27_779)
                let theirs = try await DeputyPair(kims, port: 27_780)
                let (_, deadline) = try await ours.setOut()
                let (trip, _) = try await theirs.setOut()
                for house in [ours, theirs] { try #require(try await house.isConfirmed()) }
                // The Millers' machine dies, with their hub and the deputy that it runs for the Kims.
                ours.hub.kill()
                theirs.deputy.kill()
                let arrived = #"{"pin":"\#(DeputyPair.pin)"}"#
                let bo = theirs.house.bo.session
                let anna = theirs.house.anna.session
                let path = "/api/v1/trips/\(trip)/arrive"
                let ended = try await theirs.hub.call("POST", path, token: anna, json: arrived)
                #expect((200...204).contains(ended.status), "\(ended.text)")

                let texts = try await ours.texts(atLeast: 1, within: .seconds(300))
                let late = Date.now.timeIntervalSince(deadline)
                #expect((60...150).contains(late) && texts.map(\.to) == [ours.house.bo.phone], "\(late) s, \(texts)")
                #expect(try theirs.kept().isEmpty, "the Kims' companions hear nothing")
                let alarms = try await theirs.hub.call("GET", "/api/v1/alarms", token: bo)
                #expect((alarms.json["items"] as? [Any])?.isEmpty == true)
                let listed = try await kims.command(["deputy", "list"])
                #expect(listed.out.contains("SILENT"), "\(listed.out)")

                _ = try await ours.restart()
                try await theirs.serveDeputy()
                _ = try await theirs.setOut()
                #expect(try await theirs.isConfirmed(), "and guards the Kims again")
            }
        }
    }

    @Test func `G8: while it guards a trip the deputy's memory and disk hold no coordinate, destination, PIN or token`()
        async throws
    {
        try await HubFolder.run { folder in
            let scene = try await DeputyPair(folder, port: 27_781)
            _ = try await scene.setOut()
            try #require(try await scene.isConfirmed())
            var secrets = [
                "latitude": "52.58", "longitude": "13.49", "destination": "The station",
                "PIN": #""pin":"\#(DeputyPair.pin)""#, "session": scene.house.anna.session,
                "device": scene.house.anna.device, "the companion's session": scene.house.bo.session,
            ].mapValues { Data($0.utf8) }
            for degrees in [52.58, 13.49] {
                secrets["\(degrees) in binary"] = withUnsafeBytes(of: degrees) { Data($0) }
            }
            // Its own name shows that the memory was read.
            let name = ["name": Data("Grandma's house".utf8)]
            let found = try ProcessMemory.finds(secrets.merging(name) { $1 }, in: scene.deputy.pid)
            #expect(found == ["name"])
            let files = try FileManager.default.contentsOfDirectory(atPath: scene.data)
            #expect(files.contains { $0.hasSuffix(".db") }, "\(files)")
            for file in files {
                let bytes = try Data(contentsOf: URL(filePath: "\(scene.data)/\(file)"))
                #expect(secrets.filter { bytes.range(of: $0.value) != nil }.isEmpty, "\(file)")
            }
        }
    }

    @Test func `unpairing at either side ends it at both, and a code works once`() async throws {
        try await HubFolder.run { folder in
            let scene = try await DeputyPair(folder, port: 27_778)
            let data = scene.data
            let again = try await folder.command(
                ["deputy", "join", scene.hub.address, "--name", "Another"],
                data: data,
                environment: ["HEARTH_DEPUTY_CODE": scene.code]
            )
            #expect(again.code == 1 && again.said.contains("did not accept the code"))
            let listed = try await folder.command(["deputy", "list"])
            #expect(listed.out.contains("Grandma's house") && listed.out.contains("guards 2 members"))
            let status = try await folder.command(["deputy", "status"], data: data)
            #expect(status.code == 0 && status.out.contains("The Millers") && status.out.contains("heard"))
            let doctor = try await folder.command(["doctor"])
            #expect((doctor.out + doctor.said).contains("The deputy Grandma's house raises alarms if this hub dies"))

            let unpaired = try await folder.command(["deputy", "unpair", "--deputy", "Grandma's house"])
            #expect(unpaired.code == 0, "\(unpaired.said)")
            let isGone = try await soon {
                try await folder.command(["deputy", "status", "--json"], data: data).out == "[]\n"
            }
            #expect(isGone, "the deputy forgets the hub at its next turn")

            try await scene.pair(folder)
            let left = try await folder.command(["deputy", "unpair", "--hub", "The Millers"], data: data)
            #expect(left.code == 0 && left.said.contains("done"), "\(left.said)")
            #expect(try await folder.command(["deputy", "list", "--json"]).out == "[]\n")
        }
    }

    @Test func `a hub that rests shows no code, and an address without HTTPS is not joined`() async throws {
        try await HubFolder.run { folder in
            let hub = try await folder.serve()
            hub.kill()
            let rests = try await folder.command(["deputy", "pair"])
            #expect(rests.code == 1 && rests.said.contains("does not run"))
            let plain = try await folder.command(
                ["deputy", "join", "http://hub.example", "--name", "A"],
                data: folder.path + "/deputy",
                environment: ["HEARTH_DEPUTY_CODE": "x"]
            )
            #expect(plain.code == 2 && plain.said.contains("https://"))
        }
    }
}
