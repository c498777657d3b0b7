public import API
public import Family

extension HearthClient {
    /// My accounts, totals, the assets of my family and whom I can pay.
    public func wallet() async throws(ClientFailure) -> WalletBody {
        try await ask(.wallet(.wallet))
    }

    /// My wallets on chains of coins, with what arrived.
    public func coins() async throws(ClientFailure) -> CoinsBody {
        try await ask(.wallet(.coins))
    }

    /// Watches a wallet by its address and view key; takes a proof of the last five minutes.
    @discardableResult
    public func watchCoins(_ body: WatchCoinsBody) async throws(ClientFailure) -> CoinWalletBody {
        try await ask(.wallet(.watchCoins), sending: body, mayRepeat: true)
    }

    /// Gives a wallet of coins, or accounts in it, other names.
    @discardableResult
    public func renameCoins(
        _ id: ID<CoinHolding>,
        _ body: RenameCoinsBody
    ) async throws(ClientFailure) -> CoinWalletBody {
        try await ask(.wallet(.renameCoins(id)), sending: body)
    }

    /// Watches a wallet no longer; takes a proof of the last five minutes.
    public func forgetCoins(_ id: ID<CoinHolding>) async throws(ClientFailure) {
        try await send(.wallet(.forgetCoins(id)))
    }

    /// Opens an account.
    @discardableResult
    public func openAccount(_ body: OpenAccountBody) async throws(ClientFailure) -> AccountBody {
        try await ask(.wallet(.openAccount), sending: body, mayRepeat: true)
    }

    /// The account into which a member of my family is paid, opened where they have none; takes a proof of the last five
    /// minutes.
    public func payeeAccount(of payee: ID<Member>, asset: UInt32) async throws(ClientFailure) -> ID<Account> {
        let body = PayeeAccountBody(asset: asset)
        let receiving: PayeeBody.Receiving = try await ask(
            .wallet(.payeeAccount(payee)),
            sending: body,
            mayRepeat: true
        )
        return receiving.account
    }

    /// Gives an account another name.
    @discardableResult
    public func renameAccount(_ id: ID<Account>, to name: String) async throws(ClientFailure) -> AccountBody {
        try await ask(.wallet(.renameAccount(id)), sending: RenameAccountBody(name: name))
    }

    /// Closes an account that is empty, or whose rest goes to another one.
    public func closeAccount(_ id: ID<Account>, sweepTo: ID<Account>? = nil) async throws(ClientFailure) {
        try await send(.wallet(.closeAccount(id)), sending: CloseAccountBody(sweepTo: sweepTo))
    }

    /// Says what an account of mine is saved for, and which share of each allowance goes there.
    @discardableResult
    public func setSavingsGoal(
        of id: ID<Account>,
        _ body: SetSavingsGoalBody
    ) async throws(ClientFailure) -> SavingsGoalBody {
        try await ask(.wallet(.setGoal(id)), sending: body)
    }

    /// Ends the goal of an account; what was saved stays in it.
    public func endSavingsGoal(of id: ID<Account>) async throws(ClientFailure) {
        try await send(.wallet(.endGoal(id)))
    }

    /// Moves money: between accounts of mine, from or to cash, or to somebody of my family.
    ///
    /// The body's `id` makes it one transfer however often it is sent: whoever is not sure whether it went through sends
    /// the same body again. Without a signature the hub signs with the key that it keeps for me, and the record says so.
    @discardableResult
    public func transfer(_ body: PostTransferBody) async throws(ClientFailure) -> TransferBody {
        try await ask(.wallet(.transfer), sending: body, mayRepeat: true)
    }

    /// A page of what went in and out of an account, the latest first; `after` is `next` of the page before.
    ///
    /// Where `cutOff` stands, the log is not what was put into it, and what was before is not known.
    public func entries(
        of account: ID<Account>,
        after: String? = nil,
        limit: Int = 50
    ) async throws(ClientFailure) -> EntryListBody {
        let fields = [QueryField("limit", "\(limit)")] + (after.map { [QueryField("after", $0)] } ?? [])
        return try await ask(.wallet(.entries(account)), fields)
    }

    /// What I asked others for, and others me.
    public func moneyRequests() async throws(ClientFailure) -> [MoneyRequestBody] {
        try await all(.wallet(.moneyRequests))
    }

    /// Asks somebody of my family for money.
    @discardableResult
    public func askForMoney(_ body: AskForMoneyBody) async throws(ClientFailure) -> MoneyRequestBody {
        try await ask(.wallet(.askForMoney), sending: body, mayRepeat: true)
    }

    /// Pays what I was asked for.
    @discardableResult
    public func pay(_ id: ID<MoneyRequest>, _ body: PayRequestBody) async throws(ClientFailure) -> TransferBody {
        try await ask(.wallet(.payRequest(id)), sending: body, mayRepeat: true)
    }

    /// Declines what I was asked for, or takes back what I asked for.
    public func endRequest(_ id: ID<MoneyRequest>) async throws(ClientFailure) {
        try await send(.wallet(.endRequest(id)))
    }
}
