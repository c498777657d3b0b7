import Foundation
import Testing
import WireClient

/// What a running hub tells whoever watches it, read as Prometheus and Grafana do.
@Suite struct MetricsTests {
    @Test func `S44: metrics are read with a token of their own, name no member, and pass Prometheus's check`()
        async throws
    {
        try await HubFolder.run { folder in
            let hub = try await folder.serve(["--registration", "open"])
            let house = try await Household(folder, hub)
            let token = "a-token-of-the-one-who-watches"
            folder.keepSecret(token, "the token of the figures")
            #expect(try await hub.call("GET", "/metrics", token: token).status == 401, "there is none yet")
            let file = folder.data + "/keys/metrics"
            try Data("\(token)\n".utf8).write(to: URL(filePath: file))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
            #expect(try await hub.call("GET", "/metrics", token: token).status == 401, "one that others may read")
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
            let now = Int(Date().timeIntervalSince1970)
            let report = location(Household.home.latitude, Household.home.longitude, secondsSince1970: now)
            #expect(try await hub.call("POST", "/in/owntracks", token: house.anna.device, json: report).status == 200)
            let answer = try await hub.call("GET", "/metrics", token: token)
            try #require(answer.status == 200)
            #expect(try await hub.call("GET", "/api/v1/me", token: token).status == 401, "it opens nothing else")
            let text = answer.text
            for line in [
                "hearth_fixes_stored_total 1", "hearth_members 2", "hearth_devices_heard 1", "hearth_database_up 1",
                #"hearth_http_requests_total{route="logIn",outcome="2xx"} 2"#,
                #"hearth_ingest_seconds_bucket{le="+Inf"} 1"#,
                #"hearth_http_requests_total{route="metrics",outcome="4xx"} 2"#,
            ] { #expect(text.contains(line + "\n"), "\(line)") }
            for secret in [house.anna.id, house.anna.phone, house.anna.session, "Anna", "Home", token, "52.5"] {
                #expect(!text.contains(secret), "\(secret)")
            }
            let path = folder.path + "/figures"
            try Data(answer.body).write(to: URL(filePath: path))
            let judged = try await Program("sh", ["-c", "promtool check metrics < '\(path)'"]).end()
            #expect(
                judged.status == 0 && judged.output.isEmpty && judged.errors.isEmpty,
                "\(judged.output)\(judged.errors)"
            )
            hub.kill()
        }
    }

    @Test func `every figure that the dashboard and the rules draw on is one that a hub tells`() async throws {
        try await HubFolder.run { folder in
            let hub = try await folder.serve(["--registration", "open"])
            _ = try await Household(folder, hub)
            try Data("token\n".utf8).write(to: URL(filePath: folder.data + "/keys/metrics"))
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600],
                ofItemAtPath: folder.data + "/keys/metrics"
            )
            let text = try await hub.call("GET", "/metrics", token: "token").text
            hub.kill()
            let told = Set(
                text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ")[2] }
            )
            let folder = Program.root.appending(path: "Packaging/monitoring")
            for name in ["dashboard.json", "rules.yml"] {
                let file = String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
                let named = file.matches(of: /\b(?:hearth|process)_[a-z_]+[a-z]/).map { $0.output }
                #expect(named.count > 5, "\(name)")
                for name in Set(named) {
                    let plain = ["_bucket", "_sum", "_count"].first(where: name.hasSuffix).map {
                        name.dropLast($0.count)
                    }
                    #expect(told.contains(name) || plain.map { told.contains($0) } ?? false, "\(name)")
                }
            }
            let rules = folder.appending(path: "rules.yml").path
            #expect(try await Program("promtool", ["check", "rules", rules]).end().status == 0)
        }
    }

    @Test func `an answer names the request under which the log speaks of it`() async throws {
        try await HubFolder.run { folder in
            let hub = try await folder.serve()
            let first = try await hub.call("GET", "/api/v1/me")["hearth-request"]
            let second = try await hub.call("GET", "/api/v1/me")["hearth-request"]
            #expect(first?.wholeMatch(of: /[0-9a-f]{6}-[0-9]+/) != nil && first != second)
            hub.kill()
        }
    }
}
