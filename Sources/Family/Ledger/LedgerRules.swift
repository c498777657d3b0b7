/// Who signs, as far as the rules of a ledger are concerned.
public enum Signatory: Hashable, Sendable {
    /// The hub itself.
    case system
    case holder(ID<LedgerHolder>, LedgerRole)

    /// Whether it is an adult of the family.
    public var isAdult: Bool {
        if case .holder(_, .adult) = self { true } else { false }
    }

    fileprivate func isHolder(_ id: ID<LedgerHolder>?) -> Bool {
        if case .holder(let holder, _) = self { holder == id } else { false }
    }

    /// Whether it has a say at all: who left has none.
    fileprivate var hasSay: Bool {
        if case .holder(_, .left) = self { false } else { true }
    }
}

/// Who may ask a ledger for what.
///
/// The hub asks before it lets a command in, and whoever checks the log asks again.
public enum LedgerRules {
    /// Whether somebody may move an amount; nil stands for accounts and holds that are unknown, of which the ledger
    /// itself has to speak.
    ///
    /// One's own money one moves oneself. Money comes into the ledger by adults; what a child brings is held until an adult
    /// posts it. The hub mints, ends what is over and gives back. What was paid in gold an adult may reverse for a day.
    public static func allows(
        _ transfer: Transfer,
        from debit: Account?,
        to credit: Account?,
        by signatory: Signatory
    ) -> Bool {
        guard signatory.hasSay else { return false }
        switch transfer.phase {
        case .single, .hold:
            guard let debit else { return true }
            guard transfer.kind != .reversal else {
                return transfer.phase == .single && signatory.isAdult && credit?.kind == .mint
            }
            switch debit.kind {
            case .member: return signatory.isHolder(debit.owner)
            case .cash: return signatory.isAdult || transfer.phase == .hold && signatory != .system
            case .mint, .store, .liquidity, .chain: return signatory == .system || signatory.isAdult
            }
        case .post:
            return signatory == .system || signatory.isAdult
        case .void:
            return signatory == .system || signatory.isAdult || signatory.isHolder(debit?.owner)
                || signatory.isHolder(credit?.owner)
        case .expire:
            return signatory == .system
        }
    }

    /// Whether somebody may open an account: one's own without an overdraft, the family's by adults and the hub.
    public static func allows(_ opening: AccountOpening, by signatory: Signatory) -> Bool {
        guard signatory.hasSay else { return false }
        guard opening.kind == .member else {
            return opening.owner == nil && (signatory == .system || signatory.isAdult)
        }
        return signatory.isHolder(opening.owner) && opening.floor == .zero
    }

    /// Whether somebody may rename or close an account; nil stands for one that is unknown.
    public static func allowsChanging(_ account: Account?, by signatory: Signatory) -> Bool {
        guard signatory.hasSay, let account else { return signatory.hasSay }
        guard account.kind == .member else { return signatory == .system || signatory.isAdult }
        return signatory.isHolder(account.owner)
    }

    /// Whether somebody may add an asset.
    public static func allowsDefining(by signatory: Signatory) -> Bool {
        signatory == .system || signatory.isAdult
    }

    /// How many adults must sign to revoke a key that is another's, where there are so many besides whose it is.
    ///
    /// One where there is but one: a lost device must not go on counting because nobody is there to agree.
    public static func revocationQuorum(others: Int) -> Int {
        min(2, max(1, others))
    }
}
