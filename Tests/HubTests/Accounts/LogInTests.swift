import Bus
import Dispatch
import Family
import Hub
import Storage
import Testing

@Suite struct LogInTests {
    private func refusal(_ home: TestHub, _ phone: String, _ password: String) async -> LogInRefusal? {
        do {
            _ = try await home.hub.logIn(phone: phone, password: password)
            return nil
        } catch {
            return error as? LogInRefusal
        }
    }

    @Test func `number and password open a session that says who asks`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let (caller, token) = try await home.hub.logIn(phone: "+41 44 668 10 01", password: TestHub.password)
            #expect(caller.member == anna)
            #expect(try await home.hub.caller(token: token) == caller)
            #expect(try await home.hub.caller(token: token + "x") == nil)
            #expect(try await home.hub.caller(token: "") == nil)
            #expect(try await home.restarted().hub.caller(token: token) == caller, "a restart ends no session")
        }
    }

    @Test func `S4: more log-ins than can be checked soon are asked to come back`() async throws {
        try await TestHub.run { home in
            let gate = DispatchSemaphore(value: 0)
            // One piece of work holds the thread up, the others wait behind it.
            let waiting = (1...BackgroundQueue.waitingMax).map { _ in
                Task { await home.hub.slowWork.run { gate.wait() } }
            }
            while !home.hub.slowWork.isFull() { await Task.yield() }
            #expect(await refusal(home, TestHub.phone(1), "whatever") == .tooManyTries(retryAfterSeconds: 5))
            for _ in waiting { gate.signal() }
            for work in waiting { #expect(await work.value != nil) }
            #expect(await refusal(home, TestHub.phone(1), "whatever") == .wrongPhoneOrPassword)
        }
    }

    @Test func `F75: of one member four PINs at most wait to be looked at, and another's is looked at`() async throws {
        try await TestHub.run { home in
            let (one, other) = (try await home.member(1), try await home.member(2))
            let gate = DispatchSemaphore(value: 0)
            let work = home.hub.slowWork
            let own = (1...4).map { _ in Task { await work.run(for: one) { gate.wait() } } }
            while !work.isFull(for: one) { await Task.yield() }
            #expect(await work.run(for: one) { true } == nil)
            let others = Task { await work.run(for: other) { true } }
            for _ in 1...4 { gate.signal() }
            #expect(await others.value == true)
            for work in own { #expect(await work.value != nil) }
            #expect(await work.run(for: one) { true } == true)
        }
    }

    @Test func `S15: an unknown number, a wrong password and an account without one are one answer`() async throws {
        try await TestHub.run { home in
            _ = try await home.member(1, password: TestHub.password)
            _ = try await home.member(2)
            let gone = try await home.member(3, password: TestHub.password)
            try await home.hub.disableMember(gone)
            for (phone, password) in [
                (TestHub.phone(1), "wrong password"), (TestHub.phone(2), TestHub.password),
                (TestHub.phone(3), TestHub.password), (TestHub.phone(9), TestHub.password),
            ] {
                #expect(await refusal(home, phone, password) == .wrongPhoneOrPassword)
            }
        }
    }

    @Test func `S4: from the third wrong password on the wait doubles, for unknown numbers as well`() async throws {
        try await TestHub.run { home in
            _ = try await home.member(1, password: TestHub.password)
            for phone in [TestHub.phone(9), TestHub.phone(1)] {
                for _ in 1...3 { #expect(await refusal(home, phone, "wrong") == .wrongPhoneOrPassword) }
                for seconds in [1, 2, 4] {
                    #expect(await refusal(home, phone, "wrong") == .tooManyTries(retryAfterSeconds: seconds))
                    home.clock.advance(seconds: Int64(seconds))
                    #expect(await refusal(home, phone, "wrong") == .wrongPhoneOrPassword)
                }
            }
            #expect(
                await refusal(home, TestHub.phone(1), TestHub.password) == .tooManyTries(retryAfterSeconds: 8),
                "the right one has to wait as well"
            )
            home.clock.advance(seconds: 8)
            #expect(await refusal(home, TestHub.phone(1), TestHub.password) == nil)
            #expect(await refusal(home, TestHub.phone(1), "wrong") == .wrongPhoneOrPassword, "counted anew")
        }
    }

    @Test func `S4: guesses made at the same time are counted before they are checked`() async throws {
        try await TestHub.run { home in
            _ = try await home.member(1, password: TestHub.password)
            let checked = await withTaskGroup(of: LogInRefusal?.self) { group in
                for number in 1...20 {
                    group.addTask { await refusal(home, TestHub.phone(1), "guess \(number)") }
                }
                return await group.reduce(into: 0) { if $1 == .wrongPhoneOrPassword { $0 += 1 } }
            }
            #expect(checked <= 3)
        }
    }

    @Test func `S18: a session ends after thirty idle days, and after ninety in any case`() async throws {
        try await TestHub.run { home in
            _ = try await home.member(1, password: TestHub.password)
            let day: Int64 = 86_400
            let (_, idle) = try await home.hub.logIn(phone: TestHub.phone(1), password: TestHub.password)
            let (_, used) = try await home.hub.logIn(phone: TestHub.phone(1), password: TestHub.password)
            home.clock.advance(seconds: 29 * day)
            #expect(try await home.hub.caller(token: used) != nil)
            home.clock.advance(seconds: day)
            #expect(try await home.hub.caller(token: idle) == nil)
            #expect(try await home.restarted().hub.caller(token: idle) == nil)
            for _ in 1...2 {
                #expect(try await home.hub.caller(token: used) != nil)
                #expect(try await home.restarted().hub.caller(token: used) != nil, "its use is on disk")
                home.clock.advance(seconds: 29 * day)
            }
            #expect(try await home.hub.caller(token: used) != nil, "day 88")
            home.clock.advance(seconds: 2 * day)
            #expect(try await home.hub.caller(token: used) == nil, "day 90")
        }
    }

    @Test func `S19: a session that was ended opens nothing from then on, and only its member ends it`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let bo = try await home.member(2)
            let (caller, token) = try await home.hub.logIn(phone: TestHub.phone(1), password: TestHub.password)
            #expect(try await home.hub.sessions(of: anna).map(\.id) == [caller.session])
            #expect(try await home.hub.caller(token: token) != nil)
            #expect(try await !home.hub.endSession(caller.session, of: bo))
            #expect(try await home.hub.caller(token: token) != nil)
            #expect(try await home.hub.endSession(caller.session, of: anna))
            #expect(try await home.published().last == [.sessionEnded(caller.session)])
            #expect(try await home.hub.caller(token: token) == nil)
            #expect(try await !home.hub.endSession(caller.session, of: anna))
        }
    }

    @Test func `S17: each log-in has a token of its own with 128 bits`() async throws {
        try await TestHub.run { home in
            _ = try await home.member(1, password: TestHub.password)
            var tokens: Set<String> = []
            for _ in 1...3 {
                tokens.insert(try await home.hub.logIn(phone: TestHub.phone(1), password: TestHub.password).token)
            }
            #expect(tokens.count == 3 && tokens.allSatisfy { $0.utf8.count >= 22 })
        }
    }
}
