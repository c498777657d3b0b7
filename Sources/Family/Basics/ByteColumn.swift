/// Numbers of one kind, each as its difference from what the ones before let expect, in planes: first the lowest bytes
/// of all, then the second ones. The higher planes of a steady column hold the same byte again and again, which a
/// compressor makes nothing of.
///
/// Numbers that nothing comes before stand ahead of the planes: a whole number among changes would make all codes wide.
extension ByteRowWriter {
    /// How far back differences go: the value itself, its change, or the change of its change.
    private static let orderMax = 2

    /// Writes a column; its length is known to whoever reads it.
    mutating func column(_ values: [Int64]) {
        guard !values.isEmpty else { return }
        var best: (order: Int, codes: [UInt64], cost: Int)?
        var differences = values
        for order in 0...min(ByteRowWriter.orderMax, values.count) {
            if order > 0 { differences = differences.differences(from: order) }
            let codes = differences.map { UInt64(bitPattern: ($0 << 1) ^ ($0 >> 63)) }
            let cost = codes.reduce(0) { $0 + (64 - $1.leadingZeroBitCount) }
            if cost < best?.cost ?? .max { best = (order, codes, cost) }
        }
        guard let best else { return }
        let codes = best.codes.dropFirst(best.order)
        let bits = 64 - codes.reduce(0, |).leadingZeroBitCount
        let width = (bits + 7) / 8
        byte(UInt8(best.order << 4 | width))
        for code in best.codes.prefix(best.order) { unsigned(code) }
        for plane in 0..<width {
            for code in codes { byte(UInt8(truncatingIfNeeded: code >> UInt64(8 * plane))) }
        }
    }
}

/// A column as it is read, from its first number to its last: so many at a time, as each plane is read by itself.
struct ByteColumn {
    private static let blockCount = 256

    private let order: Int
    private let width: Int
    /// From the lowest byte of a number to its next one.
    private let planeBytes: Int
    /// Where the lowest byte of the next number in planes stands.
    private var position: Int
    /// How many of the next numbers are known without them.
    private var known: Int
    /// The last number that was read and its change; of the known ones, the first and the change to the second.
    private var value: Int64
    private var change: Int64
    private var unread: Int
    private var block: [Int64] = []
    private var place = 0

    /// How many numbers are still to come.
    var left: Int { unread + block.count - place }

    /// The next number, of which there must be one left, out of the bytes that the column was found in.
    @inline(__always)
    mutating func next(in bytes: Span<UInt8>) -> Int64 {
        if place == block.count { readBlock(bytes) }
        place &+= 1
        return block[place &- 1]
    }

    private mutating func readBlock(_ bytes: Span<UInt8>) {
        // Out of the column while it is written, so that it is not copied.
        var numbers: [Int64] = []
        swap(&numbers, &block)
        let count = min(unread, ByteColumn.blockCount)
        if numbers.count != count { numbers = [Int64](repeating: 0, count: count) }
        var start = 0
        while known > 0, start < count {
            if start > 0 { value &+= change }
            numbers[start] = value
            (start, known) = (start + 1, known - 1)
        }
        readCodes(bytes, into: &numbers, from: start)
        sumUp(&numbers, from: start)
        swap(&numbers, &block)
        (unread, place) = (unread - count, 0)
    }

    private mutating func readCodes(_ bytes: Span<UInt8>, into numbers: inout [Int64], from start: Int) {
        let count = numbers.count - start
        var codes = numbers.mutableSpan
        guard count > 0, width > 0 else {
            for index in start..<codes.count { codes[index] = 0 }
            return
        }
        for plane in 0..<width {
            let first = position + plane * planeBytes
            let part = bytes.extracting(first..<first + count)
            if plane == 0 {
                for index in part.indices { codes[start &+ index] = Int64(part[index]) }
            } else {
                for index in part.indices { codes[start &+ index] |= Int64(part[index]) << Int64(8 &* plane) }
            }
        }
        for index in start..<codes.count { codes[index] = signed(UInt64(bitPattern: codes[index])) }
        position += count
    }

    /// Makes numbers of differences.
    private mutating func sumUp(_ numbers: inout [Int64], from start: Int) {
        guard order > 0 else { return }
        var (value, change) = (value, change)
        var numbers = numbers.mutableSpan
        if order == 1 {
            for index in start..<numbers.count {
                value &+= numbers[index]
                numbers[index] = value
            }
        } else {
            for index in start..<numbers.count {
                change &+= numbers[index]
                value &+= change
                numbers[index] = value
            }
        }
        (self.value, self.change) = (value, change)
    }
}

extension ByteColumn {
    /// No numbers.
    fileprivate init() {
        (order, width, planeBytes, position, known, value, change, unread) = (0, 0, 0, 0, 0, 0, 0, 0)
    }

    /// Known numbers, and others in planes behind the bytes that are read already; nil where these lie not all there.
    fileprivate init?(_ count: Int, head: (order: Int, width: Int), from reader: inout ByteRowReader) {
        (order, width, unread, planeBytes) = (head.order, head.width, count, count - head.order)
        (known, value, change) = (order, 0, 0)
        if order > 0 {
            guard let first = reader.signed() else { return nil }
            value = first
        }
        if order > 1 {
            guard let next = reader.signed() else { return nil }
            change = next
        }
        guard let planes = reader.take(planeBytes * width) else { return nil }
        position = planes.startIndex
    }

    /// As the first packs have it: all numbers stand in the planes, so that a column is as wide as the first of them.
    fileprivate init?(_ count: Int, wide head: (order: Int, width: Int), from reader: inout ByteRowReader) {
        guard let planes = reader.take(count * head.width) else { return nil }
        let bytes = reader.bytes.span
        let start = planes.startIndex
        func code(_ index: Int) -> Int64 {
            signed((0..<head.width).reduce(0) { $0 | UInt64(bytes[start + $1 * count + index]) << UInt64(8 * $1) })
        }
        (order, planeBytes, unread, position) = (head.order, count, count, start + head.order)
        known = order
        value = order > 0 ? code(0) : 0
        change = order > 1 ? value &+ code(1) : 0
        var width = head.width
        while order > 0, width > 0, bytes.isZero(start + (width - 1) * count + order, count: count - order) {
            width -= 1
        }
        self.width = width
    }
}

extension ByteRowReader {
    /// Finds a column of so many numbers and goes past it; `isWide` where the first of them stands among the others.
    mutating func column(_ count: Int, isWide: Bool) -> ByteColumn? {
        guard count > 0 else { return ByteColumn() }
        guard let byte = byte(), byte >> 4 <= 2, byte & 0x0F <= 8 else { return nil }
        let head = (order: Int(byte >> 4), width: Int(byte & 0x0F))
        guard head.order <= count else { return nil }
        return isWide ? ByteColumn(count, wide: head, from: &self) : ByteColumn(count, head: head, from: &self)
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
    /// Each one from `first` on less the one before; what overflows comes right again when they are added up.
    fileprivate func differences(from first: Int) -> [Int64] {
        var changes = self
        for index in first..<count { changes[index] = self[index] &- self[index - 1] }
        return changes
    }
}
