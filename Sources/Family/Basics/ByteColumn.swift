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

/// A column as it is read: from its first number to its last, none of them kept.
struct ByteColumn {
    /// How many numbers are still to come.
    private(set) var left: Int
    /// Where the lowest byte of the next one stands.
    private var position: Int
    /// From there to its next byte: each plane has a byte of every number.
    private let planeBytes: Int
    private var width: Int
    private let order: Int
    private var value: Int64 = 0
    private var change: Int64 = 0

    /// Of planes that lie within the bytes.
    fileprivate init(count: Int, at position: Int, width: Int, order: Int, in bytes: Span<UInt8>) {
        (left, self.position, planeBytes, self.width, self.order) = (count, position, count, width, order)
        // The first number of changes is a whole one, while the others have few bytes: it is begun with, and planes
        // that hold nothing else are left out.
        guard order > 0, count > 0 else { return }
        let first = signed(code(in: bytes))
        while self.width > 0, bytes.isZero(position + (self.width - 1) * count + 1, count: count - 1) {
            self.width -= 1
        }
        let start = first &- signed(code(in: bytes))
        if order == 1 { value = start } else { change = start }
    }

    /// The next number, of which there must be one left, out of the bytes that the column was found in.
    @inline(__always)
    mutating func next(in bytes: Span<UInt8>) -> Int64 {
        let difference = signed(code(in: bytes))
        position &+= 1
        left &-= 1
        guard order > 0 else { return difference }
        change = order == 1 ? difference : change &+ difference
        value &+= change
        return value
    }

    @inline(__always)
    private func code(in bytes: Span<UInt8>) -> UInt64 {
        guard width > 0 else { return 0 }
        var code = UInt64(bytes[position])
        guard width > 1 else { return code }
        var (shift, place) = (UInt64(8), position &+ planeBytes)
        for _ in 1..<width {
            code |= UInt64(bytes[place]) << shift
            (shift, place) = (shift &+ 8, place &+ planeBytes)
        }
        return code
    }
}

extension ByteRowReader {
    /// Finds a column of so many numbers and goes past it.
    mutating func column(_ count: Int) -> ByteColumn? {
        guard count > 0 else { return ByteColumn(count: 0, at: 0, width: 0, order: 0, in: bytes.span) }
        guard let head = byte(), head >> 4 <= 2, head & 0x0F <= 8 else { return nil }
        let width = Int(head & 0x0F)
        guard let planes = take(count * width) else { return nil }
        return ByteColumn(
            count: count,
            at: planes.startIndex,
            width: width,
            order: Int(head >> 4),
            in: bytes.span
        )
    }
}

/// The number of a code that has its sign in the lowest bit.
@inline(__always)
private func signed(_ code: UInt64) -> Int64 {
    Int64(bitPattern: code >> 1) ^ (0 &- Int64(bitPattern: code & 1))
}

extension Span<UInt8> {
    /// Whether so many bytes from there on are all zero.
    fileprivate func isZero(_ start: Int, count: Int) -> Bool {
        let part = extracting(start..<start + count)
        var all: UInt8 = 0
        for index in part.indices { all |= part[index] }
        return all == 0
    }
}

extension [Int64] {
    /// Each one less the one before, the first as it is; what overflows comes right again when they are added up.
    fileprivate var differences: [Int64] {
        var before: Int64 = 0
        return map { value in
            defer { before = value }
            return value &- before
        }
    }
}
