/// A coin with a chain of its own, which is worth something outside the family.
public enum Coin: UInt8, Hashable, Sendable, CaseIterable {
    case monero = 1

    /// Decimals that people see; the chain counts whole smallest units.
    public var scale: Int { 12 }
}

/// A chain of a coin: the one whose coins are worth something, or one for trials.
public enum CoinNetwork: UInt8, Hashable, Sendable, CaseIterable {
    case main = 1
    case staging = 2
    case test = 3
    /// A chain on one machine, whose blocks are made on demand.
    case local = 4

    /// Whether new blocks come all the time, so that an old last block means that a node is behind.
    public var hasSteadyBlocks: Bool { self != .local }
}

/// A wallet of a member on a coin's chain.
public enum CoinHolding {}

/// An exact count of a coin's smallest unit, as its chain counts it: never negative, never a fraction.
public struct CoinAmount: Hashable, Comparable, Sendable {
    /// The count.
    public let units: UInt64

    /// A count of smallest units.
    public init(_ units: UInt64) {
        self.units = units
    }

    /// Reads decimal digits without sign, space or leading zero; nil for anything else, and beyond 2^64 − 1.
    public init?(text: String) {
        guard let amount = Amount(text: text), let units = UInt64(exactly: amount.units) else { return nil }
        self.init(units)
    }

    /// No coins.
    public static let zero = CoinAmount(0)

    /// The count in decimal digits.
    public var text: String { Amount(UInt128(units)).text }

    /// The count in whole coins of a coin with twelve decimals, without zeros at the end: `0.5`.
    public var decimal: String {
        let one: UInt64 = 1_000_000_000_000
        let (whole, rest) = (units / one, units % one)
        guard rest > 0 else { return CoinAmount(whole).text }
        // A one in front keeps the zeros behind the point.
        var digits = Array(CoinAmount(one + rest).text.utf8.dropFirst())
        while digits.last == 0x30 { digits.removeLast() }
        return CoinAmount(whole).text + "." + String(decoding: digits, as: UTF8.self)
    }

    /// Both together, or nil where that is more than a chain can count.
    public func adding(_ other: CoinAmount) -> CoinAmount? {
        let (sum, overflow) = units.addingReportingOverflow(other.units)
        return overflow ? nil : CoinAmount(sum)
    }

    /// The difference; nothing where the other is larger.
    public func less(_ other: CoinAmount) -> CoinAmount {
        CoinAmount(units > other.units ? units - other.units : 0)
    }

    public static func < (left: CoinAmount, right: CoinAmount) -> Bool {
        left.units < right.units
    }
}
