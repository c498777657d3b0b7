/// What a family has settled about somebody's missions.
public struct MissionSettings: Hashable, Sendable {
    public var weights: GoldWeights
    public var payout: PayoutRule
    /// Whether a countdown can be paused.
    public var mayPause: Bool
    /// Whether a countdown can be stopped before its end and pays for what passed.
    public var mayStop: Bool
    /// Whether an adult is asked also about what a child gave itself.
    public var ownNeedsApproval: Bool

    /// What holds where nobody settled anything.
    public static let usual = MissionSettings(
        weights: .even,
        payout: .full,
        mayPause: true,
        mayStop: true,
        ownNeedsApproval: false
    )

    public init(weights: GoldWeights, payout: PayoutRule, mayPause: Bool, mayStop: Bool, ownNeedsApproval: Bool) {
        self.weights = weights
        self.payout = payout
        self.mayPause = mayPause
        self.mayStop = mayStop
        self.ownNeedsApproval = ownNeedsApproval
    }
}

/// How much gold a minute is worth, by priority: 1 to 10 each.
public struct GoldWeights: Hashable, Sendable {
    public let high: UInt8
    public let medium: UInt8
    public let low: UInt8

    public static let range: ClosedRange<UInt8> = 1...10
    /// One gold a minute, whatever the priority.
    public static let even = GoldWeights(all: 1)

    /// Three weights; nil where one lies outside `range`.
    public init?(high: UInt8, medium: UInt8, low: UInt8) {
        guard GoldWeights.range.contains(high), GoldWeights.range.contains(medium), GoldWeights.range.contains(low)
        else { return nil }
        (self.high, self.medium, self.low) = (high, medium, low)
    }

    private init(all weight: UInt8) {
        (high, medium, low) = (weight, weight, weight)
    }

    /// The gold for so many minutes; none for a count below nothing.
    public func gold(minutes: Int64, priority: MissionPriority) -> Amount {
        let weight =
            switch priority {
            case .high: high
            case .medium: medium
            case .low: low
            }
        return Amount(UInt128(max(0, minutes)) * UInt128(weight))
    }
}

/// Gold for one occurrence of a mission.
public struct GoldPayment: Hashable, Sendable {
    /// What is done with it.
    public enum Way: UInt8, CaseIterable, Hashable, Sendable {
        case payout = 1
        /// An approval was undone: the same amount goes back.
        case reversal = 2
    }

    public let mission: ID<Mission>
    public let occurrence: UInt32
    /// How many approvals of this occurrence were undone before.
    public let round: UInt32
    public let to: ID<Member>
    /// Never zero.
    public let amount: Amount

    init(mission: ID<Mission>, occurrence: UInt32, round: UInt32, to: ID<Member>, amount: Amount) {
        self.mission = mission
        self.occurrence = occurrence
        self.round = round
        self.to = to
        self.amount = amount
    }

    /// What the identity of the ledger's command is made from: the same bytes for the same payment, others for every other.
    ///
    /// So that it cannot be paid twice, whatever else goes wrong. The hub puts its secret to it: nobody may know the identity
    /// beforehand and take it for a transfer of their own. The amount is no part of it: one occurrence pays once.
    public func identity(_ way: Way) -> [UInt8] {
        var writer = ByteRowWriter(capacity: 48)
        for byte in "hearth/gold/v1".utf8 { writer.byte(byte) }
        writer.byte(way.rawValue)
        writer.fixed64(mission.high)
        writer.fixed64(mission.low)
        writer.fixed32(occurrence)
        writer.fixed32(round)
        return writer.bytes
    }
}
