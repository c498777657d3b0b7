import API
import Family
import Foundation
import Hub
import HubAPI
import Testing
import WireClient

@Suite struct HistoryTests {
    private let day = "from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z"

    @Test func `my day is a stay named by my place, a journey with its way, and a stay`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            try await test.morning(of: anna)
            let answer = try await test.call("GET", "/api/v1/me/history?\(day)", token: anna.token)
            #expect(answer.status == 200 && answer["cache-control"] == "no-store")
            let entries = try #require(answer.json["entries"] as? [[String: Any]])
            #expect(entries.map { $0["kind"] as? String } == ["stay", "journey", "stay"])
            let home = try #require(entries.first?["stay"] as? [String: Any])
            #expect(home["place"] as? String == "Home" && home["address"] == nil)
            #expect(home["beganBefore"] as? Bool == false && home["endsAbout"] as? Bool == false)
            let journey = try #require(entries[1]["journey"] as? [String: Any])
            #expect(abs((journey["distanceMetres"] as? Int ?? 0) - 2_000) < 60)
            #expect(journey["mode"] as? String == "cycle" && (journey["legs"] as? [Any])?.isEmpty == false)
            #expect((journey["line"] as? [[Double]])?.first?.count == 2)
            #expect((entries[2]["stay"] as? [String: Any])?["place"] == nil)
            #expect(!answer.text.contains("behind the third oak"))
            let spans = try await test.call("GET", "/api/v1/me/history/spans?\(day)", token: anna.token)
            #expect(spans.items.reduce(0) { $0 + ($1["fixes"] as? Int ?? 0) } == 65)
        }
    }

    @Test func `a caller's own history holds nothing of another member, even one they see exactly`() async throws {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            try await test.morning(of: anna)
            try await test.connect(bo, to: anna, .exact)
            let answer = try await test.call("GET", "/api/v1/me/history?\(day)", token: bo.token)
            #expect(answer.status == 200 && (answer.json["entries"] as? [Any])?.isEmpty == true)
            #expect(try await test.call("GET", "/api/v1/me/history/spans?\(day)", token: bo.token).items.isEmpty)
        }
    }

    @Test(arguments: [
        ("", "from"), ("from=2026-03-01T00:00:00Z", "to"), ("from=today&to=2026-03-02T00:00:00Z", "from"),
        ("from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z", "from"),
        ("from=2026-03-01T00:00:00Z&to=2026-06-02T00:00:00Z", "to"),
    ])
    func `a missing, unreadable, reversed or too long time span is refused with the field's name`(
        _ query: String,
        _ field: String
    ) async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            for path in ["/api/v1/me/history", "/api/v1/me/history/spans"] {
                let answer = try await test.call("GET", "\(path)?\(query)", token: anna.token)
                #expect(answer.status == 422 && answer.json["field"] as? String == field)
            }
        }
    }

    @Test func `deleting a time asks for a proof, and then it is gone`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1, password: TestService.password)
            try await test.morning(of: anna)
            let path = "/api/v1/me/history?from=2026-03-01T08:00:00Z&to=2026-03-01T08:20:00Z"
            let refused = try await test.call("DELETE", path, token: anna.token)
            #expect(refused.status == 401 && refused.code == "proofNeeded")
            #expect(try await test.storedFixes() == 65)
            let proof = try await test.call(
                "POST",
                "/api/v1/sessions/current/proof",
                token: anna.token,
                json: #"{"password":"\#(TestService.password)"}"#
            )
            let token = try proof.field("token")
            let removed = try await test.call("DELETE", path, token: token)
            #expect(removed.status == 200 && removed.json["removed"] as? Int == 14)
            #expect(try await test.storedFixes() == 51)
        }
    }
}

@Suite struct ImportsTests {
    private func id(_ test: TestService) -> String { test.hub.outside.newID(of: Member.self).text }

    private let gpx = Array(
        """
        <gpx><trk><trkseg><trkpt lat="45.27" lon="13.71"><time>2020-12-18T06:15:50Z</time></trkpt>
        <trkpt lat="45.28" lon="13.72"><time>2020-12-18T06:25:50Z</time></trkpt>
        <trkpt lat="45.28" lon="13.72"><time>1901-12-18T06:25:50Z</time></trkpt></trkseg></trk></gpx>
        """.utf8
    )

    private func announce(_ test: TestService, _ id: String, _ bytes: Int, _ anna: TestMember) async throws
        -> TestResponse
    {
        try await test.call(
            "POST",
            "/api/v1/me/imports",
            token: anna.token,
            json: #"{"id":"\#(id)","bytes":\#(bytes)}"#
        )
    }

    private func send(
        _ test: TestService,
        _ id: String,
        _ piece: ArraySlice<UInt8>,
        _ anna: TestMember
    ) async throws -> TestResponse {
        try await test.call(
            "PUT",
            "/api/v1/me/imports/\(id)?from=\(piece.startIndex)",
            token: anna.token,
            headers: ["Content-Type: application/octet-stream"],
            body: Array(piece)
        )
    }

    /// Waits until a file is read.
    private func outcome(_ test: TestService, _ id: String, _ anna: TestMember) async throws -> [String: Any] {
        try await eventually {
            let answer = try await test.call("GET", "/api/v1/me/imports/\(id)", token: anna.token)
            // The session's budget of requests grows with the test's clock, which stands.
            if answer.status == 429 { test.clock.advance(seconds: 1) }
            return answer.status == 429 || answer.json["state"] as? String == "reading" ? nil : answer.json
        }
    }

    @Test func `a file comes in pieces, again where an answer was lost, and is read once it is whole`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            try await test.hub.setHistoryDays(of: anna.id, to: nil)
            let id = id(test)
            #expect(try await announce(test, id, gpx.count, anna).status == 201)
            #expect(try await announce(test, id, gpx.count, anna).status == 201, "the same again")
            #expect(try await send(test, id, gpx[..<50], anna).json["received"] as? Int == 50)
            #expect(try await send(test, id, gpx[..<50], anna).json["received"] as? Int == 50)
            let gap = try await send(test, id, gpx[60...], anna)
            #expect(gap.status == 409 && gap.code == "pieceMissing")
            #expect(try await send(test, id, gpx[50...], anna).status == 200)
            let state = try await outcome(test, id, anna)
            #expect(state["state"] as? String == "done" && state["format"] as? String == "gpx")
            #expect(state["added"] as? Int == 2 && state["known"] as? Int == 0)
            #expect(state["refused"] as? [String: Int] == ["impossibleTime": 1])
            #expect(state["from"] as? String == "2020-12-18T06:15:50.000Z")

            let again = self.id(test)
            _ = try await announce(test, again, gpx.count, anna)
            _ = try await send(test, again, gpx[...], anna)
            let second = try await outcome(test, again, anna)
            #expect(second["added"] as? Int == 0 && second["known"] as? Int == 2)
            #expect(try await test.call("GET", "/api/v1/me/imports/\(id)", token: anna.token).status == 404)
            let track = "/api/v1/members/\(anna.id.text)/track"
            #expect((try await test.call("GET", track, token: anna.token).json["fixes"] as? [Any])?.count == 2)
        }
    }

    @Test func `S57: one import at a time is read, and the next one waits until it is done`() async throws {
        try await TestService.run { test in
            let members = [try await test.member(1), try await test.member(2)].map(\.id)
            for member in members { try await test.hub.setHistoryDays(of: member, to: nil) }
            let path = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)").path
            try #require(FileManager.default.createFile(atPath: path, contents: Data(gpx)))
            defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: path) } }
            let files = try members.map { _ in try #require(FileHandle(forReadingAtPath: path)) }
            let gate = DispatchSemaphore(value: 0)
            defer { gate.signal() }
            let (service, bytes) = (test.service, gpx.count)
            let first = try await service.importFile(files[0].fileDescriptor, bytes: bytes, of: members[0]) {
                gate.wait()
            }
            let second = try await service.importFile(files[1].fileDescriptor, bytes: bytes, of: members[1]) {}
            func isDone(_ id: ID<ImportReference>, _ member: ID<Member>) throws -> Bool {
                try service.importState(id, of: member).state == .done
            }
            _ = try await eventually { try isDone(first.id, members[0]) ? true : nil }
            // The first one is read, but its turn is not over.
            try await Task.sleep(for: .milliseconds(200))
            #expect(try !isDone(second.id, members[1]))
            gate.signal()
            _ = try await eventually { try isDone(second.id, members[1]) ? true : nil }
            withExtendedLifetime(files) {}
        }
    }

    @Test func `an uploaded file that is no track ends in the state unknownFormat`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            try await test.hub.setHistoryDays(of: anna.id, to: nil)
            let id = id(test)
            let text = Array("Dear diary".utf8)
            _ = try await announce(test, id, text.count, anna)
            _ = try await send(test, id, text[...], anna)
            #expect(try await outcome(test, id, anna)["state"] as? String == "unknownFormat")
        }
    }

    @Test func `an import is refused before retention is chosen, if empty or too large, or by another member`()
        async throws
    {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            let id = id(test)
            #expect(try await announce(test, id, 10, anna).code == "retentionNotChosen")
            for member in [anna, bo] { try await test.hub.setHistoryDays(of: member.id, to: 30) }
            #expect(try await announce(test, id, 0, anna).status == 422)
            #expect(try await announce(test, id, 5 << 30, anna).status == 422)
            #expect(try await announce(test, id, 10, anna).status == 201)
            #expect(try await send(test, id, gpx[..<10], bo).status == 404)
            #expect(try await send(test, id, gpx[..<11], anna).status == 422, "more than was announced")
            let gone = try await test.call("GET", "/api/v1/me/imports/\(id)", token: bo.token)
            #expect(gone.status == 404)
            let other = self.id(test)
            #expect(try await announce(test, other, 10, anna).status == 201, "the later upload is meant")
            #expect(try await send(test, id, gpx[..<10], anna).status == 404)
            test.clock.advance(seconds: 601)
            await test.service.sendHeartbeat()
            #expect(try await send(test, other, gpx[..<10], anna).status == 404, "given up")
        }
    }
}

/// Waits for a question's answer; throws after 24 000 looks, two minutes on an idle machine.
func eventually<Value>(_ ask: () async throws -> Value?) async throws -> Value {
    for _ in 0..<24_000 {
        if let value = try await ask() { return value }
        try await Task.sleep(for: .milliseconds(5))
    }
    throw CancellationError()
}
