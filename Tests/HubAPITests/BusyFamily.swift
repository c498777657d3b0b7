import Family
import Foundation
import Hub
import Testing
import WireClient

/// A family that has moved money to and fro over the wire, good requests and bad ones mixed, the same for every run.
struct BusyFamily: Sendable {
    /// One request, what came of it, and what was in all accounts before and after.
    struct Step: Sendable {
        let purse: TestPurse
        let body: String
        let answer: TestResponse
        let before: [String: String]
        let after: [String: String]
    }

    let purses: [TestPurse]
    /// Each with whose it is, in `purses`.
    let accounts: [(id: String, owner: Int)]
    let steps: [Step]

    /// Makes one: two adults and a child with two accounts each, and so many requests.
    init(_ test: TestService, requests: Int = 40, seed: UInt64 = 7) async throws {
        let (anna, bo, mira) = try await test.purses()
        purses = [anna, bo, mira]
        var accounts: [(id: String, owner: Int)] = []
        for (owner, purse) in purses.enumerated() {
            for _ in 1...2 { accounts.append((try await purse.open(), owner)) }
        }
        self.accounts = accounts
        var chance = Chance(seed: seed)
        var steps: [Step] = []
        for _ in 0..<requests {
            let before = try await BusyFamily.amounts(purses)
            let (owner, body) = BusyFamily.request(purses, accounts, &chance)
            let answer = try await purses[owner].call("POST", "transfers", body)
            let after = try await BusyFamily.amounts(purses)
            steps.append(Step(purse: purses[owner], body: body, answer: answer, before: before, after: after))
        }
        self.steps = steps
    }

    /// What is in all accounts of all members.
    static func amounts(_ purses: [TestPurse]) async throws -> [String: String] {
        var amounts: [String: String] = [:]
        for purse in purses { amounts.merge(try await purse.amounts()) { $1 } }
        return amounts
    }

    /// Bring, move, pay or draw; sometimes too much, sometimes from what is another's, sometimes into itself.
    private static func request(
        _ purses: [TestPurse],
        _ accounts: [(id: String, owner: Int)],
        _ chance: inout Chance
    ) -> (owner: Int, body: String) {
        let owner = chance.below(purses.count)
        let own = accounts.filter { $0.owner == owner }.map(\.id)
        let from = chance.below(8) == 0 ? accounts[chance.below(accounts.count)].id : own[chance.below(own.count)]
        let to = accounts[chance.below(accounts.count)].id
        let amount = "\(chance.below(600))"
        let id = purses[owner].newID()
        switch chance.below(4) {
        case 0: return (owner, purses[owner].body(id, "cash", to, amount))
        case 1: return (owner, purses[owner].body(id, from, "cash", amount, #","atMost":true"#))
        case 2: return (owner, purses[owner].body(id, from, to, amount, #","memo":"number \#(amount)""#))
        default: return (owner, purses[owner].body(id, from, to, amount))
        }
    }
}

/// Numbers that look like chance and are the same each time (SplitMix64).
private struct Chance {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func below(_ end: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ mixed >> 31) % UInt64(end))
    }
}
