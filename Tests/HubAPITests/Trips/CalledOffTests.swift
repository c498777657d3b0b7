import Family
import Foundation
import Hub
import HubAPI
import Messaging
import Testing
import WireClient

/// What the hub says of a call for help that was cancelled, so that no page concludes it by its own clock.
@Suite struct CalledOffTests {
    private static let right = "2580"
    private static let duress = "9137"

    /// Takes every text.
    private struct Sender: MessageSender {
        func send(_ message: Message) async -> SendOutcome { .sent }
    }

    /// Runs `body` on a hub whose texts leave it.
    private func run(_ body: (TestService) async throws -> Void) async throws {
        try await TestService.run({ $0.senders = [.text: Sender()] }, body)
    }

    private func scene(_ test: TestService) async throws -> (ana: TestMember, bo: TestMember) {
        let (ana, bo) = (try await test.member(1), try await test.member(2))
        try await test.connect(bo, to: ana, .exact)
        let pins = #"{"pin":"\#(Self.right)","duressPin":"\#(Self.duress)"}"#
        try #require(try await test.call("PUT", "/api/v1/me/pins", token: ana.token, json: pins).status == 200)
        return (ana, bo)
    }

    private func call(_ test: TestService, _ ana: TestMember, cause: String) async throws -> String {
        let id = test.hub.outside.newID(of: HelpCountdown.self).text
        let body = #"{"id":"\#(id)","cause":"\#(cause)","startedAgoMilliseconds":0}"#
        let answer = try await test.call("POST", "/api/v1/countdowns", token: ana.token, json: body)
        try #require(answer.status == 201)
        return id
    }

    private func safe(_ test: TestService, _ ana: TestMember, _ id: String, pin: String) async throws -> String {
        let path = "/api/v1/countdowns/\(id)/safe"
        let answer = try await test.call("POST", path, token: ana.token, json: #"{"pin":"\#(pin)"}"#)
        #expect(answer.status == 200)
        return answer.text
    }

    private func listed(_ test: TestService, _ ana: TestMember, _ id: String) async throws -> String {
        let own = try await test.call("GET", "/api/v1/me/safety", token: ana.token)
        let countdowns = (own.json["countdowns"] as? [[String: Any]]) ?? []
        let one = countdowns.first { $0["id"] as? String == id }
        let told = (one?["told"] as? Bool).map { $0 ? "told" : "untold" }
        return "\(one?["state"] as? String ?? "unknown"), \(told ?? "unknown")"
    }

    @Test(arguments: [CalledOffTests.right, CalledOffTests.duress])
    func `F72: a call cancelled in time says that no one was notified, with either PIN, also when asked again`(
        pin: String
    )
        async throws
    {
        try await run { test in
            let (ana, _) = try await scene(test)
            let id = try await call(test, ana, cause: "shake")
            #expect(try await listed(test, ana, id) == "running, untold")
            test.clock.advance(seconds: 3)
            #expect(try await safe(test, ana, id, pin: pin) == #"{"told":false}"#)
            #expect(try await listed(test, ana, id) == "stopped, untold")
            #expect(try await safe(test, ana, id, pin: pin) == #"{"told":false}"#)
        }
    }

    @Test(arguments: [CalledOffTests.right, CalledOffTests.duress])
    func `F72: a call that fired says that people were notified, with either PIN, also when asked again`(
        pin: String
    )
        async throws
    {
        try await run { test in
            let (ana, bo) = try await scene(test)
            let id = try await call(test, ana, cause: "sos")
            test.clock.advance(seconds: 5)
            await test.hub.handleDeadlines()
            #expect(try await test.call("GET", "/api/v1/alarms", token: bo.token).items.count == 1)
            #expect(try await listed(test, ana, id) == "fired, told")
            #expect(try await safe(test, ana, id, pin: pin) == #"{"told":true}"#)
            #expect(try await safe(test, ana, id, pin: pin) == #"{"told":true}"#)
            #expect(try await listed(test, ana, id) == "fired, told")
        }
    }

    @Test(arguments: [CalledOffTests.right, CalledOffTests.duress])
    func `F72: a call cancelled while another alarm was open says that people were notified`(pin: String) async throws {
        try await run { test in
            let (ana, _) = try await scene(test)
            _ = try await call(test, ana, cause: "alert")
            test.clock.advance(seconds: 60)
            let id = try await call(test, ana, cause: "shake")
            test.clock.advance(seconds: 3)
            #expect(try await safe(test, ana, id, pin: pin) == #"{"told":true}"#)
            #expect(try await safe(test, ana, id, pin: pin) == #"{"told":true}"#)
        }
    }
}
