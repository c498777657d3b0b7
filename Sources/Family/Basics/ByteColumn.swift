/// Numbers of one kind, each as its difference from what the ones before let expect, in planes: first the lowest bytes
/// of all, then the second ones. The higher planes of a steady column hold the same byte again and again, which a
/// compressor makes nothing of.
extension ByteRowWriter {
    /// How far back differences go: the value itself, its change, or the change of its change.
    private static let orders = 0...2

    /// Writes a column; its length is known to whoever reads it.
    mutating func column(_ values: [Int64]) {
        guard !values.isEmpty else { return }
        var best: (order: Int, codes: [UInt64], cost: Int)?
        var differences = values
        for order in ByteRowWriter.orders {
            if order > 0 { differences = differences.differences }
            let codes = differences.map { UInt64(bitPattern: ($0 << 1) ^ ($0 >> 63)) }
            let cost = codes.reduce(0) { $0 + (64 - $1.leadingZeroBitCount) }
            if cost < best?.cost ?? .max { best = (order, codes, cost) }
        }
        guard let best else { return }
        let bits = 64 - best.codes.reduce(0, |).leadingZeroBitCount
        let width = (bits + 7) / 8
        byte(UInt8(best.order << 4 | width))
        for plane in 0..<width {
            for code in best.codes { byte(UInt8(truncatingIfNeeded: code >> UInt64(8 * plane))) }
        }
    }
}

extension ByteRowReader {
    /// Reads a column of so many numbers.
    mutating func column(_ count: Int) -> [Int64]? {
        guard count > 0 else { return [] }
        guard let head = byte(), head >> 4 <= 2, head & 0x0F <= 8 else { return nil }
        var codes = [UInt64](repeating: 0, count: count)
        for plane in 0..<Int(head & 0x0F) {
            guard let bytes = take(count) else { return nil }
            let shift = UInt64(8 * plane)
            for (index, byte) in bytes.enumerated() { codes[index] |= UInt64(byte) << shift }
        }
        var values = codes.map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
        for _ in 0..<head >> 4 { values = values.sums }
        return values
    }
}

extension [Int64] {
    /// Each one less the one before, the first as it is; what overflows comes right again in `sums`.
    fileprivate var differences: [Int64] {
        var before: Int64 = 0
        return map { value in
            defer { before = value }
            return value &- before
        }
    }

    /// The numbers of which these are the differences.
    fileprivate var sums: [Int64] {
        var sum: Int64 = 0
        return map { difference in
            sum &+= difference
            return sum
        }
    }
}
