extension Timestamp {
    /// The moment as RFC 3339 writes it, in UTC with milliseconds: `2026-03-01T08:05:00.000Z`.
    ///
    /// Years beyond 0000…9999 are held at the nearest that RFC 3339 can write.
    public var text: String {
        let lowest: Int64 = -62_167_219_200_000
        let highest: Int64 = 253_402_300_799_999
        let held = min(max(milliseconds, lowest), highest)
        let (days, rest) = held.flooredQuotientAndRemainder(dividingBy: 86_400_000)
        let date = CivilDate(daysSince1970: days)
        var characters: [UInt8] = []
        characters.reserveCapacity(24)
        characters.appendDecimal(date.year, width: 4)
        characters.append(UInt8(ascii: "-"))
        characters.appendDecimal(date.month, width: 2)
        characters.append(UInt8(ascii: "-"))
        characters.appendDecimal(date.day, width: 2)
        characters.append(UInt8(ascii: "T"))
        characters.appendDecimal(rest / 3_600_000, width: 2)
        characters.append(UInt8(ascii: ":"))
        characters.appendDecimal(rest / 60_000 % 60, width: 2)
        characters.append(UInt8(ascii: ":"))
        characters.appendDecimal(rest / 1_000 % 60, width: 2)
        characters.append(UInt8(ascii: "."))
        characters.appendDecimal(rest % 1_000, width: 3)
        characters.append(UInt8(ascii: "Z"))
        return String(decoding: characters, as: UTF8.self)
    }

    /// Reads an ISO 8601 date and time as RFC 3339 and phone apps write it; nil for anything else.
    ///
    /// Between date and time stands `T`, `t` or a space; any number of digits may follow the seconds, of which three
    /// count; the zone is `Z`, `+hh:mm` or `+hhmm`, and UTC where it is missing. A leap second counts as the
    /// second after it.
    public init?(text: String) {
        var reader = DigitReader(bytes: Array(text.utf8))
        guard let year = reader.number(digits: 4), reader.skip(UInt8(ascii: "-")),
            let month = reader.number(digits: 2), reader.skip(UInt8(ascii: "-")),
            let day = reader.number(digits: 2),
            let date = CivilDate(year: year, month: month, day: day),
            reader.skip(UInt8(ascii: "T")) || reader.skip(UInt8(ascii: "t")) || reader.skip(UInt8(ascii: " ")),
            let hour = reader.number(digits: 2), hour < 24, reader.skip(UInt8(ascii: ":")),
            let minute = reader.number(digits: 2), minute < 60, reader.skip(UInt8(ascii: ":")),
            let second = reader.number(digits: 2), second <= 60,
            let fraction = reader.fractionInMilliseconds(),
            let offset = reader.zoneOffsetInMinutes(), reader.atEnd
        else { return nil }
        let minutes = (date.daysSince1970 * 24 + hour) * 60 + minute - offset
        self.init(milliseconds: (minutes * 60 + second) * 1_000 + fraction)
    }
}

/// A day of the proleptic Gregorian calendar.
public struct CivilDate: Hashable, Sendable {
    public let year: Int64
    public let month: Int64
    public let day: Int64

    /// The date, or nil where the calendar has no such day.
    public init?(year: Int64, month: Int64, day: Int64) {
        guard (1...12).contains(month), day >= 1, day <= CivilDate.daysInMonth(month, year: year) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The date that lies so many days after 1970-01-01.
    ///
    /// Arithmetic over eras of 400 years whose year begins in March, so that the leap day is the last one:
    /// Howard Hinnant, "chrono-compatible low-level date algorithms".
    public init(daysSince1970: Int64) {
        let (era, dayOfEra) = (daysSince1970 + 719_468).flooredQuotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// How many days this one lies after 1970-01-01.
    public var daysSince1970: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shiftedYear.flooredQuotientAndRemainder(dividingBy: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func daysInMonth(_ month: Int64, year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

private struct DigitReader {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    var atEnd: Bool { position == bytes.count }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    mutating func number(digits: Int) -> Int64? {
        guard position + digits <= bytes.count else { return nil }
        var value: Int64 = 0
        for byte in bytes[position..<position + digits] {
            guard isDigit(byte) else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        position += digits
        return value
    }

    mutating func fractionInMilliseconds() -> Int64? {
        guard skip(UInt8(ascii: ".")) || skip(UInt8(ascii: ",")) else { return 0 }
        var value: Int64 = 0
        var weight: Int64 = 100
        let start = position
        while position < bytes.count, isDigit(bytes[position]) {
            value += Int64(bytes[position] - UInt8(ascii: "0")) * weight
            weight /= 10
            position += 1
        }
        return position > start ? value : nil
    }

    mutating func zoneOffsetInMinutes() -> Int64? {
        guard !atEnd else { return 0 }
        if skip(UInt8(ascii: "Z")) || skip(UInt8(ascii: "z")) { return 0 }
        let west = skip(UInt8(ascii: "-"))
        guard west || skip(UInt8(ascii: "+")), let hours = number(digits: 2), hours < 24 else { return nil }
        _ = skip(UInt8(ascii: ":"))
        guard let minutes = number(digits: 2), minutes < 60 else { return nil }
        return (west ? -1 : 1) * (hours * 60 + minutes)
    }

    private func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
}

extension Int64 {
    /// Quotient and remainder with the remainder never negative, as calendars need them.
    public func flooredQuotientAndRemainder(dividingBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension [UInt8] {
    fileprivate mutating func appendDecimal(_ value: Int64, width: Int) {
        var weight: Int64 = 1
        for _ in 1..<width { weight *= 10 }
        while weight > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / weight % 10))
            weight /= 10
        }
    }
}
