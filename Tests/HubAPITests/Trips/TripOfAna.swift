import Family
import Foundation
import Hub
import Testing
import WireClient

/// Ana is on a trip and called for help on it: Bo is her companion, and sees no more than her place otherwise.
struct TripOfAna {
    static let pin = "2580"
    /// The name of where she goes.
    static let destination = "Harbour steps"

    let test: TestService
    let ana: TestMember
    let bo: TestMember
    let trip: ID<Trip>
    let alarm: ID<Alarm>
    /// What stands behind the `#` of the trip's link.
    let linkToken: String

    /// Sets everything up; `calls` is whether she called for help.
    init(_ test: TestService, calls: Bool = true, duress: String? = nil) async throws {
        self.test = test
        (ana, bo) = (try await test.member(1), try await test.member(2))
        try await test.connect(bo, to: ana, .place)
        let second = duress.map { #","duressPin":"\#($0)""# } ?? ""
        let pins = #"{"pin":"\#(Self.pin)"\#(second)}"#
        try #require(try await test.call("PUT", "/api/v1/me/pins", token: ana.token, json: pins).status == 200)
        trip = test.hub.outside.newID()
        let due = test.clock.now.advanced(bySeconds: 7_200).text
        let place = #""destination":{"name":"\#(Self.destination)","latitude":52.58,"longitude":13.49}"#
        let way = #"\#(place),"origin":{"latitude":52.56,"longitude":13.47},"mode":"walk","dueAt":"\#(due)""#
        let body = #"{"id":"\#(trip.text)","companions":["\#(bo.id.text)"],\#(way)}"#
        let started = try await test.call("POST", "/api/v1/trips", token: ana.token, json: body)
        try #require(started.status == 201)
        linkToken = String(try #require((started.json["link"] as? String)?.split(separator: "#").last))
        test.clock.advance(seconds: 5)
        try await test.post(berlin, of: ana)
        guard calls else {
            alarm = test.hub.outside.newID()
            return
        }
        let call = test.hub.outside.newID(of: HelpCountdown.self)
        let help = #"{"id":"\#(call.text)","cause":"alert","startedAgoMilliseconds":0}"#
        try #require(try await test.call("POST", "/api/v1/countdowns", token: ana.token, json: help).status == 201)
        alarm = try await test.openAlarm(of: ana.token)
    }

    /// The headers of a browser without an account that opened the trip's link.
    func guest(browser: String? = nil) async throws -> (opened: TestResponse, headers: [String]) {
        let agent = browser.map { ["User-Agent: \($0)"] } ?? []
        let opened = try await test.call(
            "POST",
            "/api/v1/trip-views",
            headers: ["Content-Type: application/json", "Sec-Fetch-Site: same-origin"] + agent,
            body: Array(#"{"token":"\#(linkToken)"}"#.utf8)
        )
        let cookie = opened["set-cookie"]?.split(separator: ";").first.map { ["Cookie: \($0)"] } ?? []
        return (opened, cookie + ["Sec-Fetch-Site: same-origin", "Content-Type: application/json"] + agent)
    }

    /// Ends the trip by an arrival.
    func arrive() async throws {
        let path = "/api/v1/trips/\(trip.text)/arrive"
        let answer = try await test.call("POST", path, token: ana.token, json: #"{"pin":"\#(Self.pin)"}"#)
        try #require(answer.status == 204)
    }
}
