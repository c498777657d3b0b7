import Family
import Foundation
import Hub
import Testing
import WireClient

/// What holds for every wallet, whatever was asked of it: seen from outside alone, over HTTP.
@Suite struct WalletConformanceTests {
    @Test func `all that members have came out of the cash: every asset sums to nothing`() async throws {
        try await run { family in
            let cash = try await family.purses[0].cash()
            let balance = try #require(try await family.purses[0].entries(cash).first?["balance"] as? String)
            let amounts = try await BusyFamily.amounts(family.purses).values.compactMap { Int($0) }
            let all = try #require(Int(balance)) + amounts.reduce(0, +)
            #expect(all == 0)
            #expect(amounts.contains { $0 > 0 }, "something was moved")
        }
    }

    @Test func `no account was ever below nothing`() async throws {
        try await run { family in
            for account in family.accounts {
                let lines = try await family.purses[account.owner].entries(account.id)
                #expect(lines.allSatisfy { !($0["balance"] as? String ?? "-").hasPrefix("-") })
            }
        }
    }

    @Test func `every request that is sent again gets its first answer, and changes nothing`() async throws {
        try await run { family in
            let before = try await BusyFamily.amounts(family.purses)
            let leaves = try await family.size()
            for step in family.steps {
                let again = try await step.purse.call("POST", "transfers", step.body)
                #expect(again.status == step.answer.status && again.text == step.answer.text, "\(step.body)")
            }
            #expect(try await BusyFamily.amounts(family.purses) == before)
            #expect(try await family.size() == leaves, "nothing is written twice")
        }
    }

    @Test func `another transfer under an answered request's id is refused and changes no amount`()
        async throws
    {
        try await run { family in
            let before = try await BusyFamily.amounts(family.purses)
            for step in family.steps where step.answer.status == 201 || step.answer.code == "insufficient" {
                let asked = try #require(try fields(step.body)["amount"] as? String)
                let other = step.body.replacing(#""amount":"\#(asked)""#, with: #""amount":"\#(asked)1""#)
                let answer = try await step.purse.call("POST", "transfers", other)
                #expect(answer.status == 409 && answer.code == "idUsedOtherwise", "\(other): \(answer.text)")
            }
            #expect(try await BusyFamily.amounts(family.purses) == before)
        }
    }

    @Test func `a refused transfer changes nothing and says why in words`() async throws {
        try await run { family in
            let refused = family.steps.filter { $0.answer.status >= 400 }
            #expect(refused.count > 5 && refused.count < family.steps.count)
            for step in refused {
                #expect(step.before == step.after)
                #expect(step.answer["content-type"] == "application/problem+json")
                #expect((step.answer.json["title"] as? String)?.hasSuffix(".") ?? false)
                #expect(step.answer.json["field"] as? String != nil, "\(step.answer.text)")
            }
        }
    }

    @Test func `the answer says what moved: just that is gone here and there`() async throws {
        try await run { family in
            for step in family.steps where step.answer.status == 201 {
                let moved = try #require((step.answer.json["amount"] as? String).flatMap { Int($0) })
                let isHeld = step.answer.json["state"] as? String == "held"
                for (side, sign) in [("from", -1), ("to", 1)] {
                    let account = try #require(step.answer.json[side] as? String)
                    guard let was = step.before[account].flatMap({ Int($0) }) else { continue }
                    #expect(step.after[account] == "\(was + (isHeld ? 0 : sign * moved))")
                }
                let others = step.before.filter { key, value in step.after[key] != value }
                #expect(others.count <= 2)
            }
        }
    }

    @Test func `missing is what there was too little of`() async throws {
        try await run { family in
            for step in family.steps where step.answer.code == "insufficient" {
                let (body, missing) = (try fields(step.body), step.answer.json["missing"] as? String)
                let account = try #require(body["from"] as? String)
                let asked = try #require((body["amount"] as? String).flatMap { Int($0) })
                let was = try #require(step.before[account].flatMap { Int($0) })
                #expect(missing == "\(asked - was)")
            }
        }
    }

    @Test func `a statement adds up, line by line, to what is in the account`() async throws {
        try await run { family in
            let amounts = try await BusyFamily.amounts(family.purses)
            for account in family.accounts {
                var balance = 0
                for line in try await family.purses[account.owner].entries(account.id).reversed() {
                    let amount = try #require((line["amount"] as? String).flatMap { Int($0) })
                    if line["state"] as? String == "done" {
                        balance += line["direction"] as? String == "in" ? amount : -amount
                    }
                    #expect(line["balance"] as? String == "\(balance)")
                }
                #expect(amounts[account.id] == "\(balance)")
            }
        }
    }

    @Test func `pages of a statement are its parts: none is missing, none there twice`() async throws {
        try await run { family in
            for account in family.accounts {
                let purse = family.purses[account.owner]
                let whole = try await purse.entries(account.id).map(summary)
                for limit in [1, 3] { #expect(try await purse.entries(account.id, by: limit).map(summary) == whole) }
            }
        }
    }

    @Test func `each movement stands once in the statement of either side`() async throws {
        try await run { family in
            var lines: [String: Int] = [:]
            for account in family.accounts {
                for line in try await family.purses[account.owner].entries(account.id) {
                    lines[try #require(line["id"] as? String), default: 0] += 1
                }
            }
            let done = family.steps.filter { $0.answer.status == 201 }
            #expect(Set(lines.keys) == Set(done.compactMap { $0.answer.json["id"] as? String }))
            for step in done {
                let sides = [step.answer.json["from"], step.answer.json["to"]].compactMap { $0 as? String }
                let known = sides.count { side in family.accounts.contains { $0.id == side } }
                #expect(lines[try #require(step.answer.json["id"] as? String)] == known)
            }
        }
    }

    @Test func `totals are the sums of the rows, and what can be taken out is never more than there is`()
        async throws
    {
        try await run { family in
            for purse in family.purses {
                let wallet = try await purse.call("GET", "wallet").json
                let accounts = try #require(wallet["accounts"] as? [[String: Any]])
                let totals = try #require(wallet["totals"] as? [[String: Any]])
                for name in ["amount", "available"] {
                    let sum = accounts.compactMap { ($0[name] as? String).flatMap { Int($0) } }.reduce(0, +)
                    #expect(totals.count == 1 && totals[0][name] as? String == "\(sum)")
                }
                for account in accounts {
                    let amount = try #require((account["amount"] as? String).flatMap { Int($0) })
                    let available = try #require((account["available"] as? String).flatMap { Int($0) })
                    #expect(available <= amount)
                }
            }
        }
    }

    /// Runs `body` with a family that was busy.
    private func run(_ body: (BusyFamily) async throws -> Void) async throws {
        try await TestService.run { test in try await body(try await BusyFamily(test)) }
    }

    private func fields(_ body: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any])
    }

    private func summary(_ line: [String: Any]) -> String {
        "\(line["leaf"] ?? "") \(line["id"] ?? "") \(line["balance"] ?? "")"
    }
}

extension BusyFamily {
    /// How many leaves the log has.
    func size() async throws -> Int {
        try #require(try await purses[0].call("GET", "ledger/checkpoint").json["size"] as? Int)
    }
}
