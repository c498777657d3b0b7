import API
import Family
import HTTP
import Hub

extension HubService {
    func logIn(_ request: Request) async throws -> Response {
        let body = try JSON.read(LogInBody.self, from: request)
        let (visitor, token) = try await hub.logIn(phone: body.phone, password: body.password)
        var response = Response.json(
            LoggedInBody(member: visitor.member, token: token, expiresAt: visitor.expiresAt),
            status: 201
        )
        let age = hub.settings.sessionAgeMilliseconds / 1_000
        response.headers.append(
            Header(
                "Set-Cookie",
                "\(sessionCookieName)=\(token); Path=/; Max-Age=\(age); Secure; HttpOnly; SameSite=Lax"
            )
        )
        return response
    }

    func sessions(_ request: Request) async throws -> Response {
        let visitor = try await hub.visitor(of: request)
        let sessions = try await hub.sessions(of: visitor.member).map { row in
            SessionBody(
                id: row.id,
                createdAt: row.createdAt,
                lastSeenAt: row.lastSeenAt,
                expiresAt: row.expiresAt,
                current: row.id == visitor.session
            )
        }
        return .json(ListBody(items: sessions))
    }

    func endSession(_ reference: SessionReference, _ request: Request) async throws -> Response {
        let visitor = try await hub.visitor(of: request)
        let id =
            switch reference {
            case .current: visitor.session
            case .id(let id): id
            }
        guard try await hub.endSession(id, of: visitor.member) else { throw Problem.notFound }
        var response = Response.done
        if id == visitor.session {
            response.headers.append(
                Header("Set-Cookie", "\(sessionCookieName)=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax")
            )
            // S22: nothing of the member stays in this browser.
            response.headers.append(Header("Clear-Site-Data", #""cache", "cookies", "storage""#))
        }
        return response
    }
}
