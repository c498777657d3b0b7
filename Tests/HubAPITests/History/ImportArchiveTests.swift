import Family
import Foundation
import Hub
import HubAPI
import Testing
import WireClient
import Zip

/// Archives that are brought into a history: the hub's own export above all.
@Suite struct ImportArchiveTests {
    /// Sends a file and waits until it is read.
    private func bring(_ file: [UInt8], _ test: TestService, _ anna: TestMember) async throws -> [String: Any] {
        let id = test.hub.outside.newID(of: Member.self).text
        let begun = try await test.call(
            "POST",
            "/api/v1/me/imports",
            token: anna.token,
            json: #"{"id":"\#(id)","bytes":\#(file.count)}"#
        )
        try #require(begun.status == 201)
        let sent = try await test.call(
            "PUT",
            "/api/v1/me/imports/\(id)?from=0",
            token: anna.token,
            headers: ["Content-Type: application/octet-stream"],
            body: file
        )
        try #require(sent.status == 200)
        return try await eventually {
            let answer = try await test.call("GET", "/api/v1/me/imports/\(id)", token: anna.token)
            // The session's budget of requests grows with the test's clock, which stands.
            if answer.status == 429 { test.clock.advance(seconds: 1) }
            return answer.status == 429 || answer.json["state"] as? String == "reading" ? nil : answer.json
        }
    }

    private func archive(_ files: [(String, String)]) throws -> [UInt8] {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString).zip").path
        try #require(FileManager.default.createFile(atPath: path, contents: nil))
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: path) } }
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        let entries = files.map { ZipEntry($0.0, modifiedAtSeconds: 0, bytes: Array($0.1.utf8)) }
        try writeZip(entries, to: handle.fileDescriptor)
        return [UInt8](try #require(FileManager.default.contents(atPath: path)))
    }

    private func gpx(_ days: [String]) -> String {
        let points = days.map { #"<trkpt lat="45.27" lon="13.71"><time>\#($0)T06:15:50Z</time></trkpt>"# }
        return "<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
    }

    @Test func `F58: a member's export imported into another hub restores each fix once and to the last digit`()
        async throws
    {
        var exported: [UInt8] = []
        var fixes = ""
        try await TestService.run { test in
            let anna = try await test.member(1)
            try await test.hub.setHistoryDays(of: anna.id, to: nil)
            // Over the end of a month, so that there are two of them.
            for daysAgo in 1...40 {
                let at = test.clock.now.advanced(bySeconds: -Int64(daysAgo) * 86_400).text
                let json =
                    #"[{"at":"\#(at)","latitude":52.12345\#(daysAgo + 9),"longitude":13.4,"accuracyMetres":9.5}]"#
                let answer = try await test.call("POST", "/api/v1/fixes", token: anna.token, json: json)
                try #require(answer.status == 200)
            }
            let answer = try await test.call("GET", "/api/v1/me/export", token: anna.token)
            try #require(answer.status == 200)
            exported = answer.body
            fixes = try await test.track(anna)
        }
        try await TestService.run { test in
            let anna = try await test.member(1)
            try await test.hub.setHistoryDays(of: anna.id, to: nil)
            let state = try await bring(exported, test, anna)
            #expect(state["state"] as? String == "done" && state["isWhole"] as? Bool == true)
            #expect(state["added"] as? Int == 40 && state["known"] as? Int == 0)
            #expect(state["refused"] as? [String: Int] == [:] && state["read"] as? Int == exported.count)
            #expect(try await test.track(anna) == fixes)
            let again = try await bring(exported, test, anna)
            #expect(again["added"] as? Int == 0 && again["known"] as? Int == 40)
        }
    }

    @Test func `in an archive from elsewhere each track is read, and other files are skipped`() async throws {
        let file = try archive([
            ("Takeout/readme.html", "<p>hello"), ("Takeout/one.gpx", gpx(["2020-01-01", "2020-01-02"])),
            ("__MACOSX/Takeout/._one.gpx", "nothing"), ("Takeout/settings.json", "{}"),
            ("Takeout/Two.GPX", gpx(["2020-02-01"])),
        ])
        try await TestService.run { test in
            let anna = try await test.member(1)
            try await test.hub.setHistoryDays(of: anna.id, to: nil)
            let state = try await bring(file, test, anna)
            #expect(state["state"] as? String == "done" && state["added"] as? Int == 3)
            #expect(state["from"] as? String == "2020-01-01T06:15:50.000Z")
            #expect(state["to"] as? String == "2020-02-01T06:15:50.000Z")
        }
    }

    @Test func `an archive without a track, or half of one, changes nothing and says so`() async throws {
        let whole = try archive([("a.gpx", gpx(["2020-01-01"]))])
        let none = try archive([("a.txt", "hello"), ("b.json", "{}")])
        try await TestService.run { test in
            let anna = try await test.member(1)
            try await test.hub.setHistoryDays(of: anna.id, to: nil)
            for file in [Array(whole.prefix(whole.count / 2)), none] {
                let state = try await bring(file, test, anna)
                #expect(state["state"] as? String == "unknownFormat" && state["added"] as? Int == 0)
            }
            #expect(try await test.storedFixes() == 0)
        }
    }

    @Test func `S57: an archive that names lengths beyond all numbers ends nothing but its import`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            try await test.hub.setHistoryDays(of: anna.id, to: nil)
            // Four times a quarter of all that 64 bits count: their sum is 0.
            for bytes in [UInt64(1) << 62, UInt64(Int64.max)] {
                let state = try await bring(archive(ofFilesThatSay: bytes), test, anna)
                #expect(["failed", "unknownFormat"].contains(state["state"] as? String), "\(state)")
            }
            #expect(try await test.storedFixes() == 0)
        }
    }

    @Test func `S57: a piece that names a place beyond all numbers is refused`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            try await test.hub.setHistoryDays(of: anna.id, to: nil)
            let id = test.hub.outside.newID(of: Member.self).text
            let begun = #"{"id":"\#(id)","bytes":10}"#
            _ = try await test.call("POST", "/api/v1/me/imports", token: anna.token, json: begun)
            for from in [Int.max, Int.max - 1, 11, 1] {
                let answer = try await test.call(
                    "PUT",
                    "/api/v1/me/imports/\(id)?from=\(from)",
                    token: anna.token,
                    headers: ["Content-Type: application/octet-stream"],
                    body: [1, 2]
                )
                #expect(answer.status == 409 && answer.code == "pieceMissing", "\(from): \(answer.text)")
            }
        }
    }

    /// An archive of four empty tracks, each of which claims a length of `bytes` (APPNOTE 6.3.10, 4.3.12 and 4.5.3).
    private func archive(ofFilesThatSay bytes: UInt64) -> [UInt8] {
        func little(_ number: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
        let names = (0..<4).map { Array("\($0).gpx".utf8) }
        var file: [UInt8] = []
        for name in names {
            file += little(0x0403_4b50, 4) + little(45, 2) + zeros(20) + little(UInt64(name.count), 2) + zeros(2) + name
        }
        let start = UInt64(file.count)
        for (index, name) in names.enumerated() {
            file += little(0x0201_4b50, 4) + little(45, 2) + little(45, 2) + zeros(12)
            // Both lengths stand in the field behind the name.
            file += little(0xFFFF_FFFF, 4) + little(0xFFFF_FFFF, 4) + little(UInt64(name.count), 2) + little(20, 2)
            file += zeros(10) + little(UInt64(index) * UInt64(30 + name.count), 4) + name
            file += little(1, 2) + little(16, 2) + little(bytes, 8) + little(0, 8)
        }
        let length = UInt64(file.count) - start
        return file + little(0x0605_4b50, 4) + zeros(4) + little(4, 2) + little(4, 2) + little(length, 4)
            + little(start, 4) + zeros(2)
    }

    @Test func `a damaged file in an archive is said, and the others are read`() async throws {
        var file = try archive([("a.gpx", gpx(["2020-01-01"])), ("b.gpx", gpx(["2020-01-02", "2020-01-03"]))])
        // The first file's data lie behind its head of 30 bytes and its name.
        for index in 40..<60 { file[index] ^= 0xFF }
        try await TestService.run { test in
            let anna = try await test.member(1)
            try await test.hub.setHistoryDays(of: anna.id, to: nil)
            let state = try await bring(file, test, anna)
            #expect(state["state"] as? String == "done" && state["isWhole"] as? Bool == false)
            #expect(state["added"] as? Int == 2)
        }
    }
}

extension TestService {
    /// What the API answers of somebody's fixes, but when each was received.
    fileprivate func track(_ anna: TestMember) async throws -> String {
        let path = "/api/v1/members/\(anna.id.text)/track?from=2026-01-01T00:00:00Z"
        let fixes = try await call("GET", path, token: anna.token).json["fixes"] as? [[String: Any]] ?? []
        return fixes.map {
            "\($0["at"] ?? "") \($0["latitude"] ?? "") \($0["longitude"] ?? "") \($0["accuracyMetres"] ?? "")"
        }
        .joined(separator: "\n")
    }
}
