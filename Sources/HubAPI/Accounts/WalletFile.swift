import API
import Family
import HTTP
import Hub

extension HubService {
    /// A member's accounts with all that moved, for their export.
    func walletFile(of member: ID<Member>) async throws -> Response {
        guard let wallet = try await hub.knownWallet(of: member) else {
            return .json(ListBody(items: [WalletAccountBody]()))
        }
        var bodies: [WalletAccountBody] = []
        for account in wallet.accounts {
            let asset = wallet.assets.first { $0.number == account.asset }
            let (entries, cutOff) = try await walletEntries(of: account.id, for: member)
            bodies.append(
                WalletAccountBody(
                    id: account.id,
                    name: account.name,
                    asset: asset?.name ?? "",
                    scale: Int(asset?.scale ?? 0),
                    amount: (account.isNegative ? "-" : "") + account.amount.text,
                    goal: wallet.goals.first { $0.goal.account == account.id }.map { SavingsGoalBody($0) },
                    entries: entries,
                    cutOff: cutOff.map(HistoryCutOffBody.init)
                )
            )
        }
        return .json(ListBody(items: bodies))
    }

    private func walletEntries(
        of account: ID<Account>,
        for member: ID<Member>
    ) async throws -> ([WalletAccountBody.Entry], StatementPage.CutOff?) {
        var entries: [WalletAccountBody.Entry] = []
        var after: String?
        while true {
            let page = try await hub.statement(
                of: account,
                for: member,
                after: after,
                limit: Hub.statementLinesMax
            )
            entries += page.lines.map(\.info).map { info in
                WalletAccountBody.Entry(
                    id: info.transfer.id.text,
                    at: info.at,
                    from: info.transfer.debit,
                    to: info.transfer.credit,
                    amount: info.outcome.amount.text,
                    memo: info.memo
                )
            }
            guard let next = page.next else { return (entries, page.cutOff) }
            after = next
        }
    }
}
