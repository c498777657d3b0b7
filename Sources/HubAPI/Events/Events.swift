import API
import HTTP
import Hub

extension HubService {
    /// `GET /events`: the viewer's live stream, from where the last one broke off.
    func events(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        // A browser that reconnects sends the header; a page that starts anew may name the number it kept.
        let lastEventID = (request.headers["Last-Event-ID"] ?? request.queryFields["lastEventId"]).flatMap { Int64($0) }
        return Response(try await feed.open(for: .member(caller), lastEventID: lastEventID), [.noStore])
    }
}
