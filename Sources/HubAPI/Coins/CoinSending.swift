import API
import Coins
import Family
import HTTP
import Hub
import Languages

extension HubService {
    /// A thief of an open page must not make, open or weaken a wallet: each of these takes a recent proof (S18).
    func makeCoins(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.requireRecentProof(caller)
        let body = try JSON.read(MakeCoinsBody.self, from: request)
        let wish = HotCoinsWish(
            id: body.id,
            name: body.name,
            spendingPassword: body.spendingPassword,
            dailyLimit: try CoinAmount(body.dailyLimit, of: "dailyLimit")
        )
        let made = try await blaming("spendingPassword") {
            try await hub.addHotCoins(wish, for: caller.member, from: request.origin)
        }
        let answer = MadeCoinsBody(wallet: CoinWalletBody(made.wallet), words: made.words, asked: made.asked)
        return .json(answer, status: 201)
    }

    func restoreCoins(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.requireRecentProof(caller)
        let body = try JSON.read(RestoreCoinsBody.self, from: request)
        let wish = HotCoinsWish(
            id: body.id,
            name: body.name,
            spendingPassword: body.spendingPassword,
            dailyLimit: try CoinAmount(body.dailyLimit, of: "dailyLimit"),
            words: body.words,
            madeAt: body.madeOn.map { Timestamp(milliseconds: $0.number * 86_400_000) }
        )
        let made = try await blaming("spendingPassword") {
            try await hub.addHotCoins(wish, for: caller.member, from: request.origin)
        }
        return .json(CoinWalletBody(made.wallet), status: 201)
    }

    func showCoinWords(_ id: ID<CoinHolding>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        try await hub.requireRecentProof(caller)
        let body = try JSON.read(ShowCoinWordsBody.self, from: request)
        let info = try await hub.coinWords(
            of: id,
            of: caller.member,
            by: body.spendingPassword,
            from: request.origin
        )
        return .json(CoinWordsBody(words: info.words, asked: info.asked))
    }

    func confirmCoinWords(_ id: ID<CoinHolding>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        try await hub.requireRecentProof(caller)
        let body = try JSON.read(ConfirmCoinWordsBody.self, from: request)
        let info = try await hub.confirmCoinWords(body.words, of: id, of: caller.member, from: request.origin)
        return .json(CoinWalletBody(info))
    }

    func setCoinLimit(_ id: ID<CoinHolding>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        try await hub.requireRecentProof(caller)
        let body = try JSON.read(CoinLimitBody.self, from: request)
        let limit = try CoinAmount(body.dailyLimit, of: "dailyLimit")
        return .json(CoinWalletBody(try await hub.setCoinLimit(limit, of: id, of: caller.member)))
    }

    func setSpendingPassword(_ id: ID<CoinHolding>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        try await hub.requireRecentProof(caller)
        let body = try JSON.read(ChangeSpendingPasswordBody.self, from: request)
        try await blaming("new") {
            try await hub.changeSpendingPassword(
                of: id,
                of: caller.member,
                from: body.old,
                to: body.new,
                origin: request.origin
            )
        }
        return .done
    }

    func openCoinAccount(_ id: ID<CoinHolding>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        let body = try JSON.read(OpenCoinAccountBody.self, from: request)
        let info = try await hub.openCoinAccount(named: body.name, in: id, of: caller.member)
        return .json(CoinWalletBody(info), status: 201)
    }

    // MARK: Payees

    func coinPayees(_ id: ID<CoinHolding>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response
    {
        .json(ListBody(items: try await hub.coinPayees(of: id, of: caller.member).map(CoinPayeeBody.init)))
    }

    func addCoinPayee(_ id: ID<CoinHolding>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        try await hub.requireRecentProof(caller)
        let body = try JSON.read(AddCoinPayeeBody.self, from: request)
        let info = try await hub.addCoinPayee(
            body.id,
            named: body.name,
            address: body.address,
            to: id,
            of: caller.member
        )
        return .json(CoinPayeeBody(info), status: 201)
    }

    func removeCoinPayee(
        _ payee: ID<CoinPayee>,
        _ id: ID<CoinHolding>,
        _ caller: AuthenticatedSession,
        _ request: Request
    ) async throws -> Response {
        try await hub.requireRecentProof(caller)
        try await hub.removeCoinPayee(payee, of: id, of: caller.member)
        return .done
    }

    // MARK: Payments

    func coinPayments(_ id: ID<CoinHolding>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        .json(ListBody(items: try await hub.coinPayments(of: id, of: caller.member).map(CoinPaymentBody.init)))
    }

    func prepareCoins(_ id: ID<CoinHolding>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        try await hub.requireRecentProof(caller)
        let body = try JSON.read(PrepareCoinPaymentBody.self, from: request)
        let destination: CoinPaymentWish.Destination =
            switch (body.to.payee, body.to.account) {
            case (let payee?, nil): .payee(payee)
            case (nil, let account?): .account(account)
            default: throw CoinSendingRefusal.destinationInvalid
            }
        let wish = CoinPaymentWish(
            id: body.id,
            from: body.from,
            to: destination,
            amount: try CoinAmount(body.amount, of: "amount"),
            note: body.note,
            spendingPassword: body.spendingPassword
        )
        let info = try await hub.prepareCoins(wish, out: id, of: caller.member, from: request.origin)
        return .json(CoinPaymentBody(info), status: 201)
    }

    /// What it does was prepared with the spending password, perhaps long ago: one that was held is sent again like this.
    func sendCoins(
        _ payment: ID<CoinPayment>,
        _ id: ID<CoinHolding>,
        _ caller: AuthenticatedSession,
        _ request: Request
    ) async throws -> Response {
        try await hub.requireRecentProof(caller)
        return .json(CoinPaymentBody(try await hub.sendCoins(payment, out: id, of: caller.member)))
    }

    func dropCoinPayment(
        _ payment: ID<CoinPayment>,
        _ id: ID<CoinHolding>,
        _ caller: AuthenticatedSession,
        _ request: Request
    ) async throws -> Response {
        try await hub.dropCoinPayment(payment, out: id, of: caller.member)
        return .done
    }

    func coinProof(
        _ payment: ID<CoinPayment>,
        _ id: ID<CoinHolding>,
        _ caller: AuthenticatedSession,
        _ request: Request
    ) async throws -> Response {
        let proof = try await hub.coinProof(of: payment, out: id, of: caller.member)
        return .json(
            CoinProofBody(hash: proof.hash, address: proof.address, key: proof.key, amount: proof.amount.text)
        )
    }

    // MARK: Requests

    func coinRequests(_ id: ID<CoinHolding>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        .json(ListBody(items: try await hub.coinRequests(of: id, of: caller.member).map(CoinRequestBody.init)))
    }

    func askForCoins(_ id: ID<CoinHolding>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        let body = try JSON.read(AskForCoinsBody.self, from: request)
        let info = try await hub.askForCoins(
            body.id,
            account: body.account,
            amount: try body.amount.map { text throws(Problem) in try CoinAmount(text, of: "amount") },
            memo: body.memo,
            in: id,
            of: caller.member
        )
        return .json(CoinRequestBody(info), status: 201)
    }

    func removeCoinRequest(
        _ asked: ID<CoinRequest>,
        _ id: ID<CoinHolding>,
        _ caller: AuthenticatedSession,
        _ request: Request
    ) async throws -> Response {
        try await hub.removeCoinRequest(asked, in: id, of: caller.member)
        return .done
    }

    func coinRequestCode(
        _ asked: ID<CoinRequest>,
        _ id: ID<CoinHolding>,
        _ caller: AuthenticatedSession,
        _ request: Request
    ) async throws -> Response {
        let found = try await hub.coinRequests(of: id, of: caller.member).first { $0.id == asked }
        guard let found, let code = QRCode(found.uri) else { throw Problem.notFound }
        return Response(200, [Header("Content-Type", "image/svg+xml"), .noStore], body: Array(code.svg.utf8))
    }
}

/// Says which field holds a password that breaks a rule.
private func blaming<Answer>(_ field: String, _ work: () async throws -> Answer) async throws -> Answer {
    do {
        return try await work()
    } catch MemberRefusal.password(let rules) {
        var problem = Problem.password(rules)
        problem.field = field
        throw problem
    }
}

extension CoinAmount {
    /// The amount of a body, or in words what one is.
    fileprivate init(_ text: String, of field: String) throws(Problem) {
        guard let amount = CoinAmount(text: text) else {
            throw .invalid(field, "Enter a whole count of the smallest unit, such as 1250.")
        }
        self = amount
    }
}
