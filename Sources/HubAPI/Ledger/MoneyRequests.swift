import API
import Family
import HTTP
import Hub
import Languages

extension HubService {
    func moneyRequests(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(ListBody(items: try await hub.moneyRequests(of: caller.member).map(MoneyRequestBody.init)))
    }

    func askForMoney(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(AskForMoneyBody.self, from: request)
        let wish = MoneyWish(
            id: body.id,
            payer: body.member,
            account: body.account,
            amount: try Amount(body.amount, of: "amount"),
            memo: body.memo
        )
        do {
            return .json(MoneyRequestBody(try await hub.askForMoney(wish, by: caller.member)), status: 201)
        } catch let refusal as WalletRefusal {
            throw Problem(asking: refusal)
        }
    }

    func payMoneyRequest(_ id: ID<MoneyRequest>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        try await hub.requireRecentProof(caller)
        let body = try JSON.read(PayRequestBody.self, from: request)
        let wish = try await hub.moneyRequests(of: caller.member).first { $0.request.id == id }?.request
        let signature = try body.signature.map { signed throws(Problem) in
            try TransferRequest.Signature(signed, hasMemo: wish?.memo.isEmpty == false)
        }
        let info = try await sayingWhatIsMissing(of: wish?.asset, caller.member) {
            try await hub.pay(
                id,
                by: caller.member,
                from: body.from,
                as: body.id,
                isHeld: body.hold ?? false,
                signature: signature
            )
        }
        return .json(TransferBody(info), status: 201)
    }

    func endMoneyRequest(_ id: ID<MoneyRequest>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        try await hub.endMoneyRequest(id, by: caller.member)
        return .done
    }
}

extension MoneyRequestBody {
    fileprivate init(_ info: MoneyRequestInfo) {
        let request = info.request
        self.init(
            id: request.id,
            mine: info.isMine,
            member: info.isMine ? request.payer : request.asker,
            name: info.name,
            account: request.account,
            asset: request.asset.rawValue,
            amount: request.amount.text,
            memo: request.memo.isEmpty ? nil : request.memo,
            at: request.at,
            state: State(request.state),
            held: request.state == .waiting && request.transfer != nil ? true : nil
        )
    }
}
