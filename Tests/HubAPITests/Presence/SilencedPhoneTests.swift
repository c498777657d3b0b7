import Crypto
import Family
import Foundation
import Hub
import Testing
import WireClient

/// A phone that goes on reporting what nobody can use keeps no silence from its companions.
@Suite struct SilencedPhoneTests {
    /// What somebody with the phone could make it send, and whether it shows that the traveller is all right.
    private static let reports: [(body: String, isSignOfLife: Bool)] = [
        (sealed, false), (#"{"_type":"location","lat":0,"lon":0,"tst":1772352000}"#, false),
        (#"{"_type":"locat"#, false),
        (#"{"_type":"lwt","tst":1772352000}"#, true),
    ]
    private static let sealed: String = {
        let data = Data(SecretBox(passphrase: "nobody knows it").seal(Array(#"{"_type":"location"}"#.utf8)))
        return #"{"_type":"encrypted","data":"\#(data.base64EncodedString())"}"#
    }()

    @Test func `F11: reports that cannot be used are no sign of life on a trip, and are taken all the same`()
        async throws
    {
        for (body, isSignOfLife) in Self.reports {
            try await TestService.run { test in
                let scene = try await TripOfAna(test, calls: false)
                for _ in 1...12 {
                    test.clock.advance(seconds: 60)
                    let path = "/in/owntracks"
                    let taken = try await test.call("POST", path, token: scene.ana.deviceToken, body: Array(body.utf8))
                    #expect(taken.status == 200)
                    await test.hub.handleDeadlines()
                }
                let seen = try await test.call("GET", "/api/v1/companion-trips", token: scene.bo.token).items.first
                let news = (seen?["news"] as? [[String: Any]])?.compactMap { $0["kind"] as? String }
                #expect(news?.contains("signalLost") == !isSignOfLife, "\(body)")
            }
        }
    }
}
