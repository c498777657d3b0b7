/// Judge 2: money and gold by a double entry of its own, made of answers alone: nothing comes of nothing, each movement counts once,
/// and no account spends what it does not have (F59–F64).
///
/// The program has one thread, which SimulatedMachine holds it to: nonisolated(unsafe) is safe for what is in here.
final class MoneyJudge: Sendable {
    /// One line of the books: a member's amount of one asset.
    struct Account: Hashable, Sendable {
        let member: String
        let asset: Int
    }

    private nonisolated(unsafe) var posted: [Account: Int] = [:]  // one thread
    private nonisolated(unsafe) var held: [Account: Int] = [:]  // one thread
    /// Movements in the books, and how often a wallet was compared with them.
    private(set) nonisolated(unsafe) var moves = 0  // one thread
    private(set) nonisolated(unsafe) var compared = 0  // one thread

    /// What can be spent.
    func available(_ account: Account) -> Int {
        posted[account, default: 0] - held[account, default: 0]
    }

    /// The hub has said that an amount moved; nil is the family's cash or mint.
    func moved(_ amount: Int, from payer: Account?, to payee: Account?) {
        moves += 1
        if let payer {
            posted[payer, default: 0] -= amount
            if available(payer) < 0 { complain("\(amount) of asset \(payer.asset) was spent that was not there") }
        }
        if let payee { posted[payee, default: 0] += amount }
    }

    /// A payout was taken back, which may leave less than nothing (F64).
    func reversed(_ amount: Int, from payee: Account) {
        moves += 1
        posted[payee, default: 0] -= amount
    }

    /// The hub has said that an amount is held, or no longer.
    func holds(_ amount: Int, of account: Account) {
        held[account, default: 0] += amount
        if available(account) < 0 { complain("\(amount) of asset \(account.asset) was held that was not there") }
    }

    /// The hub would not move an amount because it is not there.
    func refused(_ amount: Int, of account: Account) {
        guard available(account) >= amount else { return }
        complain("\(amount) of asset \(account.asset) was refused, with \(available(account)) there")
    }

    /// The same request again was answered otherwise.
    func answered(_ first: JSON, again: JSON, _ fields: [String]) {
        for field in fields where first[field] != again[field] {
            complain("a repeat says another \(field)")
        }
    }

    /// A wallet while nothing moves: as it is in the books.
    func compare(_ wallet: JSON, of member: String) {
        for total in wallet["totals"].items {
            guard let number = total["asset"].number, let amount = total["amount"].text.flatMap({ Int($0) }),
                let left = total["available"].text.flatMap({ Int($0) })
            else {
                complain("a wallet cannot be read")
                continue
            }
            let account = Account(member: member, asset: Int(number))
            compared += 1
            let (wanted, wantedLeft) = (posted[account, default: 0], max(0, available(account)))
            if amount != wanted { complain("asset \(account.asset) is \(amount), by the books \(wanted)") }
            if left != wantedLeft { complain("of asset \(account.asset) \(left) is left, by the books \(wantedLeft)") }
        }
    }

    func complain(_ words: String) {
        Findings.only.add("money", words)
    }
}
