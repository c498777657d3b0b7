package import Family

/// What a Monero address says: its chain, its kind, and the two public keys.
package struct MoneroAddress: Hashable, Sendable {
    /// The kind of an address.
    package enum Kind: Hashable, Sendable {
        /// A whole wallet.
        case primary
        /// One of the many further addresses of a wallet.
        case sub
        /// A primary address with a payment's number in it.
        case integrated
    }

    package let network: CoinNetwork
    package let kind: Kind
    package let spendKey: [UInt8]
    package let viewKey: [UInt8]

    /// Reads an address; nil for anything else.
    ///
    /// Its checksum is the wallet program's to judge.
    package init?(_ text: String) {
        guard let bytes = Self.decode(text), let first = bytes.first, let (network, kind) = Self.kinds[first],
            bytes.count == (kind == .integrated ? 77 : 69)
        else { return nil }
        (self.network, self.kind) = (network, kind)
        (spendKey, viewKey) = (Array(bytes[1..<33]), Array(bytes[33..<65]))
    }

    /// The first byte of an address by chain and kind (`cryptonote_config.h`); a local chain has the main one's.
    private static let kinds: [UInt8: (CoinNetwork, Kind)] = [
        18: (.main, .primary), 19: (.main, .integrated), 42: (.main, .sub),
        24: (.staging, .primary), 25: (.staging, .integrated), 36: (.staging, .sub),
        53: (.test, .primary), 54: (.test, .integrated), 63: (.test, .sub),
    ]

    private static let digits: [UInt8: UInt64] = Dictionary(
        uniqueKeysWithValues: "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8.enumerated()
            .map { ($1, UInt64($0)) }
    )

    /// How many digits a block takes, by its count of bytes.
    private static let digitsOfBytes = [0, 2, 3, 5, 6, 7, 9, 10, 11]

    /// Reads base 58 as Monero writes it: blocks of eight bytes in eleven digits, and what is left in fewer.
    private static func decode(_ text: String) -> [UInt8]? {
        let letters = Array(text.utf8)
        guard letters.count <= 110 else { return nil }
        var bytes: [UInt8] = []
        var start = 0
        while start < letters.count {
            let block = letters[start..<min(start + 11, letters.count)]
            guard let count = digitsOfBytes.firstIndex(of: block.count), let number = number(block) else { return nil }
            guard count == 8 || number >> (8 * UInt64(count)) == 0 else { return nil }
            for shift in stride(from: 8 * (count - 1), through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
            }
            start += 11
        }
        return bytes
    }

    private static func number(_ block: ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for letter in block {
            guard let digit = digits[letter] else { return nil }
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: 58)
            let (sum, overflows) = product.addingReportingOverflow(digit)
            guard !isTooLarge, !overflows else { return nil }
            number = sum
        }
        return number
    }
}
