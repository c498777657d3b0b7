import Crypto
import Family
import Storage

/// Where the next page of a statement begins: a leaf, and what was posted in the account after it.
///
/// It saves the hub from going through all that came since. Whoever reads a statement is given it as a text and brings it
/// back, with a code that this hub alone makes: of this account, and of the leaf as it stands in the log.
struct StatementCursor {
    let leaf: Int
    private let debits: Amount
    private let credits: Amount

    /// A leaf, and the account as it was after that.
    init(leaf: Int, _ account: Account) {
        (self.leaf, debits, credits) = (leaf, account.debitsPosted, account.creditsPosted)
    }

    /// What a text says that may be made up; nil where it says nothing.
    private init?(plain: Substring) {
        let parts = plain.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let leaf = Int(parts[0]), leaf >= 0, let debits = Amount(text: String(parts[1])),
            let credits = Amount(text: String(parts[2]))
        else { return nil }
        (self.leaf, self.debits, self.credits) = (leaf, debits, credits)
    }

    /// The place that a text names; nil for one that this hub did not give for this account, or not for this log.
    init?(
        _ text: String,
        of account: Account,
        in ledger: ID<Ledger>,
        _ vault: Vault,
        leaf row: (Int) throws -> LeafRow?
    ) throws {
        guard let end = text.lastIndex(of: "."), let code = Base64.decode(text[text.index(after: end)...].utf8),
            let place = StatementCursor(plain: text[..<end]), let row = try row(place.leaf),
            vault.isStatementCode(code, place.message(of: account, in: ledger, row))
        else { return nil }
        self = place
    }

    /// As whoever reads is given it.
    func text(of account: Account, in ledger: ID<Ledger>, _ row: LeafRow, _ vault: Vault) -> String {
        let code = vault.statementCode(message(of: account, in: ledger, row))
        return plain + "." + Base64.encode(code, alphabet: .urlSafe)
    }

    /// An account as it was after the leaf.
    func taken(by account: Account) -> Account {
        var then = account
        (then.debitsPosted, then.creditsPosted) = (debits, credits)
        return then
    }

    private var plain: String { "\(leaf).\(debits.text).\(credits.text)" }

    /// What stands in the tree for the leaf is another thing in a log that was begun again from an older backup.
    private func message(of account: Account, in ledger: ID<Ledger>, _ row: LeafRow) -> [UInt8] {
        ledger.bytes + account.id.bytes + row.commitment + Array(plain.utf8)
    }
}

extension Vault {
    /// The code of a place in a statement.
    fileprivate func statementCode(_ message: [UInt8]) -> [UInt8] {
        keys.tokens.authenticate(Purpose.statement.binding(message))
    }

    /// Whether this hub gave a place that code.
    fileprivate func isStatementCode(_ code: [UInt8], _ message: [UInt8]) -> Bool {
        keys.tokens.isValid(code, for: Purpose.statement.binding(message))
    }
}
