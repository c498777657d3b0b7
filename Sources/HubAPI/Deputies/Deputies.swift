package import API
import Deputy
import Family
import HTTP
package import Hub
import Languages

extension HubService {
    /// `POST /deputy/turns`: waits for a change, and answers behind a commit.
    func answerDeputy(_ deputy: DeputyCaller, _ request: Request) async throws -> Response {
        guard let answer = try await hub.answer(deputy) else { throw Problem.notDeputy }
        return Response(200, [.json, .noStore], body: answer)
    }

    /// `POST /deputy/pairings`: the code is used up.
    func pairDeputy(_ join: DeputyJoin, _ request: Request) async throws -> Response {
        Response(200, [.json, .noStore], body: try await hub.pair(join).json)
    }

    func deputies(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(ListBody(items: try await hub.deputies(of: caller.member).map(DeputyBody.init)))
    }

    func chooseDeputy(_ id: ID<DeputyReference>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        try await hub.choose(isGuarded: true, by: ID(sharing: id), caller.member)
        return .done
    }

    /// Being guarded by one machine less is weaker: it takes the PIN while something runs (F32).
    func declineDeputy(_ id: ID<DeputyReference>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        try await hub.requirePIN(caller)
        try await hub.choose(isGuarded: false, by: ID(sharing: id), caller.member)
        return .done
    }
}

extension DeputyBody {
    fileprivate init(_ offer: DeputyOffer) {
        self.init(
            id: ID(sharing: offer.standing.id),
            name: offer.standing.name,
            texts: DeputyTextsName(offer.standing.texts),
            heardAt: offer.standing.heardAt,
            heard: offer.isHeard
        )
        guards = offer.isGuarded
        if offer.isDecidedByGuardian { guardianDecides = true }
    }
}

extension KeeperDeputyBody {
    /// As the keeper's page shows it.
    package init(_ deputy: KeeperDeputy) {
        let standing = deputy.offer.standing
        self.init(
            id: ID(sharing: standing.id),
            name: standing.name,
            texts: DeputyTextsName(standing.texts),
            pairedAt: standing.pairedAt,
            heardAt: standing.heardAt,
            heard: deputy.offer.isHeard,
            members: deputy.members
        )
    }
}

extension GuardingDeputyBody {
    /// As the member whom it guards is shown it.
    init(_ deputy: GuardingDeputy) {
        self.init(
            name: deputy.name,
            confirmedAt: deputy.confirmedAt,
            heardAt: deputy.heardAt,
            heard: deputy.isHeard
        )
    }
}

extension DeputyTextsName {
    fileprivate init(_ texts: DeputyTexts) {
        self =
            switch texts {
            case .none: .none
            case .needed: .needed
            case .all: .all
            }
    }
}

extension DeputyRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .codeWrong: .notDeputy
        case .tooMany:
            Problem(409, "tooManyDeputies", "This hub has \(DeputyLimits.deputiesMax) deputies. Unpair one first.")
        case .notFound: .notFound
        case .name: .invalid("name", "A name is one line of 1 to 60 characters, without { and }.")
        case .guardianDecides: Problem(403, "guardianDecides", "An adult of your family decides this.")
        }
    }
}
