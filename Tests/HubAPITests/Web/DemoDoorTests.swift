import Family
import HTTP
import Hub
import HubAPI
import SQL
import Testing
import WireClient

/// The way into a demo without a password, and that it is nowhere else.
@Suite struct DemoDoorTests {
    private static let path = "/api/v1/demo"
    private static let here = "localhost:8080"

    @Test(arguments: ["localhost:8080", "127.0.0.1:8080", "[::1]:8080", "LocalHost"])
    func `a demo lists its people to a browser in front of it, and lets it in as one of them`(_ host: String)
        async throws
    {
        try await runDemo { test, anna, _ in
            let list = try await test.call("GET", Self.path, headers: ["Sec-Fetch-Site: same-origin"], host: host)
            #expect(list.status == 200)
            let people = try #require(list.json["items"] as? [[String: Any]])
            #expect(people.map { $0["member"] as? String } == [anna.text])
            #expect(people.first?["summary"] as? String == "made up")
            #expect(people.first?["pin"] as? String == "2580")
            #expect(people.first?["picture"] as? String == "data:image/jpeg;base64,AQID")
            let entered = try await enter(test, anna, host: host)
            #expect(entered.status == 201)
            let token = try #require(entered.json["token"] as? String)
            let me = try await test.call("GET", "/api/v1/me", token: token)
            #expect(me.json["id"] as? String == anna.text)
            #expect(entered.cookie("hearth-session") == token)
        }
    }

    @Test(arguments: [
        [], ["Origin: http://localhost:8080"], ["Sec-Fetch-Site: none"], ["Sec-Fetch-Site: cross-site"],
        ["Sec-Fetch-Site: same-site", "Origin: http://localhost:8080"], ["Sec-Fetch-Site: same-origin", "Via: 1.1 p"],
        ["Sec-Fetch-Site: same-origin", "Origin: http://localhost:8080", "X-Real-IP: 203.0.113.7"],
        ["Sec-Fetch-Site: same-origin", "Origin: http://localhost:8080", "CF-Connecting-IP: 203.0.113.7"],
        ["Sec-Fetch-Site: same-origin", "Origin: http://localhost:8080", "X-Forwarded-Host: demo.example"],
    ])
    func `S61: a demo's door is there for its own page on this machine alone`(_ headers: [String]) async throws {
        try await runDemo({ $0.allowHTTP = true }) { test, anna, _ in
            let list = try await test.call("GET", Self.path, headers: headers, host: Self.here)
            // As everywhere, another site's page is refused before anything is looked up.
            if list.code != "crossSite" { try expectNobodyListed(list) }
            #expect(!list.text.contains(anna.text))
            try await expectRefused(enter(test, anna, headers: headers), by: test)
        }
    }

    @Test(arguments: ["Via: 1.1 proxy", "X-Real-IP: 203.0.113.7", "CF-Connecting-IP: 203.0.113.7"])
    func `S61: a proxied request needs HTTPS unless HTTP is allowed, and its cookie is for HTTPS only`(_ header: String)
        async throws
    {
        for isAllowed in [false, true] {
            try await TestService.run({ $0.allowHTTP = isAllowed }) { test in
                let phone = "+41446681001"
                let password = "a much longer horse"
                _ = try await test.hub.addMember(phone: phone, name: "Anna", password: password)
                for (passedOn, cookie) in [([], "hearth-session"), ([header], "__Host-hearth")] {
                    let answer = try await test.call(
                        "POST",
                        "/api/v1/sessions",
                        headers: ["Sec-Fetch-Site: same-origin", "Content-Type: application/json"] + passedOn,
                        body: Array(#"{"phone":"\#(phone)","password":"\#(password)"}"#.utf8),
                        host: Self.here
                    )
                    if !passedOn.isEmpty, !isAllowed {
                        #expect(answer.status == 403 && answer.code == "httpsRequired", "\(answer.text)")
                    } else {
                        let set = answer["set-cookie"] ?? ""
                        #expect(answer.status == 201 && set.hasPrefix("\(cookie)="), "\(answer.text) \(set)")
                        #expect(set.contains("Secure") == !passedOn.isEmpty)
                    }
                }
            }
        }
    }

    @Test func `no other hub has such a door`() async throws {
        try await TestService.run { test in
            let anna = try await test.hub.addMember(phone: "+41446681001", name: "Anna", password: nil)
            try await expectNobodyListed(test.call("GET", Self.path, host: Self.here))
            try await expectRefused(enter(test, anna), by: test)
        }
        // A demo's door is closed until its people live there.
        try await TestService.run({ $0.demo = DemoDoor() }) { test in
            let anna = try await test.hub.addMember(phone: "+41446681001", name: "Anna", password: nil)
            try await expectNobodyListed(test.call("GET", Self.path, host: Self.here))
            try await expectRefused(enter(test, anna), by: test)
        }
    }

    @Test(arguments: [
        "hearth.test", "evil.example:8080", "localhost.evil.example:8080", "127.0.0.1.evil.example", "192.168.1.7:8080",
        "localhost.:8080", "0.0.0.0:8080",
    ])
    func `S20: a name that was led to this machine afterwards opens no door`(_ host: String) async throws {
        try await runDemo { test, anna, _ in
            let list = try await test.call("GET", Self.path, headers: ["Sec-Fetch-Site: same-origin"], host: host)
            try expectNobodyListed(list)
            #expect(!list.text.contains(anna.text))
            try await expectRefused(enter(test, anna, host: host), by: test)
        }
    }

    @Test(arguments: [
        ["Sec-Fetch-Site: cross-site", "Origin: https://evil.example"],
        ["Sec-Fetch-Site: cross-site", "Origin: http://localhost:8080"],
        ["Sec-Fetch-Site: same-site", "Origin: http://localhost:3000"],
        ["Origin: http://localhost:3000"], ["Origin: http://127.0.0.1:8080"], ["Origin: https://localhost:8080"],
        ["Origin: null"], ["Sec-Fetch-Site: same-origin"], [],
    ])
    func `S20: no other site's page, and no form, gets anybody into a demo`(_ headers: [String]) async throws {
        try await runDemo { test, anna, _ in
            try await expectRefused(enter(test, anna, headers: headers), by: test)
        }
    }

    @Test func `entering a demo with a body that is not JSON, as a form would send it, is refused`() async throws {
        try await runDemo { test, anna, _ in
            let answer = try await test.call(
                "POST",
                Self.path,
                headers: ["Origin: http://\(Self.here)", "Content-Type: text/plain"],
                body: Array(#"{"member":"\#(anna.text)"}"#.utf8),
                host: Self.here
            )
            #expect(answer.status == 415)
            #expect(try await sessions(of: anna, test) == 0)
        }
    }

    @Test(arguments: [
        "X-Forwarded-For: 203.0.113.7", "X-Forwarded-Proto: https", "Forwarded: for=203.0.113.7;proto=https",
    ])
    func `through a proxy there is no door, trusted or not`(_ header: String) async throws {
        for trusted in [[], [AddressRange("127.0.0.1")].compactMap { $0 }] {
            try await runDemo({ ($0.trustedProxies, $0.allowHTTP) = (trusted, true) }) { test, anna, _ in
                let list = try await test.call("GET", Self.path, headers: [header], host: Self.here)
                try expectNobodyListed(list)
                let headers = ["Origin: http://\(Self.here)", header]
                try await expectRefused(enter(test, anna, headers: headers), by: test)
            }
        }
    }

    @Test func `a proxy that says nothing of itself still gives away whose page it was`() async throws {
        try await runDemo { test, anna, _ in
            // As nginx passes on where nothing is set: the hub's own address as the host, and the page's as the origin.
            for origin in ["https://demo.example", "http://demo.example"] {
                let headers = ["Sec-Fetch-Site: same-origin", "Origin: \(origin)"]
                try await expectRefused(enter(test, anna, headers: headers), by: test)
            }
        }
    }

    @Test func `a member who is not one of the demo's people is refused entry without a password`() async throws {
        try await runDemo { test, anna, caller in
            try await expectRefused(enter(test, caller), by: test)
            let nobody = test.hub.outside.newID(of: Member.self)
            let unknown = try await enter(test, nobody).status
            #expect(unknown == 404)
            let known = try await enter(test, anna).status
            #expect(known == 201)
        }
    }

    /// Runs a demo of Anna alone, in which somebody else registered.
    private func runDemo(
        _ configure: (inout TestService.Configuration) -> Void = { _ in },
        _ body: (TestService, _ anna: ID<Member>, _ caller: ID<Member>) async throws -> Void
    ) async throws {
        let door = DemoDoor()
        try await TestService.run({
            $0.demo = door
            configure(&$0)
        }) { test in
            let anna = try await test.hub.addMember(phone: "+41446681001", name: "Anna", password: nil)
            let caller = try await test.hub.addMember(phone: "+41446681002", name: "A visitor", password: nil)
            door.open(for: [
                .init(member: anna, name: "Anna", colour: 3, summary: "made up", pin: "2580", jpeg: [1, 2, 3])
            ])
            try await body(test, anna, caller)
        }
    }

    /// What a browser sends from the demo's own page, unless told otherwise.
    private func enter(
        _ test: TestService,
        _ member: ID<Member>,
        headers: [String]? = nil,
        host: String = here
    ) async throws -> TestResponse {
        let own = ["Sec-Fetch-Site: same-origin", "Origin: http://\(host)"]
        return try await test.call(
            "POST",
            Self.path,
            headers: ["Content-Type: application/json"] + (headers ?? own),
            body: Array(#"{"member":"\#(member.text)"}"#.utf8),
            host: host
        )
    }

    /// Checks that an answer is the one of a hub that is no demo: an empty list.
    private func expectNobodyListed(
        _ answer: TestResponse,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(answer.status == 200, sourceLocation: location)
        let items = try #require(answer.json["items"] as? [Any], sourceLocation: location)
        #expect(items.isEmpty, sourceLocation: location)
    }

    /// Checks that nothing was given out and nobody has a session.
    private func expectRefused(
        _ answer: TestResponse,
        by test: TestService,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let gaveNothing = (answer.status == 404 || answer.status == 403) && answer["set-cookie"] == nil
        #expect(gaveNothing, "\(answer.status)", sourceLocation: location)
        let count = try await test.hub.database.read { try $0.first("SELECT count(*) FROM session")?.integer(0) }
        #expect(count == 0, sourceLocation: location)
    }

    private func sessions(of member: ID<Member>, _ test: TestService) async throws -> Int {
        try await test.hub.sessions(of: member).count
    }
}
