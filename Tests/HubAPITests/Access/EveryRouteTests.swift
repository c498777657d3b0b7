import API
import Family
import HTTP
import Hub
import HubAPI
import Testing
import WireClient

/// What holds for every route there is: what answers say to browsers, and that no other site speaks through one.
@Suite struct EveryRouteTests {
    /// Routes that are the same for everybody, so that a browser may keep them.
    private func isPersonal(_ route: Route) -> Bool {
        switch route {
        case .openAPI, .health, .ready, .basemapStyle, .basemapTile, .picture, .phoneRegions, .ingest: false
        default: true
        }
    }

    @Test(arguments: everyRoute)
    func `S21, S22, S55: every answer of every route guards the browser, and what is personal is stored nowhere`(
        _ route: Route
    ) async throws {
        try await TestService.run { test in
            let member = try await test.member(1)
            let (method, path) = route.methodAndPath
            for token in [nil, member.token] where !(route == .events && token != nil) {
                let answer = try await test.call(method, path, token: token, json: "{}")
                #expect(answer.wrongSecurityHeaders == [])
                let caching = answer["cache-control"]
                if isPersonal(route) || answer.status == 401 { #expect(caching == "no-store", "\(answer.status)") }
                #expect(caching?.contains("public") != true)
                #expect(answer["server"] == nil && answer["x-powered-by"] == nil, "nothing says what serves it")
            }
        }
    }

    @Test(arguments: everyRoute)
    func `S20: no route does anything for another site's page, and nothing is changed`(_ route: Route) async throws {
        if case .ingest = route { return }
        if [.openAPI, .health, .ready, .phoneRegions, .readPhoneNumber].contains(route) { return }
        try await AccessScene.run { scene in
            let test = scene.test
            let rule = route.rule(in: scene, for: .owner)
            let (method, path) = rule.route.methodAndPath
            let cookie = "Cookie: __Host-hearth=\(scene.owner.token)"
            let isSafe = method == "GET"
            var attempts = [
                ["Sec-Fetch-Site: cross-site"], ["Sec-Fetch-Site: same-site"],
                ["Sec-Fetch-Site: cross-site", "Origin: http://hearth.test"], ["Origin: https://evil.example"],
                ["Origin: null"],
            ]
            // Without either header nothing says whose page it is; a code is no cookie's to send.
            if !isSafe, rule.status(.nobody) == 401, rule.isAboutAsker { attempts.append([]) }
            let before = try await DatabaseDump(of: test)
            for headers in attempts {
                let answer = try await test.call(
                    method,
                    path,
                    headers: [cookie, "Content-Type: application/json"] + headers,
                    body: isSafe ? nil : Array(rule.body.utf8)
                )
                #expect(answer.status == 403 && answer.code == "crossSite", "\(headers): \(answer.text)")
            }
            #expect(try await DatabaseDump(of: test).changes(since: before).count == 0)
        }
    }

    @Test(arguments: everyRoute)
    func `S44: no route answers TRACE, and no folder is listed`(_ route: Route) async throws {
        try await TestService.run { test in
            let member = try await test.member(1)
            let path = route.methodAndPath.path
            let traced = try await test.call("TRACE", path, token: member.token, headers: ["X-Secret: of-the-asker"])
            #expect(traced.status == 405 && !traced.text.contains("of-the-asker"))
            let folder = String(path[...(path.lastIndex(of: "/") ?? path.startIndex)])
            // A door for phones knows its path with a slash at the end as well.
            guard folder != "/", !folder.hasPrefix("/in/") else { return }
            #expect(try await test.call("GET", folder, token: member.token).status == 404)
        }
    }
}
