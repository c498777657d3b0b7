/// How far the clocks of a time zone are from UTC at any moment, as its file of the time zone database says it.
public struct ZoneRules: Hashable, Sendable {
    /// Seconds since 1970 at which the clocks change, ascending.
    private let changes: [Int64]
    /// Seconds east of UTC after each of them.
    private let offsets: [Int64]
    /// Before the first change.
    private let firstOffset: Int64
    /// What goes on after the last change; nil where nothing changes any more.
    private let yearly: YearlyClockChange?

    /// UTC itself.
    public static let utc = ZoneRules(changes: [], offsets: [], firstOffset: 0, yearly: nil)

    private init(changes: [Int64], offsets: [Int64], firstOffset: Int64, yearly: YearlyClockChange?) {
        (self.changes, self.offsets, self.firstOffset, self.yearly) = (changes, offsets, firstOffset, yearly)
    }

    /// Reads a TZif file (RFC 8536) of version 2 or later; nil for anything else, and for more than 4 000 changes.
    public init?(file bytes: [UInt8]) {
        var reader = ZoneFileReader(bytes)
        guard let short = reader.header(), reader.skip(short.bodyCount(timeCount: 4)), let counts = reader.header(),
            counts.isSound
        else { return nil }
        var changes: [Int64] = []
        for _ in 0..<counts.times {
            guard let change = reader.number(8), change > changes.last ?? .min else { return nil }
            changes.append(change)
        }
        var kinds: [Int] = []
        for _ in 0..<counts.times {
            guard let kind = reader.byte(), Int(kind) < counts.kinds else { return nil }
            kinds.append(Int(kind))
        }
        var offsetsOfKinds: [Int64] = []
        for _ in 0..<counts.kinds {
            guard let offset = reader.number(4), abs(offset) < 26 * 3_600, reader.skip(2) else { return nil }
            offsetsOfKinds.append(offset)
        }
        guard reader.skip(counts.bodyCount(timeCount: 8) - counts.times * 9 - counts.kinds * 6),
            let footer = reader.footer()
        else { return nil }
        var yearly: YearlyClockChange?
        if !footer.isEmpty {
            guard let read = YearlyClockChange(footer) else { return nil }
            yearly = read
        }
        self.init(
            changes: changes,
            offsets: kinds.map { offsetsOfKinds[$0] },
            firstOffset: offsetsOfKinds[0],
            yearly: yearly
        )
    }

    /// Seconds that the clocks are ahead of UTC at a moment; negative in the west.
    public func offsetSeconds(at moment: Timestamp) -> Int64 {
        let seconds = moment.milliseconds.flooredQuotientAndRemainder(dividingBy: 1_000).quotient
        if let yearly, changes.isEmpty || seconds >= changes[changes.count - 1] {
            return yearly.offsetSeconds(at: seconds)
        }
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? firstOffset : offsets[low - 1]
    }
}

/// Reads a TZif file: numbers are big-endian.
private struct ZoneFileReader {
    /// What follows a header.
    struct Counts {
        let marks: Int
        let leaps: Int
        let times: Int
        let kinds: Int
        let letters: Int

        var isSound: Bool { times <= 4_000 && (1...256).contains(kinds) }

        func bodyCount(timeCount: Int) -> Int {
            times * (timeCount + 1) + kinds * 6 + letters + leaps * (timeCount + 4) + marks
        }
    }

    private static let magic = Array("TZif".utf8)
    private static let countMax: Int64 = 100_000
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func byte() -> UInt8? {
        guard position < bytes.count else { return nil }
        position += 1
        return bytes[position - 1]
    }

    mutating func skip(_ count: Int) -> Bool {
        guard count >= 0, bytes.count - position >= count else { return false }
        position += count
        return true
    }

    /// A signed number of four or eight bytes.
    mutating func number(_ count: Int) -> Int64? {
        guard bytes.count - position >= count else { return nil }
        var value: UInt64 = bytes[position] & 0x80 == 0 ? 0 : .max
        for _ in 0..<count {
            value = value << 8 | UInt64(bytes[position])
            position += 1
        }
        return Int64(bitPattern: value)
    }

    mutating func header() -> Counts? {
        for expected in ZoneFileReader.magic {
            guard byte() == expected else { return nil }
        }
        guard let version = byte(), version >= UInt8(ascii: "2"), skip(15) else { return nil }
        var numbers: [Int] = []
        for _ in 0..<6 {
            guard let number = number(4), (0...ZoneFileReader.countMax).contains(number) else { return nil }
            numbers.append(Int(number))
        }
        return Counts(
            marks: numbers[0] + numbers[1],
            leaps: numbers[2],
            times: numbers[3],
            kinds: numbers[4],
            letters: numbers[5]
        )
    }

    /// The last line, without the ends of lines around it.
    mutating func footer() -> [UInt8]? {
        guard byte() == UInt8(ascii: "\n") else { return nil }
        var line: [UInt8] = []
        while let next = byte() {
            if next == UInt8(ascii: "\n") { return line }
            line.append(next)
        }
        return nil
    }
}
