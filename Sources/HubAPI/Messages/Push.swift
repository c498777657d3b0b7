import API
import Family
import HTTP
import Hub
import Languages

extension HubService {
    func push(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(try await pushBody(of: caller))
    }

    func setPush(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(SetPushBody.self, from: request)
        try await hub.subscribe(
            caller,
            endpoint: body.endpoint,
            publicKey: body.publicKey,
            authentication: body.authentication
        )
        return .json(try await pushBody(of: caller))
    }

    func removePush(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.unsubscribe(caller)
        return .done
    }

    func tryPush(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.tryPush(caller)
        return .done
    }

    func notePushShown(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(PushShownBody.self, from: request)
        let message = body.message
        try await hub.notePushShown(ID(sharing: message), by: caller, isSeen: body.opened)
        return .done
    }

    private func pushBody(of caller: AuthenticatedSession) async throws -> PushBody {
        let standings = try await hub.pushStandings(of: caller)
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
