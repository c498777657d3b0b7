import API
import Family
import HTTP
import Hub

extension HubService {
    func setConnectCode(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(ConnectCodeRequestBody.self, from: request)
        let (code, expiresAt) = try await hub.makeConnectCode(
            for: caller.member,
            precision: body.precision.precision,
            shareExpiresAt: body.shareExpiresAt
        )
        return .json(ConnectCodeBody(code: code, expiresAt: expiresAt))
    }

    func connections(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(try await connections(of: caller.member))
    }

    /// Whom a member sees, and who sees them.
    func connections(of member: ID<Member>) async throws -> ConnectionsBody {
        let (seen, seers) = try await hub.connections(of: member)
        return ConnectionsBody(
            // A viewer never learns the level or the end that was set for them.
            seen: seen.map { named in
                ConnectionBody(
                    id: named.consent.id,
                    member: named.consent.subject,
                    name: named.person.name,
                    theirName: named.theirName,
                    colour: named.person.colour,
                    picture: picturePath(of: named.consent.subject, named.person.pictureVersion),
                    gone: named.isGone ? true : nil,
                    numberUnconfirmed: named.person.hasUnconfirmedNumber ? true : nil
                )
            },
            seers: seers.map(ConnectionBody.init(seer:))
        )
    }

    func connect(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(ConnectBody.self, from: request)
        let connection = try await hub.connect(
            body.id,
            viewer: caller.member,
            phone: body.phone,
            code: body.code,
            from: try request.origin
        )
        return .json(
            ConnectedBody(
                id: connection.id,
                member: connection.subject,
                precision: PrecisionName(connection.precision),
                expiresAt: connection.expiresAt
            ),
            status: 201
        )
    }

    func changeConnection(_ id: ID<Connection>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        let body = try JSON.read(ChangeConnectionBody.self, from: request)
        try await hub.requirePIN(caller)
        let changed = try await hub.changeConnection(
            id,
            by: caller.member,
            precision: body.precision.precision,
            expiresAt: body.expiresAt
        )
        return .json(ConnectionBody(seer: changed))
    }

    func nameConnection(_ id: ID<Connection>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        let body = try JSON.read(OwnNameBody.self, from: request)
        try await hub.call(id, body.name, by: caller.member)
        return .done
    }

    func endConnection(_ id: ID<Connection>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        try await hub.requirePIN(caller)
        try await hub.endConnection(id, by: caller.member)
        return .done
    }
}

extension ConnectionBody {
    init(seer named: NamedConsent) {
        self.init(
            id: named.consent.id,
            member: named.consent.viewer,
            name: named.person.name,
            colour: named.person.colour,
            picture: picturePath(of: named.consent.viewer, named.person.pictureVersion),
            precision: PrecisionName(named.consent.precision),
            expiresAt: named.consent.expiresAt,
            asked: named.proposal.map { proposal in
                AskedSharingBody(
                    precision: PrecisionName(proposal.precision),
                    expiresAt: proposal.expiresAt,
                    guardianAgreed: proposal.guardianAgreed,
                    childAgreed: proposal.childAgreed
                )
            },
            gone: named.isGone ? true : nil,
            numberUnconfirmed: named.person.hasUnconfirmedNumber ? true : nil
        )
    }
}
