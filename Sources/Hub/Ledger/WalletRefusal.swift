package import Family

/// Why nothing was done in a wallet.
package enum WalletRefusal: Error, Hashable, Sendable {
    /// No such account or transfer, or not the asker's.
    case notFound
    case assetUnknown
    case nameEmptyOrTooLong
    case nameTaken
    case memoTooLong
    case tooManyAccounts
    /// The payee has no account of that asset, and too many others to be given one.
    case payeeHasNoAccount
    /// Whoever is to be paid is of another family, which has a ledger of its own.
    case payeeElsewhere
    /// Nobody whom the payer knows.
    case payeeUnknown
    /// Nobody pays themselves so.
    case payeeOneself
    /// A request for money that was paid or ended before.
    case requestEnded
    /// What was paid for it waits for somebody's word.
    case requestHeld
    case tooManyRequests
    case amountZero
    /// The log has fewer leaves than that.
    case logShorter
    /// The log has another root at that size.
    case rootDiffers
    /// The rules of the ledger let somebody else do it.
    case notAllowed
    /// No key of the asker's, or one that was revoked.
    case keyUnknown
    /// The signature is of something else, or by another key.
    case signatureWrong
    /// A signature is good for ten minutes at most.
    case validTooLong
    case tooManyKeys
    /// One's own key one revokes alone.
    case keyOwn
    /// Adults have a week to agree at most.
    case agreementTooLong
    /// Another one agreed until another moment.
    case agreementDiffers
    /// A device signs what it has seen when it has seen it.
    case cosignatureUntimely
    /// The device has signed a later head.
    case cosignedMore
    /// Nothing that a page of this statement said is next, or the log is another one since.
    case placeUnknown
    /// The ledger refused it, and wrote that down.
    case refused(LedgerOutcome)
}
