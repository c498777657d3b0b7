import Foundation
import HubAPI
import Maps
import Testing
import WireClient

@Suite struct RegionsTests {
    @Test func `S18: an extract is sent by a keeper who proved lately who they are, and in order`() async throws {
        try await withDesk { test in
            let (keeper, other) = (
                try await test.member(1, password: TestService.password), try await test.member(2)
            )
            #expect(try await send("abc", from: 0, to: test, as: other).code == "keeperOnly")
            #expect(try await send("abc", from: 3, to: test, as: keeper).code == "notBegun")
            let first = try await send("abc", from: 0, to: test, as: keeper)
            #expect(first.status == 200 && first.json["state"] as? String == "receiving")
            #expect(first.json["receivedBytes"] as? Int == 3)
            #expect(try await send("xyz", from: 4, to: test, as: keeper).code == "otherOffset")
            test.clock.advance(seconds: 600)
            let begun = try await send("abc", from: 0, to: test, as: keeper)
            #expect(begun.status == 401 && begun.code == "proofNeeded")
            let removed = try await test.call("DELETE", "/api/v1/regions/home", token: keeper.token)
            #expect(removed.status == 401 && removed.code == "proofNeeded")
            // What was begun goes on.
            let listed = try await test.call("GET", "/api/v1/regions", token: keeper.token)
            let work = try #require(listed.json["work"] as? [String: Any])
            #expect(work["receivedBytes"] as? Int == 3 && work["name"] as? String == "home")
            #expect(try await send("def", from: 3, to: test, as: keeper).json["state"] as? String == "importing")
            let ended = try await test.call("DELETE", "/api/v1/regions/home/extract", token: keeper.token)
            #expect(ended.status == 204)
        }
    }

    @Test func `an upload that is no piece of a map extract is refused, and the answer says what is wrong`()
        async throws
    {
        try await withDesk { test in
            let keeper = try await test.member(1)
            let file = try await send("abc", from: 0, named: "holiday.jpg", to: test, as: keeper)
            #expect(file.status == 422 && file.json["field"] as? String == "file")
            let path = "/api/v1/regions/home/extract?file=a.osm.pbf"
            let bytes = ["Content-Type: application/octet-stream"]
            let from = try await test.call("PUT", path, token: keeper.token, headers: bytes, body: [1])
            #expect(from.status == 422 && from.json["field"] as? String == "from")
            let of = try await test.call("PUT", path + "&from=0", token: keeper.token, headers: bytes, body: [1])
            #expect(of.status == 422 && of.json["field"] as? String == "of")
            let whole = path + "&from=0&of=6"
            #expect(try await test.call("PUT", whole, token: keeper.token, json: "{}").code == "bytesOnly")
            #expect(test.service.desk?.work == nil)
        }
    }

    /// Runs `body` on a hub whose imports take their time.
    private func withDesk(_ body: (TestService) async throws -> Void) async throws {
        try await TestService.run({ configuration in
            configuration.desk = RegionImportService(shelf: configuration.desk.shelf) { _, _ in ["sleep", "3600"] }
        }) { test in
            // A left-over folder fails no test.
            defer { try? FileManager.default.removeItem(atPath: test.service.desk?.shelf.folder ?? "") }
            try await body(test)
            await test.service.desk?.close()
        }
    }

    /// Sends three of six bytes.
    private func send(
        _ piece: String,
        from offset: Int,
        named file: String = "land.osm.pbf",
        to test: TestService,
        as member: TestMember
    ) async throws -> TestResponse {
        try await test.call(
            "PUT",
            "/api/v1/regions/home/extract?file=\(file)&from=\(offset)&of=6",
            token: member.token,
            headers: ["Content-Type: application/octet-stream"],
            body: Array(piece.utf8)
        )
    }
}
