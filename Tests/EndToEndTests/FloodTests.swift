import Foundation
import HTTP
import Synchronization
import Testing
import WireClient

/// Calls for help while strangers, a guest of the network and a member do all they can, on the real process.
@Suite(.serialized) struct FloodTests {
    /// `make floods` asks for more.
    private static let calls = Int(ProcessInfo.processInfo.environment["HEARTH_FLOODS"] ?? "") ?? 4
    private static let pin = #"{"pin":"2580"}"#
    /// Few on purpose: the hub leaves half of them to itself, and 80 connections to all others.
    private static let descriptors = 160

    @Test(.timeLimit(.minutes(10)))
    func `F74: dripping connections, a log-in flood and a member at the limit delay no call for help`() async throws {
        let told = Counter()
        let provider = try Server(ServerConfiguration(listen: "127.0.0.1:0")) { request, responder in
            if String(decoding: request.body, as: UTF8.self).contains("may need help") { told.add() }
            responder.send(Response(200))
        }
        try await HubFolder.run { folder in
            // Where texts are sent, a log-in from anew is asked for the code in one: they come after.
            let first = try await folder.serve(["--registration", "open"])
            let house = try await Household(folder, first)
            let pins = try await first.call("PUT", "/api/v1/me/pins", token: house.anna.session, json: Self.pin)
            try #require(pins.status == 200)
            first.kill()
            let texts = "webhook:http://127.0.0.1:\(provider.port)/texts"
            let hub = try await folder.serve(
                ["--texts", texts, "--trusted-proxy", "127.0.0.1"],
                descriptors: Self.descriptors
            )
            let flood = Flood(port: hub.port, member: house.anna.session)
            flood.begin()
            defer { flood.end() }
            try await Task.sleep(for: .seconds(2))
            for call in 0..<Self.calls {
                let before = told.value
                // Through the proxy, from an address that is known by now, and from one never seen before.
                let host = [UInt8(1), 200, UInt8(201 + call % 50)][call % 3]
                let id = freshID()
                let help = #"{"id":"\#(id)","cause":"alert","startedAgoMilliseconds":0}"#
                let began = ContinuousClock.now
                let taken = try await Self.post("/api/v1/countdowns", help, by: house.anna, hub.port, from: host)
                let answered = ContinuousClock.now - began
                #expect(taken.status == 201 && answered < .seconds(1), "call \(call): \(taken.status) \(answered)")
                #expect(try await eventually { told.value > before })
                let late = ContinuousClock.now - began
                #expect(late < .seconds(5), "call \(call): told after \(late)")
                let safe = "/api/v1/countdowns/\(id)/safe"
                let ended = try await Self.post(safe, Self.pin, by: house.anna, hub.port, from: host)
                #expect(ended.status == 204, "call \(call): \(ended.text)")
                try await Task.sleep(for: .seconds(2))
            }
            let counts = flood.counts
            #expect(counts.drips > 100 && counts.logIns > 20 && counts.refused > 100, "\(counts)")
            hub.kill()
        }
    }

    private static func post(
        _ path: String,
        _ json: String,
        by person: Household.Person,
        _ port: UInt16,
        from host: UInt8
    ) async throws -> TestResponse {
        var headers = ["Authorization: Bearer \(person.session)", "Content-Type: application/json"]
        if host == 1 { headers += ["X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: https"] }
        let bytes = requestBytes("POST", path, headers, Array(json.utf8))
        return try await onThread {
            let client = try TestClient(port: port, host: host)
            try client.send(bytes)
            return try client.response()
        }
    }
}

/// Everything that others may do to a hub at once, from this machine to this machine.
private final class Flood: Sendable {
    private let port: UInt16
    private let member: String
    private let isOver = Atomic(false)
    private let running = Counter()
    private let ended = Counter()
    private let drips = Counter()
    private let logIns = Counter()
    private let refused = Counter()

    init(port: UInt16, member: String) {
        (self.port, self.member) = (port, member)
    }

    var counts: (drips: Int, logIns: Int, refused: Int) { (drips.value, logIns.value, refused.value) }

    func begin() {
        // One address far beyond its share, then as many as hold all that strangers may hold.
        for host in UInt8(2)..<18 { thread { self.drip(host: host, connections: host == 2 ? 60 : 12) } }
        for number in 0..<2 { thread { self.logIn(number) } }
        thread { self.exhaust() }
    }

    func end() {
        isOver.store(true, ordering: .releasing)
        // Threads that hold sockets to a hub that is being killed.
        for _ in 0..<1_000 where ended.value < running.value { usleep(10_000) }
    }

    private func thread(_ work: @escaping @Sendable () -> Void) {
        running.add()
        Thread.detachNewThread {
            while !self.isOver.load(ordering: .acquiring) { work() }
            self.ended.add()
        }
    }

    /// A head of one more byte every second on each of many connections; those that were closed begin again.
    private func drip(host: UInt8, connections: Int) {
        var clients: [TestClient] = []
        while !isOver.load(ordering: .acquiring) {
            // A connection that is turned away is tried again in the next round.
            while clients.count < connections, let client = try? TestClient(port: port, host: host) {
                clients.append(client)
                drips.add()
            }
            // Sending fails once the hub has closed it.
            clients.removeAll { (try? $0.send("G")) == nil || $0.isClosed(within: .milliseconds(1)) }
            usleep(500_000)
        }
    }

    /// Wrong passwords, each from another network.
    private func logIn(_ number: Int) {
        let network = "198.\(18 + number).\(Int.random(in: 0...255)).\(Int.random(in: 1...254))"
        let body = #"{"phone":"+4144668\#(Int.random(in: 1_000...9_999))","password":"wrong password \#(number)"}"#
        if ask("POST", "/api/v1/sessions", network, body: body) != nil { logIns.add() }
    }

    /// A member's session beyond its limit, by the session that calls for help.
    private func exhaust() {
        let headers = ["Authorization: Bearer \(member)"]
        if ask("GET", "/api/v1/me", "203.0.113.9", headers) == 429 { refused.add() }
        if ask("GET", "/api/v1/me/export", "203.0.113.9", headers) == 429 { refused.add() }
    }

    private func ask(
        _ method: String,
        _ path: String,
        _ client: String,
        _ headers: [String] = [],
        body: String? = nil
    ) -> Int? {
        let proxied = ["X-Forwarded-For: \(client)", "X-Forwarded-Proto: https", "Content-Type: application/json"]
        // What the hub turns away is what it should.
        guard let connection = try? TestClient(port: port) else { return nil }
        let bytes = requestBytes(method, path, proxied + headers, body.map { Array($0.utf8) })
        // As above.
        guard (try? connection.send(bytes)) != nil else { return nil }
        // No answer counts as turned away.
        return try? connection.response().status
    }
}
