/// A value of CBOR (RFC 8949), as far as authenticators write it (CTAP2): lengths are definite, and there are no floating
/// numbers and no tags.
package enum CBOR: Hashable, Sendable {
    case unsigned(UInt64)
    /// -1 less the number.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case list([CBOR])
    case map([Pair])
    /// False is 20, true 21, null 22.
    case simple(UInt8)

    /// An entry of a map.
    package struct Pair: Hashable, Sendable {
        package var key: CBOR
        package var value: CBOR
    }

    /// How deep values may be nested.
    private static let depthMax = 8

    /// The one value that some bytes hold; nil where they hold none, or more than one.
    package init?(_ bytes: some Collection<UInt8>) {
        var rest = ArraySlice(bytes)
        guard let value = CBOR(reading: &rest), rest.isEmpty else { return nil }
        self = value
    }

    /// Reads the first value of some bytes and leaves what follows it; nil where there is none.
    package init?(reading bytes: inout ArraySlice<UInt8>) {
        guard let value = CBOR.read(&bytes, depth: 0) else { return nil }
        self = value
    }

    /// The value of a map under a number; nil for what is no map or has no such key.
    package subscript(key: Int) -> CBOR? {
        value(of: key < 0 ? .negative(UInt64(-1 - key)) : .unsigned(UInt64(key)))
    }

    /// The value of a map under a text.
    package subscript(key: String) -> CBOR? { value(of: .text(key)) }

    /// The bytes of a byte string; nil for anything else.
    package var bytes: [UInt8]? {
        guard case .bytes(let bytes) = self else { return nil }
        return bytes
    }

    /// The number that it is, where that fits.
    package var integer: Int? {
        switch self {
        case .unsigned(let value): Int(exactly: value)
        case .negative(let value): Int(exactly: value).map { -1 - $0 }
        default: nil
        }
    }

    private func value(of key: CBOR) -> CBOR? {
        guard case .map(let pairs) = self else { return nil }
        return pairs.first { $0.key == key }?.value
    }

    private static func read(_ bytes: inout ArraySlice<UInt8>, depth: Int) -> CBOR? {
        guard depth <= depthMax, let head = bytes.popFirst() else { return nil }
        let kind = head >> 5
        if kind == 7 {
            guard (20...22).contains(head & 31) else { return nil }
            return .simple(head & 31)
        }
        guard let count = readCount(head & 31, &bytes) else { return nil }
        switch kind {
        case 0: return .unsigned(count)
        case 1: return .negative(count)
        case 2: return take(count, &bytes).map { .bytes(Array($0)) }
        case 3: return take(count, &bytes).flatMap { String(validating: $0, as: UTF8.self) }.map { .text($0) }
        case 4: return readList(count, &bytes, depth: depth)
        case 5: return readMap(count, &bytes, depth: depth)
        default: return nil
        }
    }

    /// What the low five bits of a head say, with the bytes that follow where they say so.
    private static func readCount(_ low: UInt8, _ bytes: inout ArraySlice<UInt8>) -> UInt64? {
        guard low >= 24 else { return UInt64(low) }
        guard low <= 27 else { return nil }
        return take(1 << UInt64(low - 24), &bytes)?.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func take(_ count: UInt64, _ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard count <= UInt64(bytes.count) else { return nil }
        defer { bytes = bytes.dropFirst(Int(count)) }
        return bytes.prefix(Int(count))
    }

    private static func readList(_ count: UInt64, _ bytes: inout ArraySlice<UInt8>, depth: Int) -> CBOR? {
        // Each value takes a byte at least, so that no claimed length makes room for more than came.
        guard count <= UInt64(bytes.count) else { return nil }
        var values: [CBOR] = []
        for _ in 0..<count {
            guard let value = read(&bytes, depth: depth + 1) else { return nil }
            values.append(value)
        }
        return .list(values)
    }

    private static func readMap(_ count: UInt64, _ bytes: inout ArraySlice<UInt8>, depth: Int) -> CBOR? {
        guard count <= UInt64(bytes.count) / 2 else { return nil }
        var pairs: [Pair] = []
        var keys: Set<CBOR> = []
        for _ in 0..<count {
            guard let key = read(&bytes, depth: depth + 1), keys.insert(key).inserted,
                let value = read(&bytes, depth: depth + 1)
            else { return nil }
            pairs.append(Pair(key: key, value: value))
        }
        return .map(pairs)
    }
}
