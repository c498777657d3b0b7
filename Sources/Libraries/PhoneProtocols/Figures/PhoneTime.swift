import Family

/// How phone apps write moments.
enum PhoneTime {
    /// A count of seconds since 1970, or of milliseconds where it is `millisecondsFrom` or more.
    ///
    /// Nil for zero, for less, and for what lies beyond the year 9999.
    static func since1970(_ number: Double?, millisecondsFrom limit: Double = 1e11) -> Timestamp? {
        guard let number, number > 0 else { return nil }
        let milliseconds = number < limit ? number * 1_000 : number
        guard milliseconds >= 1, milliseconds < 253_402_300_800_000 else { return nil }
        return Timestamp(milliseconds: Int64(milliseconds.rounded()))
    }

    /// An ISO 8601 date and time in any form that `Timestamp(text:)` reads; nil unless it lies after 1970.
    static func iso8601(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Timestamp? {
        guard range.count >= 19, range.count <= 64 else { return nil }
        let timestamp = inUTC(bytes.extracting(range)) ?? Timestamp(text: text(bytes, range))
        return timestamp.flatMap { $0.milliseconds > 0 ? $0 : nil }
    }

    /// The form that nearly every app sends, `2026-03-01T08:05:00Z` with or without three decimals, without allocation.
    private static func inUTC(_ bytes: Span<UInt8>) -> Timestamp? {
        let count = bytes.count
        guard count == 20 || count == 24 && bytes[19] == UInt8(ascii: "."), bytes[count - 1] == UInt8(ascii: "Z"),
            bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T"),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let year = digits(bytes, 0..<4), let month = digits(bytes, 5..<7), let day = digits(bytes, 8..<10),
            let hour = digits(bytes, 11..<13), let minute = digits(bytes, 14..<16),
            let second = digits(bytes, 17..<19), hour < 24, minute < 60, second <= 60,
            let fraction = count == 24 ? digits(bytes, 20..<23) : 0,
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        let seconds = ((date.daysSince1970 * 24 + hour) * 60 + minute) * 60 + second
        return Timestamp(milliseconds: seconds * 1_000 + fraction)
    }

    @inline(__always)
    private static func digits(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int64? {
        var value: Int64 = 0
        for index in range {
            guard let digit = digitValue(bytes[index]) else { return nil }
            value = value * 10 + Int64(digit)
        }
        return value
    }
}
