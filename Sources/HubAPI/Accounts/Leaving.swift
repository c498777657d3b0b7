import API
import HTTP
import Hub
import Languages

extension HubService {
    /// `DELETE /me`: the account and all that is in it, for good.
    func leave(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = request.body.isEmpty ? LeaveBody() : try JSON.read(LeaveBody.self, from: request)
        try await hub.leave(caller, keeper: body.keeper)
        return try await loggedOut(request)
    }
}

extension HubService {
    func retention(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let isChosen = try await hub.hasChosenHistoryDays(caller.member)
        return .json(RetentionBody(days: try await hub.historyDays(of: caller.member), isChosen: isChosen))
    }

    func setRetention(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(RetentionBody.self, from: request)
        let days: Int? = try body.wantedDays
        try await hub.setHistoryDays(of: caller.member, to: days)
        return .json(RetentionBody(days: days, isChosen: true))
    }
}

extension RetentionBody {
    fileprivate init(days: Int?, isChosen: Bool) {
        self.init(history: days == nil ? .forever : .days, days: days, isChosen: isChosen)
    }

    fileprivate var wantedDays: Int? {
        get throws(Problem) {
            guard history == .days else { return nil }
            guard let days else { throw .invalid("days", "A field is missing.") }
            return days
        }
    }
}
