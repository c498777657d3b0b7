import API
import Family
import HTTP
import Hub

extension HubService {
    func setSavingsGoal(_ id: ID<Account>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response
    {
        let body = try JSON.read(SetSavingsGoalBody.self, from: request)
        let wish = SavingsGoalWish(amount: try Amount(body.amount, of: "amount"), sharePercent: body.share ?? 0)
        return .json(SavingsGoalBody(try await hub.setSavingsGoal(wish, of: id, by: caller.member)))
    }

    func endSavingsGoal(_ id: ID<Account>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response
    {
        try await hub.endSavingsGoal(of: id, by: caller.member)
        return .done
    }

    func savingsGoalPicture(_ id: ID<Account>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        answer(try await hub.savingsGoalPicture(of: id, for: caller.member), to: request)
    }

    func setSavingsGoalPicture(_ id: ID<Account>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        guard request.isPicture else { throw Problem.pictureOnly }
        let goal = try await hub.setSavingsGoalPicture(of: id, by: caller.member, file: request.body)
        return .json(SavingsGoalBody(goal))
    }

    func removeSavingsGoalPicture(
        _ id: ID<Account>,
        _ caller: AuthenticatedSession,
        _ request: Request
    ) async throws -> Response {
        try await hub.removeSavingsGoalPicture(of: id, by: caller.member)
        return .done
    }
}

extension SavingsGoalBody {
    /// A goal as its owner is shown it.
    init(_ info: SavingsGoalInfo) {
        let path = Route.wallet(.goalPicture(info.goal.account)).methodAndPath.path
        self.init(
            account: info.goal.account,
            amount: info.goal.amount.text,
            share: Int(info.goal.sharePercent),
            reachedAt: info.reachedAt,
            picture: info.pictureVersion.map { "\(path)?v=\($0)" }
        )
    }
}
