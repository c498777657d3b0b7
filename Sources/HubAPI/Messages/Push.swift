import API
import Family
import HTTP
import Hub
import Languages

extension HubService {
    func push(_ visitor: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(try await pushBody(of: visitor))
    }

    func setPush(_ visitor: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(SetPushBody.self, from: request)
        try await hub.subscribe(
            visitor,
            endpoint: body.endpoint,
            publicKey: body.publicKey,
            authentication: body.authentication
        )
        return .json(try await pushBody(of: visitor))
    }

    func removePush(_ visitor: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.unsubscribe(visitor)
        return .done
    }

    func tryPush(_ visitor: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.tryPush(visitor)
        return .done
    }

    func notePushShown(_ visitor: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(PushShownBody.self, from: request)
        let message = body.message
        try await hub.notePushShown(ID(high: message.high, low: message.low), by: visitor, isSeen: body.opened)
        return .done
    }

    private func pushBody(of visitor: AuthenticatedSession) async throws -> PushBody {
        let standings = try await hub.pushStandings(of: visitor)
        return PushBody(
            key: hub.pushKey,
            items: standings.map { standing in
                PushStandingBody(
                    createdAt: standing.createdAt,
                    shownAt: standing.shownAt,
                    current: standing.isCurrent
                )
            }
        )
    }
}

extension PushRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .serviceUnknown:
            .invalid("endpoint", "This hub does not send through that push service.")
        case .keysUnusable: .invalid("publicKey", "Invalid encryption keys.")
        case .notSubscribed, .notFound: .notFound
        case .tooSoon(let seconds):
            Problem(429, "tooSoon", "A message was just sent. Wait a moment.")
                .retry(afterSeconds: seconds)
        }
    }
}
