import Family
import Foundation
import Hub
import HubAPI
import Testing
import WireClient

/// S15: nobody learns from an answer, or from how long it takes, who is a member.
@Suite(.serialized) struct SamenessTests {
    @Test func `S15: asking for a code is answered alike for members and strangers`() async throws {
        try await TestService.run({ $0.hub.codes.perNetworkAnHour = 1_000 }) { test in
            _ = try await test.member(1, password: TestService.password)
            _ = try await test.member(2)
            let gone = try await test.member(3)
            try await test.hub.disableMember(gone.id)
            for purpose in ["register", "login", "recover"] {
                var answers: Set<String> = []
                for number in [1, 2, 3, 9] {
                    let body = #"{"phone":"\#(phone(number))","purpose":"\#(purpose)"}"#
                    var answer = try await test.ask(body, json)
                    let id = try answer.field("id")
                    #expect(UUID(uuidString: id) != nil)
                    answer.body = Array(answer.text.replacing(id, with: "-").utf8)
                    answers.insert("\(answer.status) \(answer.text)")
                }
                #expect(answers.count == 1, "\(purpose)")
                test.clock.advance(seconds: 300)
            }
        }
    }

    @Test func `S15: an invite and a claim code are answered alike whether they are right or not`() async throws {
        try await TestService.run({ $0.hub.codes.perNetworkAnHour = 1_000 }) { test in
            let claim = try #require(try await test.hub.makeClaim())
            var answers: Set<String> = []
            for (number, more) in [
                (1, #","claim":"\#(claim)""#), (2, #","claim":"AAAA""#), (3, #","invite":"AAAA""#), (4, ""),
            ] {
                let body = #"{"phone":"\#(phone(number))","purpose":"register"\#(more)}"#
                let answer = try await test.ask(body, json)
                answers.insert("\(answer.status) \(answer.text.replacing(try answer.field("id"), with: "-"))")
            }
            #expect(answers.count == 1)
        }
    }

    @Test func `S15: a code is refused alike whether it is wrong, was never sent, or its request is made up`()
        async throws
    {
        try await TestService.run { test in
            _ = try await test.member(1)
            var answers: Set<String> = []
            for number in [1, 9] {
                let asked = try await test.ask(#"{"phone":"\#(phone(number))","purpose":"login"}"#, json)
                let sent = number == 1 ? try await test.code() : ""
                let body = """
                    {"verification":"\(try asked.field("id"))","code":"\(sent == "000000" ? "000001" : "000000")"}
                    """
                for _ in 1...6 {
                    let answer = try await test.post("sessions", body, json)
                    answers.insert("\(answer.status) \(answer.text)")
                }
            }
            let made = try await test.post("sessions", #"{"verification":"made up","code":"000000"}"#, json)
            answers.insert("\(made.status) \(made.text)")
            #expect(answers.count == 1)
        }
    }

    @Test(.sweep, arguments: ["login", "recover", "register"])
    func `S15: asking for a code takes as long for a stranger, over 200 pairs`(_ purpose: String) async throws {
        try await TestService.run({
            $0.hub.codes.perNetworkAnHour = 100_000
            $0.hub.codes.textsADay = 100_000
        }) { test in
            for number in 1...15 { _ = try await test.member(number) }
            try await expectSameTime(pairs: 200) { isMember, turn in
                let number = turn % 15 + (isMember ? 1 : 101)
                return try await test.ask(#"{"phone":"\#(phone(number))","purpose":"\#(purpose)"}"#, json)
            } after: { answer, isMember, turn in
                #expect(answer.status == 202)
                if isMember {
                    guard purpose != "register" else { return }
                    // Where hardly any code is used, no more go out.
                    let code = try await test.code(to: phone(turn % 15 + 1))
                    let proof = #"{"verification":"\#(try answer.field("id"))","code":"\#(code)"}"#
                    let owner = try await test.post(purpose == "login" ? "sessions" : "recoveries", proof, json)
                    #expect(owner.status == 201)
                } else if turn % 15 == 14 {
                    test.clock.advance(seconds: 86_400)
                }
            }
        }
    }

    @Test(.sweep) func `S15: a wrong code takes as long where none was sent, over 200 pairs`() async throws {
        try await TestService.run({ $0.hub.codes.perNetworkAnHour = 100_000 }) { test in
            _ = try await test.member(1)
            var asked: [Bool: String] = [:]
            try await expectSameTime(pairs: 200) { isMember, turn in
                if turn % 5 == 0 {
                    // A fresh request: five wrong codes kill one.
                    test.clock.advance(seconds: 43_200)
                    let body = #"{"phone":"\#(phone(isMember ? 1 : 9))","purpose":"login"}"#
                    asked[isMember] = try await test.ask(body, json).field("id")
                }
                // Seven characters are never the code.
                let body = #"{"verification":"\#(asked[isMember] ?? "")","code":"0000000","password":"x"}"#
                return try await test.post("sessions", body, json)
            } after: { answer, _, _ in
                #expect(answer.status == 401 && answer.code == "wrongCode")
            }
        }
    }

    @Test(.sweep) func `S15: connecting takes as long for a number without a member, over 200 pairs`() async throws {
        try await TestService.run { test in
            let (viewer, subject) = (try await test.member(1), try await test.member(2))
            try await expectSameTime(pairs: 200) { isMember, turn in
                if turn % 2 == 0, isMember {
                    // Five wrong codes an hour and twenty a day stop a guesser (S48).
                    test.clock.advance(seconds: 21_600)
                    _ = try await test.hub.makeConnectCode(for: subject.id, precision: .exact, shareExpiresAt: nil)
                }
                let id = test.hub.outside.newID(of: Connection.self).text
                let body = #"{"id":"\#(id)","phone":"\#(phone(isMember ? 2 : 9))","code":"AAAAAAAA"}"#
                return try await test.call("POST", "/api/v1/connections", token: viewer.token, json: body)
            } after: { answer, _, _ in
                #expect(answer.status == 404 && answer.code == "wrongPhoneOrCode")
            }
        }
    }

    @Test(.sweep) func `S15: asking to see a member takes as long for a number without a member, over 200 pairs`()
        async throws
    {
        try await TestService.run { test in
            for number in 1...15 { _ = try await test.member(number) }
            var (asker, askers) = (try await test.member(50), 1)
            try await expectSameTime(pairs: 200) { isMember, turn in
                let id = test.hub.outside.newID(of: Connection.self).text
                let number = turn % 15 + (isMember ? 1 : 901)
                let body = #"{"id":"\#(id)","phone":"\#(phone(number))"}"#
                return try await test.call("POST", "/api/v1/connection-requests", token: asker.token, json: body)
            } after: { answer, isMember, turn in
                #expect(answer.status == 202)
                // Ten a day are one asker's.
                guard !isMember, turn % 5 == 4 else { return }
                asker = try await test.member(50 + askers)
                askers += 1
            }
        }
    }

    @Test(.sweep) func `S15: logging in takes as long for a stranger, over 200 pairs`() async throws {
        try await TestService.run({ $0.hub.logInFailuresPerMinute = 100_000 }) { test in
            _ = try await test.member(1, password: TestService.password)
            try await expectSameTime(pairs: 200) { isMember, turn in
                let number = isMember ? 1 : 100 + turn
                let body = #"{"phone":"\#(phone(number))","password":"wrong password"}"#
                return try await test.post("sessions", body, json)
            } after: { answer, isMember, turn in
                #expect(answer.status == 401)
                test.clock.advance(seconds: 8_192)
                guard isMember, turn % 50 == 49 else { return }
                // After a hundred wrong ones in a row an account is shut: its owner comes in between.
                let right = #"{"phone":"\#(phone(1))","password":"\#(TestService.password)"}"#
                let owner = try await test.post("sessions", right, json)
                #expect(owner.status == 201)
            }
        }
    }

    /// Expects that all but the slowest five in a hundred differ by less than 50 ms, as far as chance does not explain it.
    private func expectSameTime(
        pairs count: Int,
        _ ask: (_ isMember: Bool, _ turn: Int) async throws -> TestResponse,
        after: (_ answer: TestResponse, _ isMember: Bool, _ turn: Int) async throws -> Void
    ) async throws {
        var times = TimedPairs()
        for turn in 0..<count {
            var taken: [Bool: Duration] = [:]
            for isMember in [true, false] {
                let begin = ContinuousClock.now
                let answer = try await ask(isMember, turn)
                taken[isMember] = ContinuousClock.now - begin
                try await after(answer, isMember, turn)
            }
            times.add(try #require(taken[true]), try #require(taken[false]))
        }
        #expect(!times.areApart(by: .milliseconds(50)), "\(times)")
    }

    private func phone(_ number: Int) -> String { "+4144668\(1_000 + number)" }

    private let json = ["Content-Type: application/json"]
}
