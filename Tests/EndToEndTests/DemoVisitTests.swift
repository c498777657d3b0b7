import Foundation
import Testing
import WireClient

/// What a visitor finds in a demo, and that none of it is in a hub: the real program, over HTTP.
@Suite struct DemoVisitTests {
    private static let door = "/api/v1/demo"

    @Test func `one tap lets a visitor in, who finds weeks of gold and money, a trip and an arrival`() async throws {
        try await HubFolder.run { folder in
            let hub = try await folder.demo(["--start", "7:30"])
            let people = try await people(of: hub)
            #expect(people.count == 6)
            #expect(people.allSatisfy { ($0["picture"] as? String)?.hasPrefix("data:image/jpeg;base64,") ?? false })
            for name in ["Anna", "Mia"] {
                let session = try await enter(name, people, hub)
                let read = { (path: String) in try await hub.call("GET", "/api/v1/" + path, token: session).json }
                let me = try await read("me")
                #expect(me["name"] as? String == name && me["picture"] is String)

                let accounts = try #require(try await read("wallet")["accounts"] as? [[String: Any]])
                #expect(accounts.contains { ($0["amount"] as? String ?? "0") != "0" }, "\(accounts)")
                for account in accounts {
                    let id = try #require(account["id"] as? String)
                    let entries = try await read("accounts/\(id)/entries")["items"] as? [Any]
                    #expect(entries?.isEmpty == false, "nothing was ever moved")
                }
                let family = try #require((try await read("families")["items"] as? [[String: Any]])?.first?["id"])
                let allowances = try await read("families/\(family)/allowances")["items"] as? [Any]
                #expect(allowances?.count == (name == "Anna" ? 3 : 1))

                let items = try #require(try await read("store/items")["items"] as? [[String: Any]])
                #expect(items.count == 5 && items.allSatisfy { $0["picture"] is String })
                #expect((try await read("purchases")["items"] as? [Any])?.isEmpty == false)
                #expect((try await read("missions")["items"] as? [Any])?.count ?? 0 > 5)

                let notices = try #require(try await read("notices")["items"] as? [[String: Any]])
                #expect(notices.contains { $0["kind"] as? String == "arrived" && $0["place"] as? String == "Home" })
            }
            // Mia is about to set out for school.
            let watched = try await hub.call(
                "GET",
                "/api/v1/companion-trips",
                token: try await enter("Anna", people, hub)
            )
            #expect((watched.json["items"] as? [Any])?.count == 1)
            let own = try await hub.call("GET", "/api/v1/trips", token: try await enter("Mia", people, hub))
            #expect((own.json["items"] as? [Any])?.count == 1)
        }
    }

    @Test func `everybody is reached by numbers of the country, and help as it is dialled there`() async throws {
        try await HubFolder.run { folder in
            let hub = try await folder.demo(["--start", "16:05"])
            let people = try await people(of: hub)
            let regions = try await hub.call("GET", "/api/v1/phone-numbers").json
            #expect(regions["region"] as? String == "LI")
            // Of Maximilian nothing has been heard for an hour: his number alone says where he may be.
            let boy = try #require(people.first { ($0["name"] as? String)?.hasPrefix("Maximilian") ?? false })
            let session = try await enter(try #require(boy["name"] as? String), people, hub)
            let me = try await hub.call("GET", "/api/v1/me", token: session).json
            #expect((me["phone"] as? String)?.hasPrefix("+423") == true)
            let safety = try await hub.call("GET", "/api/v1/me/safety", token: session).json
            let emergency = try #require(safety["emergency"] as? [String: Any])
            #expect(emergency["source"] as? String == "phoneNumber")
            let countries = try #require(emergency["countries"] as? [[String: Any]])
            #expect(countries.map { $0["country"] as? String } == ["LI"])
        }
    }

    @Test func `a hub served from a demo's data lists no people and refuses entry without a password`() async throws {
        try await HubFolder.run { folder in
            let demo = try await folder.demo(["--data", folder.data])
            let anna = try #require(try await people(of: demo).first)
            demo.terminate()
            #expect(try await eventually { !demo.isRunning })
            let hub = try await folder.serve()
            #expect(try await people(of: hub).isEmpty)
            #expect(try await ask("POST", hub, body: ["member": anna["member"] ?? ""]).status == 404)
        }
    }

    @Test(arguments: [["--public-url", "https://demo.example"], ["--trusted-proxy", "127.0.0.1"]])
    func `a demo that is shown to others has no way in but the password`(_ flags: [String]) async throws {
        try await HubFolder.run { folder in
            let hub = try await folder.demo(flags)
            #expect(try await people(of: hub).isEmpty)
        }
    }

    private func people(of hub: HubProcess) async throws -> [[String: Any]] {
        let answer = try await ask("GET", hub)
        #expect(answer.status == 200)
        return try #require(answer.json["items"] as? [[String: Any]])
    }

    /// A session of whoever is called so.
    private func enter(_ name: String, _ people: [[String: Any]], _ hub: HubProcess) async throws -> String {
        let person = try #require(people.first { $0["name"] as? String == name })
        let answer = try await ask("POST", hub, body: ["member": try #require(person["member"])])
        #expect(answer.status == 201)
        return try #require(answer.json["token"] as? String)
    }

    /// A request as the demo's own page sends it.
    private func ask(_ method: String, _ hub: HubProcess, body: [String: Any]? = nil) async throws -> TestResponse {
        let (port, host) = (hub.port, "127.0.0.1:\(hub.port)")
        let headers = ["Origin: http://\(host)", "Sec-Fetch-Site: same-origin", "Content-Type: application/json"]
        let bytes = try body.map { Array(try JSONSerialization.data(withJSONObject: $0)) }
        let request = requestBytes(method, Self.door, headers, bytes, host: host)
        return try await onThread {
            let client = try TestClient(port: port)
            try client.send(request)
            return try client.response()
        }
    }
}
