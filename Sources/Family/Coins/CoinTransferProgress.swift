/// The progress of one transfer on a coin's chain, as far as it was seen there.
///
/// The chain decides: whatever was believed of a transfer before, a block that holds it makes it confirming.
public struct CoinTransferProgress: Hashable, Sendable {
    /// Where a transfer is.
    public enum State: Hashable, Sendable {
        /// Made and stored, not sent yet.
        case prepared
        /// Given to a node.
        case relayed
        /// Waits for a block.
        case inPool
        /// In a block, with too few on top of it to be spent: 1 to 9 confirmations.
        case confirming(UInt64)
        /// In a block with at least ten confirmations.
        case confirmed(UInt64)
        /// Refused for good, or gone from the pool without a block.
        case failed
        /// Was in a block that the chain gave up, and is in no other yet.
        case reorganised
    }

    /// An observation of a transfer.
    public enum ChainSighting: Hashable, Sendable {
        /// A node took it.
        case relayed
        case inPool
        /// In a block; its own block counts as the first confirmation.
        case inBlock(confirmations: UInt64)
        /// Neither in the pool nor in a block.
        case missing
        /// A node refuses it for good, as it spends what is spent.
        case refused
    }

    /// Confirmations after which coins can be spent.
    public static let confirmationsNeeded: UInt64 = 10

    /// Where it is now.
    public private(set) var state: State

    /// A transfer that was made here and is not sent yet.
    public static let prepared = CoinTransferProgress(state: .prepared)

    /// A transfer that others made, as it was first seen; nil where it was not seen at all.
    public init?(firstSeen sighting: ChainSighting) {
        switch sighting {
        case .relayed, .missing, .refused: return nil
        case .inPool, .inBlock:
            state = .relayed
            observe(sighting)
        }
    }

    /// A transfer whose state was kept.
    public init(state: State) {
        self.state = state
    }

    /// Whether it may be given to a node: once, and never after it was seen anywhere.
    public var mayRelay: Bool { state == .prepared }

    /// Confirmations so far.
    public var confirmations: UInt64 {
        switch state {
        case .confirming(let count), .confirmed(let count): count
        case .prepared, .relayed, .inPool, .failed, .reorganised: 0
        }
    }

    /// Takes what was seen; the same again changes nothing.
    public mutating func observe(_ sighting: ChainSighting) {
        switch sighting {
        case .relayed:
            if state == .prepared { state = .relayed }
        case .inPool:
            switch state {
            case .prepared, .relayed, .failed, .inPool: state = .inPool
            case .confirming, .confirmed, .reorganised: state = .reorganised
            }
        case .inBlock(let count):
            let count = max(1, count)
            state = count < Self.confirmationsNeeded ? .confirming(count) : .confirmed(count)
        case .missing:
            switch state {
            // A node that was asked a moment too early knows nothing of it yet.
            case .prepared, .relayed, .failed, .reorganised: break
            case .inPool: state = .failed
            case .confirming, .confirmed: state = .reorganised
            }
        case .refused:
            switch state {
            case .prepared, .relayed, .inPool, .reorganised, .failed: state = .failed
            // What a block holds was not refused.
            case .confirming, .confirmed: break
            }
        }
    }
}
