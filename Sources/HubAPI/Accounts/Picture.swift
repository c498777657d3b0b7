import API
import Family
import HTTP
import Hub

extension HubService {
    /// `PUT /me/picture`: the one body that is no JSON.
    func setPicture(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        guard request.isPicture else { throw Problem.pictureOnly }
        // Companions know the traveller by it (F84).
        try await hub.requirePIN(caller)
        try hub.requireRoom(forFileOf: request.body.count)
        return .json(MeBody(try await hub.setPicture(of: caller.member, file: request.body)))
    }

    func removePicture(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.requirePIN(caller)
        try await hub.removePicture(of: caller.member)
        return .done
    }

    /// The address that names the version never shows another picture, so that a browser need not ask again.
    func picture(_ member: ID<Member>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        answer(try await hub.picture(of: member, for: caller.member), to: request)
    }

    /// A picture, or that it is the one that is known.
    func answer(_ picture: MemberPicture, to request: Request) -> Response {
        let isNamed = request.queryFields["v"] == picture.version
        let tag = #""\#(picture.version)""#
        let headers = [
            Header("Cache-Control", isNamed ? "private, max-age=31536000, immutable" : "private, no-cache"),
            Header("ETag", tag),
            Header("Cross-Origin-Resource-Policy", "same-origin"),
        ]
        if request.headers["If-None-Match"]?.contains(tag) ?? false { return Response(304, headers) }
        return Response(200, headers + [Header("Content-Type", "image/jpeg")], body: picture.jpeg)
    }
}

/// Where a member's picture of this version is; nil without one.
func picturePath(of member: ID<Member>, _ version: String?) -> String? {
    version.map { "\(Route.picture(member).methodAndPath.path)?v=\($0)" }
}
