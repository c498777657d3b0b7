/// The identity of one thing of kind `Subject`: a UUID, version 7 where this hub or its clients made it.
///
/// Compared and hashed as 128 bits, never as text, so that the browser's core needs no string comparison.
@frozen
public struct ID<Subject: ~Copyable>: Hashable, Comparable, Sendable {
    /// The first eight bytes, big-endian: for version 7 the time stamp and 12 random bits.
    public let high: UInt64
    /// The last eight bytes, big-endian.
    public let low: UInt64

    @inlinable
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The identity of another kind that names the same thing, such as a trip and its first alarm.
    @inlinable
    public init<Other: ~Copyable>(sharing other: ID<Other>) {
        self.init(high: other.high, low: other.low)
    }

    @inlinable
    public static func < (left: Self, right: Self) -> Bool {
        left.high != right.high ? left.high < right.high : left.low < right.low
    }

    @inlinable
    public static func == (left: Self, right: Self) -> Bool {
        left.high == right.high && left.low == right.low
    }

    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(high)
        hasher.combine(low)
    }
}

extension ID where Subject: ~Copyable {
    /// An identity of version 7 (RFC 9562, section 5.7) for something made at `now`.
    ///
    /// - Parameters:
    ///   - now: the time that the identity sorts by.
    ///   - random: 80 bits of chance, of which 74 are used.
    public init(now: Timestamp, random: (UInt16, UInt64)) {
        let milliseconds = UInt64(bitPattern: now.milliseconds) & 0xFFFF_FFFF_FFFF
        high = milliseconds << 16 | 0x7000 | UInt64(random.0) & 0x0FFF
        low = 0x8000_0000_0000_0000 | random.1 & 0x3FFF_FFFF_FFFF_FFFF
    }

    /// Reads sixteen bytes, big-endian; nil for any other number of them.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for index in 0..<8 {
            high = high << 8 | UInt64(bytes[index])
            low = low << 8 | UInt64(bytes[index + 8])
        }
        self.init(high: high, low: low)
    }

    /// Sixteen bytes, big-endian, as the database keeps them.
    public var bytes: [UInt8] {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { unsafe Array($0) }
    }

    /// Reads the usual text of a UUID, 36 characters with hyphens, in either case; nil for anything else.
    public init?(text: String) {
        var halves: (UInt64, UInt64) = (0, 0)
        var digits = 0
        var position = 0
        // Over the bytes where they lie: going through the view itself brings half of String into the browser.
        let bytes = text.utf8.span
        for index in bytes.indices {
            let byte = bytes[index]
            if position == 8 || position == 13 || position == 18 || position == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
            } else {
                guard let value = hexadecimalValue(byte), digits < 32 else { return nil }
                if digits < 16 { halves.0 = halves.0 << 4 | value } else { halves.1 = halves.1 << 4 | value }
                digits += 1
            }
            position += 1
        }
        guard position == 36, digits == 32 else { return nil }
        self.init(high: halves.0, low: halves.1)
    }

    /// The usual text of a UUID, in lower case.
    public var text: String {
        var characters: [UInt8] = []
        characters.reserveCapacity(36)
        for index in 0..<32 {
            if index == 8 || index == 12 || index == 16 || index == 20 { characters.append(UInt8(ascii: "-")) }
            let half = index < 16 ? high : low
            let value = UInt8(truncatingIfNeeded: half >> UInt64(60 - 4 * (index % 16))) & 0x0F
            characters.append(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10)
        }
        return String(decoding: characters, as: UTF8.self)
    }
}

private func hexadecimalValue(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
}
