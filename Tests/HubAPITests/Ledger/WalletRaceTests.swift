import Family
import Foundation
import Hub
import Testing
import WireClient

/// D3: many at once, over real sockets.
@Suite(.serialized) struct WalletRaceTests {
    @Test func `D3: fifty copies of one transfer at once move it once, and all get one answer`() async throws {
        try await TestService.run { test in
            let (anna, bo, _) = try await test.purses()
            let (first, his) = (try await anna.open(), try await bo.open())
            try await anna.move("cash", first, "1000")
            let body = anna.body(anna.newID(), first, his, "30", #","memo":"once""#)
            let answers = try await all(Array(repeating: body, count: 50), of: anna)
            #expect(Set(answers.map { "\($0.status) \($0.text)" }).count == 1 && answers.first?.status == 201)
            #expect(try await anna.amounts() == [first: "970"])
            #expect(try await bo.amounts() == [his: "30"])
            #expect(try await bo.entries(his).count == 1)
            #expect(try await bo.call("GET", "notices").items.count { $0["kind"] as? String == "paid" } == 1)
        }
    }

    @Test func `D3: a hundred clients on money for half of them: exactly half succeed, and nothing is below nothing`()
        async throws
    {
        try await TestService.run { test in
            let (anna, bo, _) = try await test.purses()
            let (first, his) = (try await anna.open(), try await bo.open())
            try await anna.move("cash", first, "350")
            let bodies = (0..<100).map { _ in anna.body(anna.newID(), first, his, "7") }
            let answers = try await all(bodies, of: anna)
            #expect(answers.count { $0.status == 201 } == 50)
            let refused = answers.filter { $0.status != 201 }
            #expect(refused.count == 50)
            #expect(refused.allSatisfy { $0.code == "insufficient" && $0.json["missing"] as? String == "7" })
            #expect(try await anna.amounts() == [first: "0"])
            #expect(try await bo.amounts() == [his: "350"])
            let balances = try await anna.entries(first).compactMap { ($0["balance"] as? String).flatMap { Int($0) } }
            #expect(balances.count == 51 && balances.allSatisfy { $0 >= 0 })
            #expect(try await Hub.checkLedgers(in: test.hub.database).allSatisfy { $0.fault == nil })
        }
    }

    @Test func `D3: copies of a withdrawal of what there is take it once, however many come at once`() async throws {
        try await TestService.run { test in
            let anna = test.purse(try await test.member(1))
            let first = try await anna.open()
            try await anna.move("cash", first, "300")
            let body = anna.body(anna.newID(), first, "cash", "500", #","atMost":true"#)
            let others = (0..<10).map { _ in anna.body(anna.newID(), first, "cash", "500", #","atMost":true"#) }
            let answers = try await all(Array(repeating: body, count: 20) + others, of: anna)
            #expect(Set(answers.prefix(20).map { "\($0.status) \($0.text)" }).count == 1)
            let moved = Set(answers.filter { $0.status == 201 }.compactMap { $0.json["id"] as? String })
            #expect(moved.count == 1, "one of them takes all that there is")
            #expect(try await anna.amounts() == [first: "0"])
        }
    }

    /// Sends all of them at once, each on a connection of its own.
    private func all(_ bodies: [String], of purse: TestPurse) async throws -> [TestResponse] {
        try await withThrowingTaskGroup(of: (Int, TestResponse).self) { group in
            for (number, body) in bodies.enumerated() {
                group.addTask { (number, try await purse.call("POST", "transfers", body)) }
            }
            var answers: [Int: TestResponse] = [:]
            for try await (number, answer) in group { answers[number] = answer }
            return bodies.indices.compactMap { answers[$0] }
        }
    }
}
