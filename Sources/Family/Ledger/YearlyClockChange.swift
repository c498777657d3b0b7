/// When clocks go forward and back each year, as POSIX writes it in `TZ`: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct YearlyClockChange: Hashable, Sendable {
    /// The `week`th such weekday of a month, the last one where that is 5, and the second of that day.
    private struct Day: Hashable {
        let month: Int64
        let week: Int64
        /// 0 is Sunday.
        let weekday: Int64
        /// May lie on the days around it.
        let second: Int64
    }

    private struct Summer: Hashable {
        let offset: Int64
        let from: Day
        let until: Day
    }

    private let standard: Int64
    /// Nil where clocks never change.
    private let summer: Summer?

    /// Nil for what is not of this form; days of the year, which no zone uses any more, are not read either.
    init?(_ text: [UInt8]) {
        var reader = Reader(bytes: text)
        guard reader.name(), let west = reader.time() else { return nil }
        standard = -west
        guard !reader.atEnd else {
            summer = nil
            return
        }
        guard reader.name() else { return nil }
        var offset = -west + 3_600
        if !reader.isAt(UInt8(ascii: ",")) {
            guard let west = reader.time() else { return nil }
            offset = -west
        }
        guard let from = reader.day(), let until = reader.day(), reader.atEnd else { return nil }
        summer = Summer(offset: offset, from: from, until: until)
    }

    /// Seconds that clocks are ahead of UTC, so many seconds after 1970 began there.
    func offsetSeconds(at seconds: Int64) -> Int64 {
        guard let summer else { return standard }
        let today = (seconds + standard).flooredQuotientAndRemainder(dividingBy: 86_400).quotient
        let year = CivilDate(daysSince1970: today).year
        let from = moment(of: summer.from, in: year) - standard
        let until = moment(of: summer.until, in: year) - summer.offset
        let isSummer =
            from < until ? (from..<until).contains(seconds) : !(until..<from).contains(seconds)
        return isSummer ? summer.offset : standard
    }

    /// By the clock that is valid until then.
    private func moment(of day: Day, in year: Int64) -> Int64 {
        // Every month has a first.
        let first = CivilDate(year: year, month: day.month, day: 1)?.daysSince1970 ?? 0
        // 1970 began on a Thursday.
        let weekday = (first + 4).flooredQuotientAndRemainder(dividingBy: 7).remainder
        var date = first + (day.weekday - weekday + 7) % 7 + (day.week - 1) * 7
        while CivilDate(daysSince1970: date).month != day.month { date -= 7 }
        return date * 86_400 + day.second
    }

    private struct Reader {
        let bytes: [UInt8]
        private var position = 0

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        var atEnd: Bool { position == bytes.count }

        func isAt(_ byte: UInt8) -> Bool {
            position < bytes.count && bytes[position] == byte
        }

        mutating func skip(_ byte: UInt8) -> Bool {
            guard isAt(byte) else { return false }
            position += 1
            return true
        }

        /// Three letters or more, or anything between angle brackets.
        mutating func name() -> Bool {
            let start = position
            if skip(UInt8(ascii: "<")) {
                while position < bytes.count, !isAt(UInt8(ascii: ">")) { position += 1 }
                return skip(UInt8(ascii: ">"))
            }
            while position < bytes.count, (65...90).contains(bytes[position] & 0xDF) { position += 1 }
            return position - start >= 3
        }

        mutating func number() -> Int64? {
            let start = position
            var value: Int64 = 0
            while position < bytes.count, position - start < 4, (48...57).contains(bytes[position]) {
                value = value * 10 + Int64(bytes[position] - 48)
                position += 1
            }
            return position > start ? value : nil
        }

        /// Hours, and minutes and seconds where they stand there, in seconds.
        mutating func time() -> Int64? {
            let isNegative = skip(UInt8(ascii: "-"))
            if !isNegative { _ = skip(UInt8(ascii: "+")) }
            guard let hours = number(), hours <= 167 else { return nil }
            var seconds = hours * 3_600
            for unit in [Int64(60), 1] where skip(UInt8(ascii: ":")) {
                guard let part = number(), part < 60 else { return nil }
                seconds += part * unit
            }
            return isNegative ? -seconds : seconds
        }

        mutating func day() -> Day? {
            guard skip(UInt8(ascii: ",")), skip(UInt8(ascii: "M")), let month = number(), (1...12).contains(month),
                skip(UInt8(ascii: ".")), let week = number(), (1...5).contains(week), skip(UInt8(ascii: ".")),
                let weekday = number(), weekday < 7
            else { return nil }
            guard skip(UInt8(ascii: "/")) else { return Day(month: month, week: week, weekday: weekday, second: 7_200) }
            guard let second = time() else { return nil }
            return Day(month: month, week: week, weekday: weekday, second: second)
        }
    }
}
