import API
import Family
import HTTP
import Hub
import Languages

extension HubService {
    func positionRequests(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let sent = try await hub.positionRequests(of: caller.member)
        return .json(ListBody(items: sent.map(SentPositionRequestBody.init)))
    }

    func askPosition(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(PositionRequestBody.self, from: request)
        let sent = try await hub.askPosition(of: body.member, by: caller.member)
        return .json(SentPositionRequestBody(sent), status: 202)
    }
}

extension SentPositionRequestBody {
    fileprivate init(_ sent: PositionRequest) {
        self.init(member: sent.subject, at: sent.at)
    }
}

extension PositionRequestRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .notFound: .notFound
        case .underDuress: .underDuress
        case .askedTooOften(let seconds):
            Problem(429, "askedTooOften", "You asked recently. Wait before you ask again.")
                .retry(afterSeconds: seconds)
        }
    }
}

extension Problem {
    /// For a member who knows of an alarm under duress and asks the hub to reach that phone (F92).
    static let underDuress = Problem(
        409,
        "underDuress",
        "Someone may be forcing them. Do not call or text. Hearth sends nothing to their phone for you."
    )
}
