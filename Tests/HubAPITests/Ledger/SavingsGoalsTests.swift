import Family
import Foundation
import Testing
import WireClient

/// D5 over a socket: what an account is saved for, with its picture.
@Suite struct SavingsGoalsTests {
    @Test func `D5: a goal is set, shown with its picture, changed and ended, by its owner alone`() async throws {
        try await TestService.run { test in
            let (anna, bo, _) = try await test.purses()
            let account = try await anna.open("Bicycle")
            let path = "accounts/\(account)/goal"
            let set = try await anna.call("PUT", path, #"{"amount":"25000","share":20}"#)
            #expect(set.status == 200 && set.json["amount"] as? String == "25000", "\(set.text)")
            #expect(set.json["share"] as? Int == 20 && set.json["picture"] == nil && set.json["reachedAt"] == nil)
            let wallet = try await anna.call("GET", "wallet").json["goals"] as? [[String: Any]]
            #expect(wallet?.compactMap { $0["account"] as? String } == [account])
            #expect((try await bo.call("GET", "wallet").json["goals"] as? [Any])?.isEmpty == true)
            for (body, field) in [
                (#"{"amount":"0"}"#, "amount"), (#"{"amount":"-5"}"#, "amount"),
                (#"{"amount":"5","share":101}"#, "share"), (#"{"amount":"5","share":-1}"#, "share"),
            ] {
                let refused = try await anna.call("PUT", path, body)
                #expect(refused.status == 422 && refused.json["field"] as? String == field, "\(body)")
            }
            #expect(try await bo.call("PUT", path, #"{"amount":"5"}"#).status == 404)
            #expect(try await bo.call("DELETE", path).status == 404)
            for _ in 0..<2 { #expect(try await anna.call("DELETE", path).status == 204) }
            #expect((try await anna.call("GET", "wallet").json["goals"] as? [Any])?.isEmpty == true)
            #expect(try await anna.call("GET", "\(path)/picture").status == 404)
        }
    }
}
