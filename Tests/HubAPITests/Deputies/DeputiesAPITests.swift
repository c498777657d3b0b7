import API
import Deputy
import Family
import Foundation
import Hub
import Testing
import WireClient

/// Deputies over the API: who is guarded, what the traveller is shown of it, and what opens what.
@Suite struct DeputiesAPITests {
    private static let turns = "/api/v1/deputy/turns"

    /// What the deputy is answered; the turn names what it holds.
    private func take(
        _ deputy: PairedDeputy,
        holds: [DeputyTurn.Held] = [],
        waitSeconds: Int = 0,
        on test: TestService
    ) async throws -> DeputyAnswer {
        let request = try deputy.turn(holds: holds, waitSeconds: waitSeconds)
        let response = try await test.call("POST", Self.turns, body: request)
        try #require(response.status == 200, "\(response.text)")
        let turn = try #require(DeputyTurn(request, of: deputy.pairing))
        return try #require(DeputyAnswer(response.body, to: turn.nonce, of: deputy.pairing))
    }

    private func held(_ answer: DeputyAnswer) -> [DeputyTurn.Held] {
        answer.envelopes.map {
            DeputyTurn.Held(watch: $0.watch, version: $0.version, generation: answer.generation)
        }
    }

    /// What the traveller's page shows of the deputies that guard the trip.
    private func shown(_ scene: TripOfAna) async throws -> (deputies: [[String: Any]], gaps: [String]) {
        let answer = try await scene.test.call("GET", "/api/v1/me/safety", token: scene.ana.token)
        let trip = try #require(answer.json["trip"] as? [String: Any])
        let protection = try #require(trip["protection"] as? [String: Any])
        return (protection["deputies"] as? [[String: Any]] ?? [], protection["gaps"] as? [String] ?? [])
    }

    private func choose(_ deputy: PairedDeputy, _ member: TestMember, _ test: TestService) async throws {
        let path = "/api/v1/me/deputies/\(deputy.id.text)"
        try #require(try await test.call("PUT", path, token: member.token).status == 204)
    }

    @Test func `G10: a trip names its deputy after a yes, as confirmed once it holds it, and as silent later`()
        async throws
    {
        try await TestService.run { test in
            let scene = try await TripOfAna(test, calls: false)
            let deputy = try await PairedDeputy(test)
            #expect(try await shown(scene).deputies.isEmpty, "nobody was asked")
            #expect(try await take(deputy, on: test).envelopes.isEmpty)
            let offers = try await test.call("GET", "/api/v1/me/deputies", token: scene.ana.token).items
            #expect(offers.count == 1 && offers[0]["guards"] == nil && offers[0]["texts"] as? String == "needed")

            for member in [scene.ana, scene.bo] { try await choose(deputy, member, test) }
            await test.hub.settleEnvelopes()
            let before = try await shown(scene)
            #expect(before.deputies.count == 1 && before.deputies[0]["name"] as? String == "Grandma's house")
            #expect(before.deputies[0]["confirmedAt"] == nil, "it does not hold the trip yet")
            let given = try await take(deputy, on: test)
            #expect(given.envelopes.count == 1)
            #expect(try await shown(scene).deputies[0]["confirmedAt"] == nil, "given is not held")
            let stream = try await EventReader.open(test, token: scene.ana.token)
            test.clock.advance(seconds: 2)
            _ = try await take(deputy, holds: held(given), on: test)
            #expect(try await stream.event { $0.name == "trip" } != nil, "open pages are told")
            let after = try await shown(scene)
            #expect(after.deputies[0]["confirmedAt"] as? String == test.clock.now.text)
            #expect(after.deputies[0]["heard"] as? Bool == true && !after.gaps.contains("silentDeputy"))

            test.clock.advance(seconds: 91)
            let late = try await shown(scene)
            #expect(late.deputies[0]["heard"] as? Bool == false && late.gaps.contains("silentDeputy"))
        }
    }

    @Test func `a no takes the PIN while a trip runs, and its deputy forgets the trip`() async throws {
        try await TestService.run { test in
            let scene = try await TripOfAna(test, calls: false)
            let deputy = try await PairedDeputy(test)
            for member in [scene.ana, scene.bo] { try await choose(deputy, member, test) }
            await test.hub.settleEnvelopes()
            let given = try await take(deputy, on: test)
            #expect(given.envelopes.count == 1)
            let path = "/api/v1/me/deputies/\(deputy.id.text)"
            let refused = try await test.call("DELETE", path, token: scene.ana.token)
            #expect(refused.status == 403 && refused.code == "pinNeeded")
            let pin = ["Hearth-Pin: \(TripOfAna.pin)"]
            #expect(try await test.call("DELETE", path, token: scene.ana.token, headers: pin).status == 204)
            await test.hub.settleEnvelopes()
            #expect(try await shown(scene).deputies.isEmpty)
            #expect(try await take(deputy, holds: held(given), on: test).ends.isEmpty, "20 to 40 seconds later")
            test.clock.advance(seconds: 41)
            #expect(try await take(deputy, holds: held(given), on: test).ends == given.envelopes.map(\.watch))
        }
    }

    @Test(.sweep) func `a turn waits for a change, and is answered within a second of it`() async throws {
        try await TestService.run { test in
            let scene = try await TripOfAna(test, calls: false)
            let deputy = try await PairedDeputy(test)
            try await choose(deputy, scene.bo, test)
            let began = ContinuousClock.now
            async let answer = take(deputy, waitSeconds: 20, on: test)
            try await Task.sleep(for: .milliseconds(700))
            let changed = ContinuousClock.now
            try await choose(deputy, scene.ana, test)
            #expect(try await answer.envelopes.count == 1)
            let ended = ContinuousClock.now
            #expect(changed - began > .milliseconds(600) && ended - changed < .seconds(1), "\(ended - changed)")
        }
    }

    @Test func `G5: a recorded turn, and one of another pairing, open nothing`() async throws {
        try await TestService.run { test in
            let deputy = try await PairedDeputy(test)
            let request = try deputy.turn()
            #expect(try await test.call("POST", Self.turns, body: request).status == 200)
            let again = try await test.call("POST", Self.turns, body: request)
            #expect(again.status == 401 && again.code == "notDeputy")
            let other = try await PairedDeputy(test)
            let forged = try DeputyTurn(turn: 9, nonce: "n", waitSeconds: 0, holds: [], sent: [])
                .signed(deputy.pairing, by: other.keys)
            #expect(try await test.call("POST", Self.turns, body: forged).status == 401)
            let third = DeputyJoin(name: "A third", keys: other.keys.published, code: DeputyCode.make())
            #expect(try await test.call("POST", "/api/v1/deputy/pairings", body: third.bytes).status == 401)
        }
    }

    @Test func `for a child of less than ten years the adults decide, and a no outweighs a yes`() async throws {
        try await TestService.run { test in
            let scene = try await AccessScene(test)
            let child = try #require(scene.member(.child))
            func guards() async throws -> Bool? {
                let items = try await test.call("GET", "/api/v1/me/deputies", token: child.token).items
                #expect(items[0]["guardianDecides"] as? Bool == true)
                return items[0]["guards"] as? Bool
            }
            #expect(try await guards() == false)
            try await choose(scene.deputy, scene.owner, test)
            #expect(try await guards() == true)
            let path = "/api/v1/me/deputies/\(scene.deputy.id.text)"
            #expect(try await test.call("DELETE", path, token: scene.other.token).status == 204)
            #expect(try await guards() == false)
            #expect(try await test.call("PUT", path, token: child.token).code == "guardianDecides")
        }
    }

    @Test func `the keeper's page shows each deputy with how many it guards, and no other member does`() async throws {
        try await TestService.run { test in
            let keeper = try await test.member(1)
            let deputy = try await PairedDeputy(test)
            try await choose(deputy, keeper, test)
            _ = try await take(deputy, on: test)
            let state = try await test.call("GET", "/api/v1/keeper", token: keeper.token)
            let row = try #require((state.json["deputies"] as? [[String: Any]])?.first)
            #expect(row["name"] as? String == "Grandma's house" && row["members"] as? Int == 1)
            #expect(row["heard"] as? Bool == true && row["texts"] as? String == "needed")
        }
    }
}
