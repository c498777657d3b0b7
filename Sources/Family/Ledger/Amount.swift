/// So many of an asset's smallest unit: never negative, never a fraction.
@frozen
public struct Amount: Hashable, Comparable, Sendable {
    /// How many; 16 bytes, because a coin of 18 decimals does not fit eight.
    public let units: UInt128

    @inlinable
    public init(_ units: UInt128) {
        self.units = units
    }

    public static let zero = Amount(0)
    public static let max = Amount(.max)

    @inlinable
    public static func < (left: Amount, right: Amount) -> Bool {
        left.units < right.units
    }

    /// Both together, or nil where that is more than an amount can be.
    @inlinable
    public func adding(_ other: Amount) -> Amount? {
        let (sum, overflow) = units.addingReportingOverflow(other.units)
        return overflow ? nil : Amount(sum)
    }

    /// What is left without the other; nothing where the other is larger.
    @inlinable
    public func less(_ other: Amount) -> Amount {
        Amount(units > other.units ? units - other.units : 0)
    }
}

extension Amount {
    /// Digits of the largest amount.
    private static let digitsMax = 39

    /// Reads a count of smallest units in decimal digits, without sign, space or leading zero; nil for anything else.
    public init?(text: String) {
        let digits = text.utf8.span
        guard (1...Amount.digitsMax).contains(digits.count), digits.count == 1 || digits[0] != UInt8(ascii: "0") else {
            return nil
        }
        var units: UInt128 = 0
        for index in digits.indices {
            let digit = digits[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            let (tenfold, tooLarge) = units.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = tenfold.addingReportingOverflow(UInt128(digit))
            guard !tooLarge, !overflow else { return nil }
            units = sum
        }
        self.init(units)
    }

    /// The count in decimal digits.
    public var text: String {
        var digits: [UInt8] = []
        var rest = units
        repeat {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            digits.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
            rest = quotient
        } while rest > 0
        digits.reverse()
        return String(decoding: digits, as: UTF8.self)
    }
}
