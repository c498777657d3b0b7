/// Where an amount of one asset is kept, as four sums that only ever grow or are released.
///
/// The balance is what was credited less what was debited. Pending amounts are held: they count against the debtor at
/// once and for the creditor only when they are posted.
@frozen
public struct Account: Hashable, Sendable {
    /// What an account is for.
    public enum Kind: UInt8, CaseIterable, Hashable, Sendable {
        /// A member's own.
        case member = 1
        /// Notes and coins outside of the ledger: deposits come out of it, withdrawals go into it.
        case cash = 2
        /// Where an asset comes from, such as gold for finished minutes.
        case mint = 3
        /// What purchases are paid to.
        case store = 4
        /// The family's reserve from which exchanges are paid.
        case liquidity = 5
        /// The counterpart of what lies on another chain.
        case chain = 6
    }

    /// How far below nothing an account may go.
    @frozen
    public enum Floor: Hashable, Sendable {
        /// By so much at most; by zero for everybody's accounts.
        case overdraft(Amount)
        /// Without limit: it stands for the world outside.
        case none

        public static let zero = Floor.overdraft(.zero)
    }

    public let id: ID<Account>
    public let asset: Asset.Number
    public let kind: Kind
    /// Whose it is: an identity within the family that nothing but the hub's own table leads to; nil for the family's.
    public let owner: ID<LedgerHolder>?
    public let floor: Floor
    public var debitsPosted: Amount
    public var creditsPosted: Amount
    public var debitsPending: Amount
    public var creditsPending: Amount
    public var isClosed: Bool

    /// An account as it was stored, or a new one with nothing in it.
    public init(
        id: ID<Account>,
        asset: Asset.Number,
        kind: Kind,
        owner: ID<LedgerHolder>?,
        floor: Floor,
        debitsPosted: Amount = .zero,
        creditsPosted: Amount = .zero,
        debitsPending: Amount = .zero,
        creditsPending: Amount = .zero,
        isClosed: Bool = false
    ) {
        self.id = id
        self.asset = asset
        self.kind = kind
        self.owner = owner
        self.floor = floor
        self.debitsPosted = debitsPosted
        self.creditsPosted = creditsPosted
        self.debitsPending = debitsPending
        self.creditsPending = creditsPending
        self.isClosed = isClosed
    }
}

/// Somebody who owns accounts in a ledger.
///
/// Their identity there is a random one for each family; when the mapping to a member is dropped, the entries stay and
/// name nobody.
public enum LedgerHolder {}

extension Account {
    /// What has been posted: the credits less the debits, and how much is missing where the debits are more.
    public var balance: (amount: Amount, isNegative: Bool) {
        let isNegative = creditsPosted < debitsPosted
        return (isNegative ? debitsPosted.less(creditsPosted) : creditsPosted.less(debitsPosted), isNegative)
    }

    /// What can be taken out now: posted, less what is held, down to the floor.
    ///
    /// Inlined, so that reading it does not copy the account.
    @inline(__always)
    public var available: Amount {
        // The ledger keeps the sum of both from overflowing.
        let taken = Amount(debitsPosted.units &+ debitsPending.units)
        switch floor {
        case .none: return Amount.max.less(taken)
        case .overdraft(let most): return (creditsPosted.adding(most) ?? .max).less(taken)
        }
    }

    /// How far it is below its floor, which only a reversal can bring about: so much has to come in before anything can be
    /// taken out.
    @inlinable
    public var shortfall: Amount {
        let taken = Amount(debitsPosted.units &+ debitsPending.units)
        switch floor {
        case .none: return .zero
        case .overdraft(let most): return taken.less(creditsPosted.adding(most) ?? .max)
        }
    }

    /// Nothing was ever left in it: it may be closed if nothing is held either.
    public var isEmpty: Bool { creditsPosted == debitsPosted }

    /// Whether something is held on its way out or in.
    public var hasHolds: Bool { debitsPending != .zero || creditsPending != .zero }
}
