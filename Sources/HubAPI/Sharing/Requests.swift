import API
import Family
import HTTP
import Hub

extension HubService {
    func requests(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let (asked, sent) = try await hub.requests(of: caller.member)
        return .json(
            ConnectionRequestsBody(asked: asked.map(ConnectionRequestBody.init), sent: sent.map(SentRequestBody.init))
        )
    }

    func ask(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(AskBody.self, from: request)
        let sent = try await hub.ask(body.id, requester: caller.member, phone: body.phone, region: body.region)
        return .json(SentRequestBody(sent), status: 202)
    }

    /// Accepting is giving a consent: the body is the one that changes it.
    func acceptRequest(_ id: ID<Connection>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        let body = try JSON.read(ChangeConnectionBody.self, from: request)
        // It takes the place of what its requester sees already (F32).
        if try await hub.isSeen(byRequesterOf: id, caller.member) { try await hub.requirePIN(caller) }
        let accepted = try await hub.accept(
            id,
            by: caller.member,
            precision: body.precision.precision,
            expiresAt: body.expiresAt
        )
        return .json(ConnectionBody(seer: accepted))
    }

    func removeRequest(_ id: ID<Connection>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        try await hub.removeRequest(id, by: caller.member)
        return .done
    }
}

extension SentRequestBody {
    fileprivate init(_ sent: SentRequest) {
        self.init(id: sent.id, at: sent.at, expiresAt: sent.expiresAt)
    }
}

extension ConnectionRequestBody {
    fileprivate init(_ wish: ConnectionWish) {
        self.init(
            id: wish.id,
            member: wish.requester,
            name: wish.person.name,
            colour: wish.person.colour,
            picture: picturePath(of: wish.requester, wish.person.pictureVersion),
            at: wish.at,
            expiresAt: wish.expiresAt,
            numberUnconfirmed: wish.person.hasUnconfirmedNumber ? true : nil
        )
    }
}
