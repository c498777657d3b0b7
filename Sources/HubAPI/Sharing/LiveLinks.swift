import API
import Family
import HTTP
import Hub

extension HubService {
    func liveLinks(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(ListBody(items: try await hub.liveLinks(of: caller.member).map(LiveLinkBody.init)))
    }

    /// The secret stands behind the `#` of the link, which no browser sends; it is in no log and no preview (F47).
    func addLiveLink(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(AddLiveLinkBody.self, from: request)
        let wish = LiveLinkRequest(
            id: body.id,
            name: body.name,
            hours: body.hours,
            precision: body.precision.precision
        )
        let made = try await hub.addLiveLink(wish, by: caller)
        var answer = LiveLinkBody(made.link)
        let link = "\(hubURL(for: request))/live#\(made.secret)"
        answer.link = link
        answer.qrCode = QRCode(link)?.svg
        return .json(answer, status: 201)
    }

    func endLiveLink(_ id: ID<LiveLink>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.endLiveLink(id, of: caller)
        return .done
    }

    func removeLiveViewer(
        _ viewer: ID<LinkViewers.Viewer>,
        of id: ID<LiveLink>,
        _ caller: AuthenticatedSession,
        _ request: Request
    ) async throws -> Response {
        try await hub.removeLiveViewer(viewer, of: id, by: caller)
        return .done
    }

    func childLiveLinks(
        _ family: ID<FamilyGroup>,
        _ child: ID<Member>,
        _ caller: AuthenticatedSession,
        _ request: Request
    ) async throws -> Response {
        let links = try await hub.liveLinks(of: child, in: family, for: caller.member)
        return .json(ListBody(items: links.map(LiveLinkBody.init)))
    }

    func agreeToLiveLink(
        _ id: ID<LiveLink>,
        _ family: ID<FamilyGroup>,
        _ child: ID<Member>,
        _ caller: AuthenticatedSession,
        _ request: Request
    ) async throws -> Response {
        try await hub.agreeToLiveLink(id, of: child, in: family, by: caller.member)
        return .done
    }

    func endChildLiveLink(
        _ id: ID<LiveLink>,
        _ family: ID<FamilyGroup>,
        _ child: ID<Member>,
        _ caller: AuthenticatedSession,
        _ request: Request
    ) async throws -> Response {
        try await hub.endLiveLink(id, of: child, in: family, by: caller.member)
        return .done
    }
}

extension LiveLinkBody {
    init(_ link: LiveLinkInfo) {
        self.init(
            id: link.id,
            name: link.name,
            precision: PrecisionName(link.precision),
            beganAt: link.beganAt,
            expiresAt: link.expiresAt,
            waits: link.waits ? true : nil,
            lastUsedAt: link.lastUsedAt,
            viewers: link.viewers.map { TripViewerBody(id: $0.id, openedAt: $0.openedAt, browser: $0.browser) }
        )
    }
}
