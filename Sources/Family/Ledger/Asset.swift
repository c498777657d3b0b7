/// Something that is owned in amounts: gold, the hearth coin, or what a family invents.
///
/// It is called what it is; nothing here knows of a market value. Amounts of two assets are never added or exchanged.
@frozen
public struct Asset: Hashable, Sendable {
    /// Which of a ledger's assets.
    @frozen
    public struct Number: Hashable, Comparable, Sendable {
        public let rawValue: UInt32

        @inlinable
        public init(_ rawValue: UInt32) {
            self.rawValue = rawValue
        }

        @inlinable
        public static func < (left: Number, right: Number) -> Bool {
            left.rawValue < right.rawValue
        }

        /// What finished minutes earn; every ledger has it.
        public static let gold = Number(1)
        /// The hearth coin; every ledger has it.
        public static let coin = Number(2)
        /// The first of those that a family adds.
        public static let firstOwn = Number(16)
    }

    public let number: Number
    /// How many decimals people see: 2 shows 1 234 smallest units as 12.34.
    public let scale: UInt8

    /// Beyond this many decimals not even one whole could be held.
    public static let scaleMax: UInt8 = 38
    public static let gold = Asset(number: .gold, scale: 0)
    public static let coin = Asset(number: .coin, scale: 2)

    /// Any number and scale; the ledger refuses a scale above `scaleMax`.
    @inlinable
    public init(number: Number, scale: UInt8) {
        self.number = number
        self.scale = scale
    }
}
