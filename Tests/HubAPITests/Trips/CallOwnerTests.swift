import Family
import Foundation
import Hub
import Testing
import WireClient

/// A call for help that a page kept, in the session of the next member to log in.
@Suite struct CallOwnerTests {
    @Test func `F86: a call for help, and the PIN that cancels it, are refused in another member's session`()
        async throws
    {
        try await TestService.run { test in
            let (ana, bo) = (try await test.member(1), try await test.member(2))
            for member in [ana, bo] { try await test.setCheapPINs(of: member.id) }
            let id = test.hub.outside.newID(of: HelpCountdown.self).text
            let call = #"{"id":"\#(id)","cause":"sos","startedAgoMilliseconds":0,"member":"\#(ana.id.text)"}"#
            let pin = #"{"pin":"2580","member":"\#(ana.id.text)"}"#
            for (path, body) in [("countdowns", call), ("countdowns/\(id)/safe", pin)] {
                let answer = try await test.call("POST", "/api/v1/\(path)", token: bo.token, json: body)
                #expect(answer.status == 401 && answer.code == "notLoggedIn", "as without a session")
            }
            let others = try await test.call("GET", "/api/v1/me/safety", token: bo.token)
            #expect((others.json["countdowns"] as? [Any])?.isEmpty == true)
            for (path, body, status) in [("countdowns", call, 201), ("countdowns/\(id)/safe", pin, 200)] {
                let answer = try await test.call("POST", "/api/v1/\(path)", token: ana.token, json: body)
                #expect(answer.status == status)
            }
        }
    }
}
