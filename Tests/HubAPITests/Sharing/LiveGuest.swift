import Family
import Foundation
import HTTP
import Hub
import Testing
import WireClient

/// A browser without an account that a live link let in.
struct LiveGuest: Sendable {
    let test: TestService
    let link: ID<LiveLink>
    let secret: String
    let cookie: String

    var headers: [String] { ["Cookie: \(cookie)", "Sec-Fetch-Site: same-origin"] }

    func get(_ path: String) async throws -> TestResponse {
        try await test.call("GET", "/api/v1\(path)", headers: headers)
    }

    /// Opens its stream.
    func stream() async throws -> EventReader {
        try await EventReader.open(port: test.server.port, path: "/api/v1/live-view/events", headers: headers)
    }
}

extension TestService {
    /// Makes a live link of a member who has just logged in.
    func makeLiveLink(
        of member: TestMember,
        name: String = "Grandma",
        hours: Int = 2,
        _ precision: Precision = .exact
    ) async throws -> (id: ID<LiveLink>, secret: String) {
        let (caller, _) = try await hub.addSession(for: member.id)
        let wish = LiveLinkRequest(id: hub.outside.newID(), name: name, hours: hours, precision: precision)
        let (link, secret) = try await hub.addLiveLink(wish, by: caller)
        return (link.id, secret)
    }

    /// Opens a link in a browser; `cookie` is the one that it has from before.
    func openLive(_ secret: String, cookie: String? = nil) async throws -> TestResponse {
        let headers = ["Content-Type: application/json"] + (cookie.map { ["Cookie: \($0)"] } ?? [])
        let body = Array(#"{"token":"\#(secret)"}"#.utf8)
        return try await call("POST", "/api/v1/live-views", headers: headers, body: body)
    }

    /// A browser that opened a new link of a member's.
    func liveGuest(of member: TestMember, hours: Int = 2, _ precision: Precision = .exact) async throws -> LiveGuest {
        let (id, secret) = try await makeLiveLink(of: member, hours: hours, precision)
        let opened = try await openLive(secret)
        try #require(opened.status == 201)
        let cookie = String(try #require(opened["set-cookie"]?.split(separator: ";").first))
        return LiveGuest(test: self, link: id, secret: secret, cookie: cookie)
    }
}

/// A live link of the owner's with a browser that it let in, and one of the owner's child.
struct OwnersLiveLinks {
    let id: ID<LiveLink>
    let secret: String
    let viewer: ID<LinkViewers.Viewer>
    let childs: ID<LiveLink>

    init(_ test: TestService, of owner: TestMember, and child: ID<Member>) async throws {
        (id, secret) = try await test.makeLiveLink(of: owner, name: "Aunt Wilma")
        try #require(try await test.openLive(secret).status == 201)
        viewer = try #require(try await test.hub.liveLinks(of: owner.id).first?.viewers.first).id
        childs = try await test.makeLiveLink(of: owner.with(id: child, token: "")).id
    }
}
