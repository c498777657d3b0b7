/// A payee of a wallet of coins.
public enum CoinPayee {}

/// A request to be paid coins.
public enum CoinRequest {}

/// The most that may leave a hot wallet within 24 hours, fees included.
///
/// Lowering it counts at once; raising it counts 24 hours later, so that a thief of an open page gains nothing by it.
public struct CoinLimit: Hashable, Sendable {
    /// How long a higher limit waits, and how long a payment counts.
    public static let dayMilliseconds: Int64 = 86_400_000

    /// What counted when it was last set.
    public private(set) var amount: CoinAmount
    /// A higher one that waits, with the moment from which it counts.
    public private(set) var raised: CoinAmount?
    /// Nil where none waits.
    public private(set) var raisedFrom: Timestamp?

    /// A limit of a new wallet.
    public init(_ amount: CoinAmount) {
        self.amount = amount
    }

    /// A limit as it was kept.
    public init(_ amount: CoinAmount, raised: CoinAmount?, from raisedFrom: Timestamp?) {
        self.amount = amount
        guard let raised, let raisedFrom else { return }
        (self.raised, self.raisedFrom) = (raised, raisedFrom)
    }

    /// What counts now.
    public func current(_ now: Timestamp) -> CoinAmount {
        guard let raised, let raisedFrom, raisedFrom <= now else { return amount }
        return raised
    }

    /// A higher limit that waits still.
    public func waiting(_ now: Timestamp) -> (amount: CoinAmount, from: Timestamp)? {
        guard let raised, let raisedFrom, now < raisedFrom else { return nil }
        return (raised, raisedFrom)
    }

    /// Lowers it at once, whatever the time is; false for more than is certain to count.
    public mutating func lower(to wanted: CoinAmount) -> Bool {
        guard wanted <= amount else { return false }
        self = CoinLimit(wanted)
        return true
    }

    /// Moves a higher limit that waits still by a step of the clock, so that none counts sooner for setting it (F80).
    public mutating func move(byMilliseconds step: Int64, now: Timestamp) {
        guard let waiting = waiting(now) else { return }
        raisedFrom = waiting.from.advanced(byMilliseconds: step)
    }

    /// The most that it comes to by itself.
    public var highest: CoinAmount { max(amount, raised ?? .zero) }

    /// Sets another limit; the same one as waits already goes on waiting.
    public mutating func set(_ wanted: CoinAmount, now: Timestamp) {
        if let waiting = waiting(now), waiting.amount == wanted { return }
        amount = current(now)
        (raised, raisedFrom) = (nil, nil)
        if wanted <= amount {
            amount = wanted
        } else {
            (raised, raisedFrom) = (wanted, now.advanced(byMilliseconds: Self.dayMilliseconds))
        }
    }
}

/// How long a new payee of a hot wallet waits.
public enum CoinPayeeWait {
    /// 24 hours, in which its member is told of it.
    public static let milliseconds: Int64 = 86_400_000

    /// From when a payee can be paid.
    public static func payableFrom(_ addedAt: Timestamp) -> Timestamp {
        addedAt.advanced(byMilliseconds: milliseconds)
    }
}

/// A payment out of a hot wallet: prepared, given to a node once, and then as the chain has it.
public struct CoinPayment: Hashable, Sendable {
    /// How long a prepared payment can be sent; its fee and the outputs that hide it grow old.
    public static let goodMilliseconds: Int64 = 3_600_000

    /// Where it is.
    public private(set) var progress: CoinTransferProgress
    public let preparedAt: Timestamp
    /// When its member last had it given to a node; nil while it is prepared.
    public private(set) var sentAt: Timestamp?
    /// Whether it was in a backup that was put back.
    public private(set) var isHeld = false
    /// What it takes from the wallet: of one to an own account the fee alone.
    public let leaving: CoinAmount

    /// A payment that was prepared now.
    public init(preparedAt: Timestamp, leaving: CoinAmount) {
        (progress, self.preparedAt, self.leaving) = (.prepared, preparedAt, leaving)
    }

    /// A payment as it was kept.
    public init(
        progress: CoinTransferProgress,
        preparedAt: Timestamp,
        sentAt: Timestamp?,
        isHeld: Bool = false,
        leaving: CoinAmount
    ) {
        (self.progress, self.preparedAt, self.sentAt, self.leaving) = (progress, preparedAt, sentAt, leaving)
        self.isHeld = isHeld
    }

    /// Until when it can be sent.
    public var goodUntil: Timestamp { preparedAt.advanced(byMilliseconds: Self.goodMilliseconds) }

    /// Whether it was never sent and is too old for that; a clock that was set back makes none older or younger.
    public func isExpired(_ now: Timestamp) -> Bool {
        let age = now.milliseconds(since: preparedAt)
        return progress.mayRelay && !(0..<Self.goodMilliseconds).contains(age)
    }

    /// Whether another payment has to wait for this one: it may be sent, or waits for a block.
    public func isOpen(_ now: Timestamp) -> Bool {
        switch progress.state {
        case .prepared: !isExpired(now)
        case .relayed, .inPool, .reorganised: true
        case .confirming, .confirmed, .failed: false
        }
    }

    /// Whether the same bytes are to be given to a node again, as none was seen to have them.
    public var isUnseen: Bool {
        switch progress.state {
        case .relayed, .reorganised: true
        case .prepared, .inPool, .confirming, .confirmed, .failed: false
        }
    }

    /// Whether no node is given it again unless its member says so: what was in a backup, or is older than a day.
    ///
    /// Much may have come in between, so that its member wants it no longer.
    public func waitsForWord(_ now: Timestamp) -> Bool {
        guard isUnseen, let sentAt else { return false }
        return isHeld || !(0..<CoinLimit.dayMilliseconds).contains(now.milliseconds(since: sentAt))
    }

    /// Whether the hub gives it to nodes by itself, or a block may hold it any moment; none for longer than a day.
    public func isUnderWay(_ now: Timestamp) -> Bool {
        guard isOpen(now), !waitsForWord(now), let sentAt else { return false }
        return now.milliseconds(since: sentAt) < CoinLimit.dayMilliseconds
    }

    /// Marks that its member wants it given to a node again; it counts against the limit of this day from now on.
    public mutating func beginAgain(now: Timestamp) {
        guard waitsForWord(now) else { return }
        (sentAt, isHeld) = (now, false)
    }

    /// Marks that it is given to a node now; false where that was done before, or comes too late.
    ///
    /// To be kept before the node hears of it.
    public mutating func begin(now: Timestamp) -> Bool {
        guard progress.mayRelay, !isExpired(now) else { return false }
        progress.observe(.relayed)
        sentAt = now
        return true
    }

    /// Takes what was seen of it; what was never sent is not on the chain.
    ///
    /// A node may withhold it, and a pool may forget it: one that is missing stays open, to be given to a node again. Another
    /// payment in its place could arrive beside it.
    public mutating func observe(_ sighting: CoinTransferProgress.ChainSighting) {
        guard sentAt != nil else { return }
        if sighting == .missing, progress.state == .inPool {
            progress = CoinTransferProgress(state: .relayed)
        } else {
            progress.observe(sighting)
        }
    }

    /// What left a wallet within the last 24 hours: all that was sent and did not fail, and what may be sent still.
    ///
    /// Nil for more than a chain can count.
    public static func spent(_ payments: [CoinPayment], now: Timestamp) -> CoinAmount? {
        var sum = CoinAmount.zero
        for payment in payments where payment.counts(now) {
            guard let more = sum.adding(payment.leaving) else { return nil }
            sum = more
        }
        return sum
    }

    private func counts(_ now: Timestamp) -> Bool {
        if progress.state == .failed { return false }
        guard let sentAt else { return !isExpired(now) }
        return now.milliseconds(since: sentAt) < CoinLimit.dayMilliseconds
    }
}
