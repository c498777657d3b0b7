import API
import Family
import HTTP
import Hub

extension HubService {
    func statement(_ account: ID<Account>, _ visitor: Visitor, _ request: Request) async throws -> Response {
        guard let wallet = try await hub.knownWallet(of: visitor.member),
            let own = (wallet.accounts + wallet.closedAccounts).first(where: { $0.id == account })
        else { throw Problem.notFound }
        return try await statement(of: [own], in: wallet, request, for: visitor.member)
    }

    func statements(_ visitor: Visitor, _ request: Request) async throws -> Response {
        let wallet = try await hub.wallet(of: visitor.member)
        return try await statement(
            of: wallet.accounts + wallet.closedAccounts,
            in: wallet,
            request,
            for: visitor.member
        )
    }

    /// What was posted in each account, the oldest first, as a file that spreadsheets read.
    private func statement(
        of accounts: [AccountInfo],
        in wallet: WalletInfo,
        _ request: Request,
        for member: ID<Member>
    ) async throws -> Response {
        let period = try StatementPeriod(request)
        var csv = CSVText()
        csv.add(StatementFile.heading)
        for account in accounts {
            guard let asset = wallet.assets.first(where: { $0.number == account.asset }) else { continue }
            let (lines, cutOff) = try await lines(of: account.id, in: period, for: member)
            if let cutOff { csv.add(StatementFile.fields(of: cutOff, account, asset)) }
            for line in lines { csv.add(StatementFile.fields(of: line, account, asset)) }
        }
        let name = Header("Content-Disposition", #"attachment; filename="statement.csv""#)
        return Response(200, [Header("Content-Type", "text/csv; charset=utf-8"), name, .noStore], body: csv.bytes)
    }

    /// The lines of a period, and where they break off within it.
    private func lines(
        of account: ID<Account>,
        in period: StatementPeriod,
        for member: ID<Member>
    ) async throws -> (lines: [StatementLine], cutOff: StatementPage.CutOff?) {
        var lines: [StatementLine] = []
        var after: String?
        while true {
            let page = try await hub.statement(
                of: account,
                for: member,
                after: after,
                limit: Hub.statementLinesMax
            )
            lines += page.lines.filter { period.holds($0.info.at) && $0.isPosted }
            let isWhole = page.lines.last.map { $0.info.at < period.from } ?? false
            guard let next = page.next, !isWhole else {
                return (lines.reversed(), isWhole ? nil : page.cutOff)
            }
            after = next
        }
    }
}

/// From when to when a statement goes, the end left out.
private struct StatementPeriod {
    let from: Timestamp
    let to: Timestamp

    init(_ request: Request) throws(Problem) {
        let fields = request.queryFields
        from = try Self.time(fields["from"], "from") ?? Timestamp(milliseconds: .min)
        to = try Self.time(fields["to"], "to") ?? Timestamp(milliseconds: .max)
    }

    func holds(_ moment: Timestamp) -> Bool { from <= moment && moment < to }

    private static func time(_ text: String?, _ field: String) throws(Problem) -> Timestamp? {
        guard let text else { return nil }
        guard let time = Timestamp(text: text) else {
            throw .invalid(field, "A time looks like 2026-03-01T08:05:00.000Z.")
        }
        return time
    }
}

/// The columns of a statement.
private enum StatementFile {
    static let heading: [CSVText.Field] = [
        "date", "account", "kind", "counterpart", "amount", "balance", "asset", "memo", "id",
    ].map { .plain($0) }

    /// What stands before the lines of an account of which not all can be read.
    static func fields(of cutOff: StatementPage.CutOff, _ account: AccountInfo, _ asset: AssetInfo) -> [CSVText.Field] {
        let balance = cutOff.balance.amount.decimalText(scale: asset.scale)
        let entry = cutOff.leaf.map { "entry \($0) of the log is not what was put into it" }
        let words = "What was before cannot be read: \(entry ?? "the log leads to nothing older"). Check the log."
        return [
            .plain(""), .words(account.name), .plain("missing"), .words(""), .plain(""),
            .plain(cutOff.balance.isNegative ? "-" + balance : balance), .words(asset.name), .words(words), .plain(""),
        ]
    }

    static func fields(of line: StatementLine, _ account: AccountInfo, _ asset: AssetInfo) -> [CSVText.Field] {
        let amount = line.info.outcome.amount.decimalText(scale: asset.scale)
        let balance = line.balance.amount.decimalText(scale: asset.scale)
        return [
            .plain(line.info.at.text),
            .words(account.name),
            .plain(TransferKindName(line.info.transfer.kind).rawValue),
            .words(line.counterpart.words),
            .plain(line.isCredit ? amount : "-" + amount),
            .plain(line.balance.isNegative ? "-" + balance : balance),
            .words(asset.name),
            .words(line.info.memo ?? ""),
            .plain(line.info.transfer.id.text),
        ]
    }
}

extension StatementLine {
    /// Whether it changed what is posted: what is held did not yet, and what was given back never did.
    fileprivate var isPosted: Bool {
        info.outcome.isDone && (info.transfer.phase == .single || info.transfer.phase == .post)
    }
}

extension StatementLine.Counterpart {
    fileprivate var words: String {
        switch self {
        case .own(let name): name ?? ""
        case .member(_, let name): name
        case .left: ""
        case .family(.cash): "cash"
        case .family(.mint): "mint"
        case .family(.store): "store"
        case .family: "family"
        }
    }
}
