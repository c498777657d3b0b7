import Family
import Foundation
import Hub
import Testing
import WireClient

/// D3: asking to be paid, over HTTP.
@Suite struct MoneyRequestsTests {
    @Test func `D3: a member asked for money is notified, pays once, and both see the request as paid`() async throws {
        try await TestService.run { test in
            let (anna, bo, mira) = try await test.purses()
            let (hers, his) = (try await anna.open(), try await bo.open())
            try await anna.move("cash", hers, "100")
            let wish = bo.newID()
            let asking = body(wish, from: anna, into: his, "40", #","memo":"ice cream""#)
            let stream = try await EventReader.open(test, token: anna.token)
            let asked = try await bo.call("POST", "money-requests", asking)
            #expect(asked.status == 201 && asked.json["mine"] as? Bool == true)
            #expect(try await bo.call("POST", "money-requests", asking).text == asked.text)
            let other = body(wish, from: anna, into: his, "41")
            #expect(try await bo.call("POST", "money-requests", other).code == "idUsedOtherwise")
            #expect(try await stream.event { $0.name == "wallet" } != nil)
            let waiting = try #require(try await anna.call("GET", "money-requests").items.first)
            #expect(waiting["member"] as? String == bo.id.text && waiting["mine"] as? Bool == false)
            #expect(waiting["state"] as? String == "waiting" && waiting["amount"] as? String == "40")
            #expect(try await mira.call("GET", "money-requests").items.isEmpty)
            let told = try await anna.call("GET", "notices").items
            #expect(told.count { $0["kind"] as? String == "askedForMoney" } == 1)
            #expect(try await anna.amounts() == [hers: "100"], "nothing moves by asking")
            let pay = #"{"id":"\#(anna.newID())","from":"\#(hers)"}"#
            let paid = try await anna.call("POST", "money-requests/\(wish)/pay", pay)
            #expect(paid.status == 201 && paid.json["memo"] as? String == "ice cream")
            #expect(try await anna.call("POST", "money-requests/\(wish)/pay", pay).text == paid.text)
            let twice = #"{"id":"\#(anna.newID())","from":"\#(hers)"}"#
            let ended = try await anna.call("POST", "money-requests/\(wish)/pay", twice)
            #expect(ended.status == 409 && ended.code == "requestEnded")
            #expect(try await anna.call("DELETE", "money-requests/\(wish)").code == "requestEnded")
            #expect(try await bo.amounts() == [his: "40"])
            for purse in [anna, bo] {
                let state = try await purse.call("GET", "money-requests").items.first?["state"]
                #expect(state as? String == "paid")
            }
        }
    }

    @Test func `D3: a request is declined or taken back, and then pays nothing`() async throws {
        try await TestService.run { test in
            let (anna, bo, mira) = try await test.purses()
            let (hers, his) = (try await anna.open(), try await bo.open())
            try await anna.move("cash", hers, "100")
            for (ender, state) in [(anna, "declined"), (bo, "withdrawn")] {
                let wish = bo.newID()
                let asking = body(wish, from: anna, into: his, "40")
                #expect(try await bo.call("POST", "money-requests", asking).status == 201)
                #expect(try await mira.call("DELETE", "money-requests/\(wish)").status == 404)
                for _ in 1...2 { #expect(try await ender.call("DELETE", "money-requests/\(wish)").status == 204) }
                #expect(try await bo.call("GET", "money-requests").items.first?["state"] as? String == state)
                let pay = #"{"id":"\#(anna.newID())","from":"\#(hers)"}"#
                let late = try await anna.call("POST", "money-requests/\(wish)/pay", pay)
                #expect(late.status == 409 && late.code == "requestEnded")
                let told = try await bo.call("GET", "notices").items
                #expect(told.count { $0["kind"] as? String == "moneyDeclined" } == 1)
            }
            #expect(try await anna.amounts() == [hers: "100"])
        }
    }

    @Test func `D3: only the family is asked, for something, into an account of one's own, so often`() async throws {
        try await TestService.run { test in
            let (anna, bo, _) = try await test.purses()
            let (hers, his) = (try await anna.open(), try await bo.open())
            let stranger = test.purse(try await test.member(7))
            let refusals = [
                (body(bo.newID(), from: anna, into: his, "0"), "amount"),
                (body(bo.newID(), from: anna, into: his, "1.5"), "amount"),
                (body(bo.newID(), from: anna, into: hers, "5"), "account"),
                (body(bo.newID(), from: bo, into: his, "5"), "member"),
                (body(bo.newID(), from: stranger, into: his, "5"), "member"),
            ]
            for (request, field) in refusals {
                let answer = try await bo.call("POST", "money-requests", request)
                #expect(answer.status == 422 && answer.json["field"] as? String == field, "\(answer.text)")
            }
            for _ in 0..<Hub.moneyRequestsMax {
                let asking = body(bo.newID(), from: anna, into: his, "5")
                #expect(try await bo.call("POST", "money-requests", asking).status == 201)
            }
            let many = try await bo.call("POST", "money-requests", body(bo.newID(), from: anna, into: his, "5"))
            #expect(many.status == 409 && many.code == "tooManyMoneyRequests")
        }
    }

    @Test func `D3: a request that there is too little for waits on, and many payments of one move it once`()
        async throws
    {
        try await TestService.run { test in
            let (anna, bo, _) = try await test.purses()
            let (hers, his) = (try await anna.open(), try await bo.open())
            try await anna.move("cash", hers, "30")
            let wish = bo.newID()
            _ = try await bo.call("POST", "money-requests", body(wish, from: anna, into: his, "40"))
            let pay = { #"{"id":"\#(anna.newID())","from":"\#(hers)"}"# }
            let short = try await anna.call("POST", "money-requests/\(wish)/pay", pay())
            #expect(short.status == 409 && short.json["missing"] as? String == "10")
            #expect(try await bo.call("GET", "money-requests").items.first?["state"] as? String == "waiting")
            try await anna.move("cash", hers, "100")
            let bodies = (0..<10).map { _ in pay() }
            let paid = try await withThrowingTaskGroup(of: Int.self) { group in
                for body in bodies {
                    group.addTask { try await anna.call("POST", "money-requests/\(wish)/pay", body).status }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(paid.count { $0 == 201 } == 1 && paid.count { $0 == 409 } == 9)
            #expect(try await anna.amounts() == [hers: "90"])
        }
    }

    private func body(
        _ id: String,
        from payer: TestPurse,
        into account: String,
        _ amount: String,
        _ more: String = ""
    ) -> String {
        #"{"id":"\#(id)","member":"\#(payer.id.text)","account":"\#(account)","amount":"\#(amount)"\#(more)}"#
    }
}
