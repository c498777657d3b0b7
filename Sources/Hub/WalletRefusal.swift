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
    /// Whoever is to be paid has no account of that asset.
    case payeeHasNoAccount
    /// The rules of the ledger let somebody else do it.
    case notAllowed
    /// No key of the asker's, or one that was revoked.
    case keyUnknown
    /// The signature is of something else, or by another key.
    case signatureWrong
    /// A signature is good for ten minutes at most.
    case validTooLong
    case tooManyKeys
    /// The ledger refused it, and wrote that down.
    case refused(LedgerOutcome)
}
