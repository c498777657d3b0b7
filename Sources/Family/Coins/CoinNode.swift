/// What a node says of itself and its chain.
public struct CoinNodeReading: Hashable, Sendable {
    /// Nil for a network that Hearth does not know.
    public var network: CoinNetwork?
    /// Blocks of its chain.
    public var height: UInt64
    /// Blocks that its peers have; 0 where it does not know of further ones.
    public var targetHeight: UInt64
    /// Whether it says that it has all blocks.
    public var isSynchronised: Bool
    /// When its last block was made, as that block says.
    public var lastBlockAt: Timestamp

    /// A reading as the node gives it, unjudged.
    public init(
        network: CoinNetwork?,
        height: UInt64,
        targetHeight: UInt64,
        isSynchronised: Bool,
        lastBlockAt: Timestamp
    ) {
        (self.network, self.height, self.targetHeight) = (network, height, targetHeight)
        (self.isSynchronised, self.lastBlockAt) = (isSynchronised, lastBlockAt)
    }
}

/// Whether a node can be believed.
public enum CoinNodeState: Hashable, Sendable {
    case good
    /// It does not answer.
    case away
    /// It lacks blocks, by as many as it says itself; 0 where it does not say.
    case behind(blocks: UInt64)
    /// Its chain is another one than the keeper set.
    case wrongNetwork
    /// Its heights contradict the time, what it said before, or the blocks that it hands out.
    case contradictory

    /// The deepest reorganisation that is believed.
    public static let depthMax: UInt64 = 20
    private static let oldMilliseconds: Int64 = 3_600_000
    /// How far ahead of the time the protocol lets a block be.
    private static let aheadMilliseconds: Int64 = 7_200_000

    /// Judges what a node says.
    ///
    /// - Parameters:
    ///   - reading: nil where it did not answer.
    ///   - network: the one that the keeper set.
    ///   - known: the height up to which blocks were read before; 0 for none.
    ///   - delivered: the height at which it stopped handing out blocks; nil while they come.
    ///   - now: the time.
    public init(
        _ reading: CoinNodeReading?,
        expecting network: CoinNetwork,
        known: UInt64,
        delivered: UInt64? = nil,
        now: Timestamp
    ) {
        guard let reading else {
            self = .away
            return
        }
        let isSteady = network.hasSteadyBlocks
        let age = now.milliseconds(since: reading.lastBlockAt)
        if reading.network != network {
            self = .wrongNetwork
        } else if known > Self.depthMax, reading.height < known - Self.depthMax {
            self = .contradictory
        } else if isSteady, age < -Self.aheadMilliseconds {
            self = .contradictory
        } else if network == .main, reading.height > MoneroHeight.most(at: now) {
            self = .contradictory
        } else if let delivered, delivered + Self.depthMax < reading.height {
            self = .contradictory
        } else if reading.targetHeight > reading.height {
            self = .behind(blocks: reading.targetHeight - reading.height)
        } else if !reading.isSynchronised || isSteady && age > Self.oldMilliseconds {
            self = .behind(blocks: 0)
        } else {
            self = .good
        }
    }
}

/// Heights of Monero's main chain by time: a block comes about every two minutes.
public enum MoneroHeight {
    /// The block with which blocks became two minutes apart, and when it was made.
    private static let anchor: (height: UInt64, at: Timestamp) = (
        1_009_827, Timestamp(milliseconds: 1_458_748_658_000)
    )
    private static let blockMilliseconds: Int64 = 120_000
    /// How far before a day reading begins, as blocks do not come evenly: 30 days.
    private static let margin: UInt64 = 21_600

    /// A height that the main chain had not reached at a time: where a wallet that was made then begins to read.
    public static func before(_ time: Timestamp) -> UInt64 {
        let about = height(at: time)
        return about > margin ? about - margin : 0
    }

    /// A height that the main chain cannot have at a time: 5 percent more blocks than are to be expected.
    static func most(at time: Timestamp) -> UInt64 {
        let about = height(at: time)
        return about + about / 20
    }

    /// Before the anchor, blocks came twice as often; a wallet that old begins at the first block.
    private static func height(at time: Timestamp) -> UInt64 {
        let passed = time.milliseconds(since: anchor.at)
        return passed > 0 ? anchor.height + UInt64(passed / blockMilliseconds) : 0
    }
}
