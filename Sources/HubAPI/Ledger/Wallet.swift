import API
import Crypto
import Family
import HTTP
import Hub
import Languages

extension HubService {
    func wallet(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(WalletBody(try await hub.walletOverview(of: caller.member)))
    }

    func openAccount(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(OpenAccountBody.self, from: request)
        let account = try await hub.openAccount(
            body.id,
            for: caller.member,
            asset: Asset.Number(body.asset),
            name: body.name
        )
        return .json(AccountBody(account), status: 201)
    }

    /// A device signs a payment to an account: one that there is.
    func payeeAccount(_ payee: ID<Member>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response
    {
        try await hub.requireRecentProof(caller)
        let asset = try JSON.read(PayeeAccountBody.self, from: request).asset
        let account = try await hub.payeeAccount(of: payee, asset: Asset.Number(asset), for: caller.member)
        return .json(PayeeBody.Receiving(asset: asset, account: account), status: 201)
    }

    func renameAccount(_ id: ID<Account>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(RenameAccountBody.self, from: request)
        return .json(AccountBody(try await hub.renameAccount(id, of: caller.member, to: body.name)))
    }

    /// Moving what is left is a transfer, which takes a proof as every other does (S18).
    func closeAccount(_ id: ID<Account>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body =
            try request.body.isEmpty
            ? CloseAccountBody(sweepTo: nil) : JSON.read(CloseAccountBody.self, from: request)
        if body.sweepTo != nil { try await hub.requireRecentProof(caller) }
        do {
            try await hub.closeAccount(id, of: caller.member, sweepingTo: body.sweepTo)
        } catch WalletRefusal.refused(let outcome) {
            throw Problem(closing: outcome)
        }
        return .done
    }

    func entries(_ id: ID<Account>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let limit = try request.number("limit", in: 1...Hub.statementLinesMax, otherwise: 50)
        let after = request.queryFields["after"]
        let page = try await hub.statement(of: id, for: caller.member, after: after, limit: limit)
        let cutOff = page.cutOff.map(HistoryCutOffBody.init)
        return .json(EntryListBody(items: page.lines.map(EntryBody.init), next: page.next, cutOff: cutOff))
    }
}

extension Base64 {
    /// So many bytes, or in words which field has others.
    static func bytes(_ text: String, count: Int, of field: String) throws(Problem) -> [UInt8] {
        guard let bytes = decode(text.utf8), bytes.count == count else {
            throw .invalid(field, "Enter \(count) bytes in base64.")
        }
        return bytes
    }
}

extension WalletBody {
    fileprivate init(_ overview: WalletOverview) {
        let wallet = overview.wallet
        self.init(
            ledger: wallet.ledger,
            holder: wallet.holder,
            role: overview.isChild ? .child : .adult,
            name: overview.name,
            accounts: wallet.accounts.map(AccountBody.init),
            closedAccounts: wallet.closedAccounts.map(AccountBody.init),
            totals: AssetTotalBody.all(of: wallet.accounts),
            assets: wallet.assets.map { asset in
                AssetBody(
                    number: asset.number.rawValue,
                    name: asset.name,
                    scale: Int(asset.scale),
                    cash: asset.cash
                )
            },
            goals: wallet.goals.map { SavingsGoalBody($0) },
            payees: overview.payees.map { payee in
                PayeeBody(
                    member: payee.member,
                    name: payee.name,
                    accounts: payee.accounts.map {
                        PayeeBody.Receiving(asset: $0.asset.rawValue, account: $0.account)
                    }
                )
            },
            keys: overview.keys.map(LedgerKeyBody.init),
            coins: overview.hasCoins
        )
    }
}

extension AccountBody {
    init(_ account: AccountInfo) {
        self.init(
            id: account.id,
            name: account.name,
            asset: account.asset.rawValue,
            amount: (account.isNegative ? "-" : "") + account.amount.text,
            available: account.available.text
        )
    }
}

extension AssetTotalBody {
    /// The sums over somebody's accounts, by asset.
    fileprivate static func all(of accounts: [AccountInfo]) -> [AssetTotalBody] {
        Set(accounts.map(\.asset)).sorted().map { asset in
            let mine = accounts.filter { $0.asset == asset }
            // All of an asset together is an amount: it came out of one account.
            let have = mine.reduce(Amount.zero) { $1.isNegative ? $0 : $0.adding($1.amount) ?? .max }
            let owed = mine.reduce(Amount.zero) { $1.isNegative ? $0.adding($1.amount) ?? .max : $0 }
            let amount = have < owed ? "-" + owed.less(have).text : have.less(owed).text
            let available = mine.reduce(Amount.zero) { $0.adding($1.available) ?? .max }
            return AssetTotalBody(asset: asset.rawValue, amount: amount, available: available.text)
        }
    }
}
