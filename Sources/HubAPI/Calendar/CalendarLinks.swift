import API
import Crypto
import Family
import HTTP
import Hub
import Languages

extension HubService {
    func calendarLinks(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let links = try await hub.calendarLinks(of: caller.member)
        return .json(ListBody(items: links.map { CalendarLinkBody($0) }))
    }

    func addCalendarLink(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(AddCalendarLinkBody.self, from: request)
        let (link, secret) = try await hub.addCalendarLink(
            body.id,
            for: caller,
            missions: body.missions,
            trips: body.trips
        )
        var issued = CalendarLinkBody(link)
        issued.url = hubURL(for: request) + Route.calendar(secret.text).methodAndPath.path
        return .json(issued, status: 201)
    }

    func removeCalendarLink(_ id: ID<CalendarLink>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        try await hub.removeCalendarLink(id, of: caller.member)
        return .done
    }

    /// The calendar that a link opens; a program that has it already is told so.
    func calendar(_ secret: String, _ request: Request) async throws -> Response {
        guard let feed = try await hub.calendar(secret: secret) else { throw Problem.notFound }
        let kind = request.queryFields["as"] ?? "event"
        guard ["event", "todo"].contains(kind) else {
            throw Problem.invalid("as", "A calendar is read as event or todo.")
        }
        let bytes = feed.iCalendar(asTasks: kind == "todo")
        let tag = "\"\(SHA256.hexadecimal(bytes).prefix(32))\""
        let headers = [Header("ETag", tag), Header("Cache-Control", "private, max-age=900")]
        if request.headers["If-None-Match"]?.contains(tag) ?? false { return Response(304, headers) }
        return Response(200, headers + [Header("Content-Type", "text/calendar; charset=utf-8")], body: bytes)
    }
}

extension CalendarLinkBody {
    fileprivate init(_ link: CalendarLinkInfo) {
        self.init(
            id: link.id,
            missions: link.missions,
            trips: link.trips,
            createdAt: link.createdAt,
            usedAt: link.usedAt
        )
    }
}
