import API
import Family
import HTTP
import Hub

extension HubService {
    /// Anyone with the link, or a browser let in before; the cookie goes to this browser alone.
    func openLiveView(_ origin: RequestOrigin, _ request: Request) async throws -> Response {
        let body = try JSON.read(OpenLiveViewBody.self, from: request)
        let (viewer, token) = try await hub.openLiveView(
            by: body.token,
            known: request.liveToken,
            browser: request.browserName
        )
        var response = Response.json(LiveViewBody(try await hub.liveView(of: viewer), viewer), status: 201)
        response.headers.append(.cookie(.live, token, seconds: 86_400, for: request))
        return response
    }

    func liveView(_ viewer: LiveViewer, _ request: Request) async throws -> Response {
        .json(LiveViewBody(try await hub.liveView(of: viewer), viewer))
    }

    func liveViewPositions(_ viewer: LiveViewer, _ request: Request) async throws -> Response {
        let page = try await hub.liveTrack(for: viewer, after: try request.afterTime)
        return .json(TripPositionsBody(items: page.fixes.map(TripPositionBody.init), next: page.next?.at))
    }

    func liveViewEvents(_ viewer: LiveViewer, _ request: Request) async throws -> Response {
        Response(try await feed.open(for: .live(viewer), lastEventID: nil), [.noStore])
    }
}

extension Request {
    /// The token of a live view's cookie, where one can be one.
    var liveToken: String? {
        self[.live].flatMap { Self.isToken($0) ? $0 : nil }
    }
}

extension LiveViewBody {
    fileprivate init(_ view: LiveView, _ viewer: LiveViewer) {
        self.init(
            name: view.person.name,
            colour: view.person.colour,
            beganAt: view.beganAt,
            endsAt: view.endsAt,
            expiresAt: viewer.expiresAt,
            presence: view.presence.map { PresenceBody($0, of: view.member) }
        )
    }
}
