package import Family

/// Why nothing was done with a family's money.
package enum MoneyRefusal: Error, Hashable, Sendable {
    /// No such order, decision, member or account, or not the asker's to see.
    case notFound
    case idUsedOtherwise
    /// A name of 1 to 40 characters in one line, and none that is taken.
    case assetNameInvalid
    case assetNameTaken
    case scaleTooLarge
    case tooManyAssets
    case assetUnknown
    /// What comes from cash is deposited, and not made.
    case noMint
    case amountZero
    /// Nobody pays themselves.
    case oneself
    /// It is paid from one's own account of the same asset, from cash or from where the asset is made.
    case sourceUnknown
    case scheduleInvalid
    case timeZoneUnknown
    case tooManyAllowances
    /// Another adult has to agree: the device has to sign it as something that is held.
    case approvalNeeded
    /// Whoever asked for it does not also agree to it, while there is another adult.
    case secondAdultNeeded
    /// More than all of an allowance would go to savings goals.
    case sharesTooLarge
    /// Somebody was faster.
    case alreadyDecided(Ledger.HoldState)
    /// A limit of somebody who is no child of the family, or twice of one.
    case limitsInvalid
    /// The ledger refused it, and wrote that down.
    case refused(LedgerOutcome)
}
