import Family
import Foundation
import Hub
import Storage
import Testing
import WireClient

/// F46, F57 and F58 over the API: taking everything along, how long it is kept, and going.
@Suite struct LeavingTests {
    /// The files of an archive by their names.
    private func unzipped(_ archive: [UInt8]) throws -> [String: [UInt8]] {
        let script = """
            import base64, io, json, sys, zipfile
            archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
            print(json.dumps({name: base64.b64encode(archive.read(name)).decode() for name in archive.namelist()}))
            """
        let text = Data(try output(of: "python3", ["-c", script], input: archive))
        let files = try #require(try JSONSerialization.jsonObject(with: text) as? [String: String])
        return try files.mapValues { [UInt8](try #require(Data(base64Encoded: $0))) }
    }

    /// A member with something in each file.
    private func fullMember(_ test: TestService) async throws -> TestMember {
        let (bo, anna) = (try await test.member(2), try await test.member(1))
        try await test.connect(bo, to: anna, .exact)
        try await test.connect(anna, to: bo, .exact)
        try await test.place("Home", at: berlin, of: anna)
        let now = test.clock.now
        for (step, daysAgo) in [40, 20, 0].enumerated() {
            let at = now.advanced(bySeconds: -Int64(daysAgo) * 86_400).text
            let json = #"[{"at":"\#(at)","latitude":52.\#(step + 1),"longitude":13.4,"batteryPercent":50}]"#
            let answer = try await test.call("POST", "/api/v1/fixes", token: anna.token, json: json)
            try #require(answer.status == 200)
        }
        return anna
    }

    @Test func `F58: an export has a file for everything that the registry names, and says what is in it`() async throws
    {
        try await TestService.run { test in
            let anna = try await fullMember(test)
            let answer = try await test.call("GET", "/api/v1/me/export", token: anna.token)
            try #require(answer.status == 200)
            #expect(answer["content-type"] == "application/zip")
            #expect(answer["content-disposition"] == #"attachment; filename="hearth-2026-03-01.zip""#)
            #expect(answer["cache-control"] == "no-store")
            let files = try unzipped(answer.body)
            var expected = Set(files.keys.filter { !$0.hasPrefix("track/") })
            expected.remove("README.txt")
            let named = MemberTable.all.compactMap { table -> String? in
                guard case .file(let name) = table.export, name != "track/", name != "media/" else { return nil }
                return name
            }
            #expect(Set(named) == expected)
            let readMe = String(decoding: try #require(files["README.txt"]), as: UTF8.self)
            for name in Set(files.keys.map { String($0.split(separator: "/")[0]) }) where name != "README.txt" {
                #expect(readMe.contains(name), "\(name)")
            }
            let json = #"{"language":"fr"}"#
            try #require(try await test.call("PATCH", "/api/v1/me", token: anna.token, json: json).status == 200)
            let inFrench = try unzipped(try await test.call("GET", "/api/v1/me/export", token: anna.token).body)
            #expect(String(decoding: inFrench["README.txt"] ?? [], as: UTF8.self).hasPrefix("Ce que ce hub conserve"))
            #expect(
                files.keys.filter { $0.hasPrefix("track/") }.sorted() == [
                    "track/2026-01.gpx", "track/2026-01.json", "track/2026-02.gpx", "track/2026-02.json",
                    "track/2026-03.gpx", "track/2026-03.json",
                ]
            )
            let month = Data(try #require(files["track/2026-03.json"]))
            let track = try #require(try JSONSerialization.jsonObject(with: month) as? [String: [[String: Any]]])
            #expect(track["fixes"]?.map { $0["batteryPercent"] as? Double } == [50])
            let page = try await test.call("GET", "/api/v1/members/\(anna.id.text)/track", token: anna.token)
            let last = try #require((page.json["fixes"] as? [[String: Any]])?.last)
            let exported = try #require(track["fixes"]?.last)
            #expect(NSDictionary(dictionary: exported) == NSDictionary(dictionary: last), "as the API answers it")
            let profile = String(decoding: try #require(files["profile.json"]), as: UTF8.self)
            #expect(profile.contains(anna.phone))
        }
    }

    @Test func `S18: an export and leaving take a session that proved lately who holds it`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            test.clock.advance(seconds: 301)
            for (method, path) in [("GET", "/api/v1/me/export"), ("DELETE", "/api/v1/me")] {
                let answer = try await test.call(method, path, token: anna.token)
                #expect(answer.status == 401 && answer.code == "proofNeeded")
            }
            #expect(try await test.call("GET", "/api/v1/me", token: anna.token).status == 200)
        }
    }

    @Test func `F46: leaving ends every session and stream at once, and others are told of a change`() async throws {
        try await TestService.run { test in
            let (keeper, anna, bo) = (try await test.member(3), try await test.member(1), try await test.member(2))
            try await test.connect(bo, to: anna, .exact)
            try await test.post(berlin, of: anna)
            let hers = try await EventReader.open(test, token: anna.token)
            let his = try await EventReader.open(test, token: bo.token)
            #expect(try await his.presence(of: anna) != nil)
            his.forget()
            let answer = try await test.call("DELETE", "/api/v1/me", token: anna.token)
            #expect(answer.status == 204 && answer["clear-site-data"] != nil)
            #expect(try await hers.event { _ in false } == nil, "the stream ends")
            #expect(try await his.event { $0.name == "notice" } != nil)
            #expect(try await test.call("GET", "/api/v1/me", token: anna.token).status == 401)
            #expect(try await test.post(berlin, of: anna).status == 401)
            let seen = try await test.call("GET", "/api/v1/connections", token: bo.token)
            #expect(!seen.text.contains(anna.id.text) && seen.text.contains("Member 1") && !seen.text.contains("gone"))
            let ghost = try #require((seen.json["seen"] as? [[String: Any]])?.first?["member"] as? String)
            let presence = try await test.call("GET", "/api/v1/presence", token: bo.token)
            #expect(presence.items.contains { $0["member"] as? String == ghost && $0["state"] as? String == "lost" })
            let track = try await test.call("GET", "/api/v1/members/\(ghost)/track", token: bo.token)
            #expect(track.status == 200 && (track.json["fixes"] as? [Any])?.isEmpty == true)
            let stranger = try await test.call("GET", "/api/v1/members/\(ghost)/track", token: keeper.token)
            #expect(stranger.status == 404)
            test.clock.advance(seconds: 86_401)
            let after = try await test.call("GET", "/api/v1/connections", token: bo.token)
            #expect((after.json["seen"] as? [[String: Any]])?.first?["gone"] as? Bool == true)
            #expect(try await test.call("GET", "/api/v1/members/\(ghost)/track", token: bo.token).status == 404)
        }
    }

    @Test func `the only keeper is told to name another`() async throws {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            let refused = try await test.call("DELETE", "/api/v1/me", token: anna.token)
            #expect(
                refused.status == 409 && refused.code == "onlyKeeper" && refused.json["field"] as? String == "keeper"
            )
            let json = #"{"keeper":"\#(bo.id.text)"}"#
            #expect(try await test.call("DELETE", "/api/v1/me", token: anna.token, json: json).status == 204)
            #expect(try await test.call("GET", "/api/v1/me", token: bo.token).json["keeper"] as? Bool == true)
        }
    }

    @Test func `F57: how long the history is kept is read and set, and nonsense is refused`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let path = "/api/v1/me/retention"
            let first = try await test.call("GET", path, token: anna.token)
            #expect(first.text == #"{"days":30,"history":"days","isChosen":false}"#)
            let set = try await test.call("PUT", path, token: anna.token, json: #"{"history":"forever"}"#)
            #expect(set.status == 200 && set.text == #"{"history":"forever","isChosen":true}"#)
            for body in [#"{"history":"days"}"#, #"{"history":"days","days":-1}"#, #"{"history":"years"}"#, "{}"] {
                #expect(try await test.call("PUT", path, token: anna.token, json: body).status == 422, "\(body)")
            }
            let kept = try await test.call("GET", path, token: anna.token)
            #expect(kept.text == #"{"history":"forever","isChosen":true}"#)
        }
    }

    @Test(arguments: ["gpx", "geojson"])
    func `a track of many pages comes as one whole file`(_ format: String) async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let path = "/api/v1/members/\(anna.id.text)/track?format=\(format)"
            let empty = try await test.call("GET", path, token: anna.token)
            #expect(empty.status == 200 && !empty.text.contains("52."))
            for step in 0..<12 {
                test.clock.advance(seconds: 60)
                try await test.post(berlin.moved(northMetres: Double(step) * 60, eastMetres: 0), of: anna)
            }
            let whole = try await test.call("GET", path, token: anna.token)
            let paged = try await test.call("GET", path + "&limit=5", token: anna.token)
            #expect(whole.body == paged.body && whole.status == 200)
            #expect(whole.text.components(separatedBy: format == "gpx" ? "<trkpt" : "\"Point\"").count == 13)
            if format == "geojson" {
                #expect((whole.json["features"] as? [Any])?.count == 12)
            }
        }
    }
}
