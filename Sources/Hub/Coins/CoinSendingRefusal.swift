package import Family

/// Why a hot wallet of coins is not made or changed, or does not pay.
package enum CoinSendingRefusal: Error, Hashable, Sendable {
    /// The wallet is watched, so that nothing of it can be spent.
    case watchOnly
    /// Its words were not typed back yet.
    case notConfirmed
    /// Its words were typed back, and are not shown again.
    case alreadyConfirmed
    /// The words typed are not those that were asked for.
    case wordsWrong
    /// The words are of no wallet.
    case wordsInvalid
    /// A child's wallets are watched.
    case childNeedsWatchOnly
    case wrongSpendingPassword
    case tooManyGuesses(retryAfterSeconds: Int)
    /// Two calls of the member are under way or wait, or their budget is used up.
    case tooManyCalls(retryAfterSeconds: Int)
    /// A limit or amount that is no count of smallest units.
    case amountInvalid
    case amountTooSmall
    /// Neither a payee nor an account, or both.
    case destinationInvalid
    case payeeUnknown
    case payeeWaits(until: Timestamp)
    case tooManyPayees
    case tooManyRequests
    case textTooLong
    /// So much may leave still within 24 hours.
    case limit(left: CoinAmount)
    case notEnough(available: CoinAmount, blocksToUnlock: UInt64)
    case nodeAway
    case nodeBehind(blocks: UInt64)
    case nodeWrongNetwork
    case nodeContradicts
    /// The fee of a prepared payment is too low by now.
    case feeChanged
    case anotherPaymentOpen
    case paymentExpired
    case alreadySent
    /// It was not sent yet, so that nothing proves it.
    case notSent
    case refusedByNode
    /// A node may have it, so that it cannot be discarded.
    case mayBeOnChain
    /// A payment out of the wallet waits for a block.
    case paymentUnderWay
    /// The wallet was never read to the end, so that what is in it is not known.
    case notReadYet
    /// The hub was away for long by a clock that may be wrong, so that no wait is certain to be over.
    case clockDoubted
    /// The hub was put back from a backup less than a day ago.
    case restoredLately(until: Timestamp)
    /// The spending password was changed after the backup that was put back.
    case spendingPasswordOld
}
