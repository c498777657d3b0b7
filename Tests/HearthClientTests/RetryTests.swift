import API
import Family
import Foundation
import HearthClient
import Testing

@Suite struct RetryTests {
    @Test func `a transfer whose answer was lost is one transfer`() async throws {
        try await TestHouse.run { house in
            let client = try await house.client(of: try await house.member(1).id)
            let coin = try #require(try await client.wallet().assets.first { $0.scale == 2 })
            let account = try await client.openAccount(.init(id: client.newID(), asset: coin.number))
            house.line.expect(.loseAnswer, .loseAnswer)
            let deposit = PostTransferBody(
                id: client.newID(),
                from: .cash,
                to: .account(account.id),
                asset: coin.number,
                amount: "700"
            )
            #expect(try await client.transfer(deposit).amount == "700")
            #expect(try await client.wallet().accounts.first { $0.id == account.id }?.amount == "700")
            let waits = house.time.waits
            #expect(waits.count == 2 && waits[0] >= .milliseconds(250) && waits[0] <= .milliseconds(500))
            #expect(waits[1] >= .milliseconds(500) && waits[1] <= .seconds(1))
        }
    }

    @Test func `a removal whose answer was lost succeeds, and a second removal is refused`() async throws {
        try await TestHouse.run { house in
            let client = try await house.client(of: try await house.member(1).id)
            let place = PlaceBody(
                id: client.newID(),
                label: "Home",
                description: "here",
                latitude: 52,
                longitude: 13,
                radiusMetres: 100
            )
            try await client.addPlace(place)
            house.line.expect(.loseAnswer)
            try await client.removePlace(place.id)
            let again = await #expect(throws: ClientFailure.self) { try await client.removePlace(place.id) }
            guard case .refused(let refusal) = again else { return #expect(Bool(false)) }
            #expect(refusal.status == 404, "what was never there is still refused")
        }
    }

    @Test func `a request that would be done twice is not sent again when its answer is lost`() async throws {
        try await TestHouse.run { house in
            let client = try house.client()
            house.line.expect(.loseAnswer)
            let lost = await #expect(throws: ClientFailure.self) {
                try await client.askForCode(.init(phone: "+41446681001", purpose: .register))
            }
            #expect(lost == .unreachable(mayHaveArrived: true))
            #expect(house.line.requests.count { $0.hasPrefix("POST /api/v1/verifications") } == 1)
        }
    }

    @Test func `a hub that asks to wait is waited for, and not for ever`() async throws {
        try await TestHouse.run { house in
            let client = try await house.client(of: try await house.member(1).id)
            house.line.expect(.answer(busy(retryAfter: 7)))
            _ = try await client.me()
            let wait = try #require(house.time.waits.first)
            #expect(wait >= .seconds(7) && wait <= .milliseconds(8_750))

            house.line.expect(.answer(busy(retryAfter: 3_000)))
            let later = await #expect(throws: ClientFailure.self) { try await client.me() }
            guard case .refused(let refusal) = later else { return #expect(Bool(false)) }
            #expect(refusal.status == 503 && refusal.retryAfter == .seconds(3_000) && refusal.isPassing)
        }
    }

    @Test func `a network's own page is not taken for the hub`() async throws {
        try await TestHouse.run { house in
            let client = try await house.client(of: try await house.member(1).id)
            let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 5\r\n\r\nhello"
            house.line.expect(
                .answer(page),
                .answer("HTTP/1.1 302 Found\r\nLocation: /in\r\nContent-Length: 0\r\n\r\n")
            )
            #expect(try await client.me().name == "Member 1", "asked until the hub itself answered")
            house.line.expect(.answer(page), .answer(page), .answer(page), .answer(page))
            let lost = await #expect(throws: ClientFailure.self) { try await client.me() }
            #expect(lost == .notAHub)
            #expect(try await client.member != nil)
        }
    }

    @Test func `a client reaches the hub again after the hub restarts`() async throws {
        try await TestHouse.run { house in
            let client = try await house.client(of: try await house.member(1).id)
            _ = try await client.me()
            await house.stop()
            let gone = await #expect(throws: ClientFailure.self) { try await client.me() }
            guard case .unreachable = gone else { return #expect(Bool(false), "\(String(describing: gone))") }
            #expect(house.time.waits.count == 3)
            try await house.start()
            #expect(try await client.me().name == "Member 1")
        }
    }

    @Test func `a request to a hub that is not there has certainly not arrived`() async throws {
        try await TestHouse.run { house in
            let client = try house.client()
            house.line.close()
            // The listening socket is closed by its own thread.
            var lost: ClientFailure?
            for _ in 0..<100 where lost != .unreachable(mayHaveArrived: false) {
                lost = await #expect(throws: ClientFailure.self) {
                    try await client.askForCode(.init(phone: "+41446681001", purpose: .register))
                }
            }
            #expect(lost == .unreachable(mayHaveArrived: false))
        }
    }

    @Test func `waits grow to a limit and take some chance`() {
        let backoff = Backoff(first: .seconds(1), longest: .seconds(30))
        let least = (1...8).map { backoff.wait(after: $0, random: 0) }
        #expect(least == [0.5, 1, 2, 4, 8, 15, 15, 15].map { .seconds($0) })
        let most = (1...8).map { backoff.wait(after: $0, random: .max) }
        for (short, long) in zip(least, most) { #expect(long > short * 1.99 && long <= short * 2) }
        #expect(backoff.wait(after: 1, asked: .seconds(60), random: 0) == .seconds(60))
        #expect(backoff.wait(after: 1_000, random: .max) <= .seconds(30))
    }

    @Test func `plain HTTP is for this machine alone`() {
        #expect(HubAddress("https://hub.example/")?.text == "https://hub.example")
        #expect(HubAddress("http://127.0.0.1:8080") != nil && HubAddress("http://localhost:1") != nil)
        #expect(HubAddress("http://hub.example") == nil)
        #expect(HubAddress("http://hub.example", allowPlainHTTP: true) != nil)
        for text in [
            "hub.example", "ftp://hub.example", "https://", "https://a:b@hub.example", "https://hub.example/x",
        ] {
            #expect(HubAddress(text) == nil, "\(text)")
        }
    }
}

/// A hub's answer while it has too much to do.
private func busy(retryAfter seconds: Int) -> String {
    let body = #"{"code":"tooFast","status":503,"title":"Too many positions from this page. Wait a moment."}"#
    return """
        HTTP/1.1 503 Service Unavailable\r
        Content-Type: application/problem+json\r
        Retry-After: \(seconds)\r
        Content-Length: \(body.utf8.count)\r
        \r
        \(body)
        """
}
