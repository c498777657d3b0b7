import API
import Family
import HTTP
import Hub
import Languages

extension HubService {
    func statement(_ account: ID<Account>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response
    {
        guard let wallet = try await hub.knownWallet(of: caller.member),
            let own = (wallet.accounts + wallet.closedAccounts).first(where: { $0.id == account })
        else { throw Problem.notFound }
        return try await statement(of: [own], in: wallet, request, for: caller.member)
    }

    func statements(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let wallet = try await hub.wallet(of: caller.member)
        return try await statement(
            of: wallet.accounts + wallet.closedAccounts,
            in: wallet,
            request,
            for: caller.member
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
        let file = StatementFile(
            language: try await hub.language(of: member),
            form: CSVText.Form(accepting: request.headers["Accept-Language"])
        )
        var csv = CSVText(file.form)
        csv.add(file.heading)
        for account in accounts {
            guard let asset = wallet.assets.first(where: { $0.number == account.asset }) else { continue }
            let (lines, cutOff) = try await lines(of: account.id, in: period, for: member)
            if let cutOff { csv.add(file.fields(of: cutOff, account, asset)) }
            for line in lines { csv.add(file.fields(of: line, account, asset)) }
        }
        let name = Header("Content-Disposition", #"attachment; filename="statement.csv""#)
        // Without the mark, spreadsheets read a file that is opened by a tap in the system's old code page.
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let type = Header("Content-Type", "text/csv; charset=utf-8")
        return Response(200, [type, name, .noStore], body: mark + csv.bytes)
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
            throw .invalid(field, "Write a time like 2026-03-01T08:05:00.000Z.")
        }
        return time
    }
}

extension StatementLine {
    /// Whether it changed what is posted: what is held did not yet, and what was given back never did.
    fileprivate var isPosted: Bool {
        info.outcome.isDone && (info.transfer.phase == .single || info.transfer.phase == .post)
    }
}
