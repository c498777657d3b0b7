/// What a ledger answers: done, or the first of these reasons that applies, in their order.
///
/// The numbers are kept in the log and never change; another reason gets another number.
public enum LedgerResult: UInt8, CaseIterable, Hashable, Sendable {
    case done = 0

    // Linked commands: all of a batch are done or none.
    /// Another command of the same batch was refused.
    case linkedRefused = 1
    /// The last command says that another follows.
    case chainOpen = 2
    /// More commands are linked than `Ledger.chainMax`.
    case chainTooLong = 3

    // The identity, before any balance: a retry is answered as the first time even when the money is gone since.
    /// The identity of all zeros.
    case idReserved = 4
    /// The identity was used for something else, or in another chain.
    case idTaken = 5
    /// It came after the moment until which it was valid.
    case tooLate = 6

    // The transfer by itself.
    case amountZero = 7
    case sameAccount = 8
    /// A hold that would be over already.
    case holdEndsPast = 9

    // The hold that it is about; of a reversal, the payout, which counts as voided once it was reversed.
    case holdUnknown = 10
    /// What it names is no hold, or was refused.
    case holdIsNone = 11
    /// Its accounts, its asset or, to release it, its amount are others than the hold's.
    case holdDiffers = 12
    case holdPosted = 13
    case holdVoided = 14
    /// Its time is over: it can only expire.
    case holdExpired = 15
    /// It cannot expire yet, or never does.
    case holdStillRuns = 16
    /// More than is held.
    case aboveHold = 17

    // The accounts.
    case debitUnknown = 18
    case creditUnknown = 19
    /// One of the accounts holds another asset.
    case assetDiffers = 20
    case debitClosed = 21
    case creditClosed = 22

    // The amounts.
    /// A sum would be more than an amount can be.
    case overflow = 23
    /// The debited account would fall below its floor.
    case insufficient = 24

    // Assets and accounts.
    case assetUnknown = 25
    case assetTaken = 26
    case scaleTooLarge = 27
    case accountUnknown = 28
    case accountClosed = 29
    case accountHasHolds = 30
    case accountNotEmpty = 31
}

/// The answer to one command.
@frozen
public struct LedgerOutcome: Hashable, Sendable {
    /// What moved, was held or was released; of `insufficient`, how much was missing; otherwise zero.
    public let amount: Amount
    public let result: LedgerResult
    /// It had been answered before, and this is that answer.
    public var isRepeat: Bool

    @inlinable
    public init(_ result: LedgerResult, amount: Amount = .zero, isRepeat: Bool = false) {
        self.result = result
        self.amount = amount
        self.isRepeat = isRepeat
    }

    /// Whether anything was changed by it, now or the first time.
    public var isDone: Bool { result == .done }

    /// The same, as a repeated command gets it.
    var again: LedgerOutcome { LedgerOutcome(result, amount: amount, isRepeat: true) }
}
