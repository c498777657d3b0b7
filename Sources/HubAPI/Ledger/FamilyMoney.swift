import API
import Family
import HTTP
import Hub

extension HubService {
    func familyAssets(_ family: ID<FamilyGroup>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        let assets = try await hub.familyAssets(family, for: caller.member)
        return .json(ListBody(items: assets.map(FamilyAssetBody.init)))
    }

    func addFamilyAsset(_ family: ID<FamilyGroup>, _ adult: Adult, _ request: Request) async throws -> Response {
        try await hub.requireRecentProof(adult.caller)
        let body = try JSON.read(AddFamilyAssetBody.self, from: request)
        let asset = try await hub.addAsset(
            body.id,
            to: family,
            by: adult.caller.member,
            name: body.name,
            scale: body.scale
        )
        return .json(FamilyAssetBody(asset), status: 201)
    }

    func mint(_ family: ID<FamilyGroup>, _ adult: Adult, _ request: Request) async throws -> Response {
        try await hub.requireRecentProof(adult.caller)
        let body = try JSON.read(MintBody.self, from: request)
        let request = MintRequest(
            payee: body.to,
            asset: Asset.Number(body.asset),
            amount: try Amount(body.amount, of: "amount"),
            memo: body.memo
        )
        let info = try await hub.mint(body.id, in: family, by: adult.caller.member, request)
        return .json(TransferBody(info), status: 201)
    }

    func limits(_ family: ID<FamilyGroup>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response
    {
        .json(FamilyLimitsBody(try await hub.limits(of: family, for: caller.member)))
    }

    func setLimits(_ family: ID<FamilyGroup>, _ adult: Adult, _ request: Request) async throws -> Response {
        try await hub.requireRecentProof(adult.caller)
        let limits = try FamilyLimits(try JSON.read(FamilyLimitsBody.self, from: request))
        return .json(FamilyLimitsBody(try await hub.setLimits(of: family, by: adult.caller.member, to: limits)))
    }

    func approvals(_ family: ID<FamilyGroup>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        let decisions = try await hub.decisions(of: family, for: caller.member)
        return .json(ListBody(items: decisions.map(ApprovalBody.init)))
    }

    func decide(
        _ family: ID<FamilyGroup>,
        _ hold: ID<LedgerCommand>,
        _ caller: AuthenticatedSession,
        _ request: Request
    ) async throws -> Response {
        try await hub.requireRecentProof(caller)
        let body = try JSON.read(DecideBody.self, from: request)
        try await hub.decide(
            hold,
            in: family,
            by: caller.member,
            posting: body.decision == .approve,
            id: body.id
        )
        return .done
    }
}

extension FamilyAssetBody {
    fileprivate init(_ asset: FamilyAssetInfo) {
        self.init(
            number: asset.number.rawValue,
            name: asset.name,
            scale: Int(asset.scale),
            hasMint: asset.hasMint,
            minted: asset.minted?.text
        )
    }
}

extension FamilyLimitsBody {
    fileprivate init(_ limits: FamilyLimits) {
        self.init(
            approvalAbove: limits.sums.map { Sum(asset: $0.asset.rawValue, amount: $0.amount.text) },
            perDay: limits.days.map { day in
                Day(member: day.member, asset: day.asset.rawValue, amount: day.amount.text, spent: day.spent?.text)
            }
        )
    }
}

extension FamilyLimits {
    fileprivate init(_ body: FamilyLimitsBody) throws(Problem) {
        var limits = FamilyLimits(sums: [], days: [])
        for sum in body.approvalAbove {
            let amount = try Amount(sum.amount, of: "approvalAbove")
            limits.sums.append(Sum(asset: Asset.Number(sum.asset), amount: amount))
        }
        for day in body.perDay {
            let amount = try Amount(day.amount, of: "perDay")
            limits.days.append(Day(member: day.member, asset: Asset.Number(day.asset), amount: amount))
        }
        self = limits
    }
}

extension ApprovalBody {
    fileprivate init(_ decision: DecisionInfo) {
        self.init(
            id: decision.id,
            by: decision.asker,
            to: decision.payee,
            kind: TransferKindName(decision.kind),
            asset: decision.asset.rawValue,
            amount: decision.amount.text,
            memo: decision.memo,
            at: decision.at,
            endsAt: decision.endsAt,
            mayApprove: decision.mayPost,
            mayRefuse: decision.mayVoid
        )
    }
}
