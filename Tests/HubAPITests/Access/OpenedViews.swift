import Family
import Foundation
import Hub
import SQL
import Testing
import WireClient

/// Four browsers without an account: one opened a trip by its link, one an alarm, one a live link, one is a wall display.
///
/// None is about the owner.
struct OpenedViews {
    let alarm: ID<Alarm>
    private let tripCookie: String
    private let alarmCookie: String
    private let liveCookie: String
    private let wallCookie: String

    init(_ test: TestService) async throws {
        let (traveller, caller, called) = (
            try await test.member(11), try await test.member(12), try await test.member(13)
        )
        try await test.setCheapPINs(of: traveller.id)
        let trip = """
            {"id":"\(test.hub.outside.newID(of: Trip.self).text)","mode":"walk","companions":[],
            "destination":{"name":"The station","latitude":47.2,"longitude":9.5},
            "origin":{"latitude":47.1,"longitude":9.5},"dueAt":"\(test.clock.now.advanced(bySeconds: 14_400).text)"}
            """
        let started = try await test.call("POST", "/api/v1/trips", token: traveller.token, json: trip)
        tripCookie = try await test.openView(try #require(started.json["link"] as? String))

        try await test.connect(called, to: caller, .place)
        let call: ID<HelpCountdown> = test.hub.outside.newID()
        let body = #"{"id":"\#(call.text)","cause":"alert","startedAgoMilliseconds":0}"#
        _ = try await test.call("POST", "/api/v1/countdowns", token: caller.token, json: body)
        alarmCookie = try await test.openView(
            try #require(try await test.hub.outboxItems(after: nil).last { $0.to == called.phone }?.text)
        )
        alarm = try await test.openAlarm(of: caller.token)
        liveCookie = try await test.liveGuest(of: called).cookie
        wallCookie = try await test.wallCookie(of: called.id)
    }

    /// What the browser sends; nothing for those who have no view.
    func headers(of asking: Asking) -> [String] {
        switch asking {
        case .tripGuest: ["Cookie: \(tripCookie)", "Sec-Fetch-Site: same-origin"]
        case .alarmGuest: ["Cookie: \(alarmCookie)", "Sec-Fetch-Site: same-origin"]
        case .liveGuest: ["Cookie: \(liveCookie)", "Sec-Fetch-Site: same-origin"]
        case .wall: ["Cookie: \(wallCookie)", "Sec-Fetch-Site: same-origin"]
        // What a deputy signs is its request; its name opens nothing.
        case .deputy: ["Authorization: Bearer made-up"]
        case .nobody, .owner, .stranger, .seer, .keeper, .adult, .hiddenGuardian, .child, .held, .device, .disabled,
            .expired, .aged:
            []
        }
    }
}

extension TestService {
    /// The cookie of a browser that opened the link in a text.
    fileprivate func openView(_ text: String) async throws -> String {
        let token = try #require(text.split(separator: "#").last?.prefix { !$0.isNewline })
        let opened = try await call("POST", "/api/v1/trip-views", token: nil, json: #"{"token":"\#(token)"}"#)
        try #require(opened.status == 201)
        return String(try #require(opened["set-cookie"]?.split(separator: ";").first))
    }

    /// The newest alarm about the member of a session.
    func openAlarm(of token: String) async throws -> ID<Alarm> {
        let alarms = try await call("GET", "/api/v1/me/safety", token: token).json["alarms"] as? [[String: Any]]
        return try #require((alarms?.first?["id"] as? String).flatMap { ID(text: $0) })
    }

    /// A member to whom the subject showed everything, and whom the keeper disabled since.
    func disabledViewer(of subject: TestMember) async throws -> TestMember {
        let viewer = try await member(10)
        try await connect(viewer, to: subject, .exact)
        try await hub.disableMember(viewer.id)
        return viewer
    }

    /// The token of a session that was idle for thirty days (S18).
    func expiredSession(of member: TestMember) async throws -> String {
        let (caller, token) = try await hub.addSession(for: member.id)
        let seen = clock.now.advanced(bySeconds: -30 * 86_400).milliseconds
        try await hub.database.transaction {
            try $0.run("UPDATE session SET seen_at = \(seen) WHERE id = \(caller.session.bytes)")
        }
        return token
    }
}

extension TestMember {
    /// The same phone, with another session.
    func with(id: ID<Member>, token: String) -> TestMember {
        TestMember(id: id, phone: phone, token: token, device: device, deviceToken: deviceToken)
    }
}
