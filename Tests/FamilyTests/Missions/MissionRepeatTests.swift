import Family
import Testing

@Suite struct MissionRepeatTests {
    private let monday = day(2026, 11, 16)

    @Test func `the first day is the one that was wanted, or the next one that counts`() {
        #expect(repeats(.day, .due).first(onOrAfter: day(2026, 11, 21)) == day(2026, 11, 21))
        #expect(repeats(.workday, .due).first(onOrAfter: day(2026, 11, 21)) == day(2026, 11, 23))
        #expect(repeats(.workday, .due).first(onOrAfter: day(2026, 11, 22)) == day(2026, 11, 23))
        #expect(repeats(.workday, .due).first(onOrAfter: monday) == monday)
        #expect(repeats(.week, .due).first(onOrAfter: day(2026, 11, 22)) == day(2026, 11, 22))
    }

    @Test func `chosen weekdays begin with the next of them, a day of the month with the next time it comes`() throws {
        let tuesdays = MissionRepeat.Every.weekdays(try #require(Weekdays(numbers: [2, 6])))
        #expect(repeats(tuesdays, .due).first(onOrAfter: monday) == day(2026, 11, 17))
        #expect(repeats(tuesdays, .due).first(onOrAfter: day(2026, 11, 18)) == day(2026, 11, 21))
        let fifteenth = MissionRepeat.Every.month(try #require(MonthDay(15)))
        #expect(repeats(fifteenth, .due).first(onOrAfter: day(2026, 11, 15)) == day(2026, 11, 15))
        #expect(repeats(fifteenth, .due).first(onOrAfter: monday) == day(2026, 12, 15))
    }

    @Test func `the 31st is the last day of a short month and comes back after it`() throws {
        let rule = repeats(.month(try #require(MonthDay(31))), .due)
        var days = [rule.first(onOrAfter: day(2027, 12, 31))]
        for _ in 0..<5 { days.append(rule.next(after: days[days.count - 1], today: days[days.count - 1])) }
        #expect(
            days == [
                day(2027, 12, 31), day(2028, 1, 31), day(2028, 2, 29), day(2028, 3, 31), day(2028, 4, 30),
                day(2028, 5, 31),
            ]
        )
        let last = repeats(.month(try #require(MonthDay(29))), .due)
        #expect(last.next(after: day(2027, 1, 29), today: day(2027, 1, 29)) == day(2027, 2, 28))
        #expect(last.next(after: day(2027, 2, 28), today: day(2027, 2, 28)) == day(2027, 3, 29))
        // Nobody looked for two months: the latest that has begun.
        #expect(rule.next(after: day(2027, 12, 31), today: day(2028, 3, 1)) == day(2028, 2, 29))
    }

    @Test func `counted from completion, chosen days and the month go on after the day it was done`() throws {
        let mondays = repeats(.weekdays(try #require(Weekdays(numbers: [1]))), .completion)
        #expect(mondays.next(after: monday, today: day(2026, 11, 25)) == day(2026, 11, 30))
        let first = repeats(.month(try #require(MonthDay(1))), .completion)
        #expect(first.next(after: day(2026, 11, 1), today: day(2026, 12, 1)) == day(2027, 1, 1))
    }

    @Test func `no weekday and no day of a month are none`() {
        #expect(Weekdays(mask: 0) == nil && Weekdays(mask: 0x80) == nil)
        #expect(Weekdays(numbers: []) == nil && Weekdays(numbers: [0]) == nil && Weekdays(numbers: [8]) == nil)
        #expect(Weekdays(numbers: [7, 1, 7])?.numbers == [1, 7])
        #expect(MonthDay(0) == nil && MonthDay(32) == nil)
    }

    @Test(arguments: MissionRepeat.Every.some)
    func `a stored repeat is read back as it was, and an invalid stored repeat is refused`(every: MissionRepeat.Every) {
        let (kind, days) = every.stored
        #expect(MissionRepeat.Every(kind: kind, days: days) == every)
        #expect(MissionRepeat.Every(kind: kind, days: days == nil ? 1 : nil) == nil)
        #expect(MissionRepeat.Every(kind: kind, days: 300) == nil)
        #expect(MissionRepeat.Every(kind: 6, days: nil) == nil)
    }

    @Test(
        arguments: [
            // Done on its day.
            (.day, .due, 16, 16, 17), (.workday, .due, 20, 20, 23), (.week, .due, 16, 16, 23),
            (.day, .completion, 16, 16, 17), (.workday, .completion, 20, 20, 23), (.week, .completion, 16, 16, 23),
            // Done late: from due it keeps its weekday, from completion it counts anew.
            (.week, .due, 16, 19, 23), (.week, .completion, 16, 19, 26), (.day, .completion, 10, 19, 20),
            (.workday, .completion, 16, 21, 23),
            // Nobody looked for a while: what comes next is the latest that has begun.
            (.day, .due, 2, 19, 19), (.workday, .due, 2, 22, 20), (.workday, .due, 2, 18, 18), (.week, .due, 2, 19, 16),
            (.week, .due, 2, 16, 16),
        ] as [(MissionRepeat.Every, MissionRepeat.From, Int64, Int64, Int64)]
    )
    func `the next day counts from the one that was due, or from the one on which it was done`(
        every: MissionRepeat.Every,
        from: MissionRepeat.From,
        due: Int64,
        today: Int64,
        next: Int64
    ) {
        let found = repeats(every, from).next(after: day(2026, 11, due), today: day(2026, 11, today))
        #expect(found == day(2026, 11, next))
    }

    @Test func `the next day is later than the one before, on a day that counts, and none that has begun is left out`()
    {
        for every in MissionRepeat.Every.some {
            for from in MissionRepeat.From.allCases {
                let rule = repeats(every, from)
                for due in 0..<14 as Range<Int64> {
                    let dueDay = rule.first(onOrAfter: monday.advanced(byDays: due))
                    for late in 0..<40 as Range<Int64> {
                        let today = dueDay.advanced(byDays: late)
                        let next = rule.next(after: dueDay, today: today)
                        #expect(next > dueDay)
                        #expect(every != .workday || next.isWorkday)
                        #expect(every == .week || rule.first(onOrAfter: next) == next)
                        #expect(from == .due || next > today)
                        // The naive way: day after day.
                        guard from == .due else { continue }
                        var day = rule.day(after: dueDay)
                        while rule.day(after: day) <= today { day = rule.day(after: day) }
                        #expect(next == day)
                    }
                }
            }
        }
    }

    private func repeats(_ every: MissionRepeat.Every, _ from: MissionRepeat.From) -> MissionRepeat {
        MissionRepeat(every: every, from: from)
    }
}

extension MissionRepeat.Every {
    /// One of each kind, of some kinds more.
    static let some: [MissionRepeat.Every] = {
        var some: [MissionRepeat.Every] = [.day, .workday, .week]
        for numbers in [[1], [2, 6], [1, 2, 3, 4, 5, 6, 7]] {
            if let weekdays = Weekdays(numbers: numbers) { some.append(.weekdays(weekdays)) }
        }
        for number in [1, 15, 30, 31] {
            if let date = MonthDay(number) { some.append(.month(date)) }
        }
        return some
    }()
}

@Suite struct MissionValueTests {
    @Test(arguments: ["", " ", "\u{A0}", "a\nb", "\u{7F}", String(repeating: "a", count: 81)])
    func `blank, multi-line, control-character or overlong text is refused as a mission name`(text: String) {
        #expect(MissionName(text) == nil)
    }

    @Test(arguments: ["a", "Zähne putzen", String(repeating: "ü", count: 80), "🦷"])
    func `a name is kept as it is`(text: String) {
        #expect(MissionName(text)?.text == text)
    }

    @Test(arguments: ["", "0", "1441", "-5", "+5", "1.5", " 5", "5 ", "five", "٥", "00005"])
    func `minutes are digits alone, from one to a day`(text: String) {
        #expect(MissionMinutes(text: text) == nil)
    }

    @Test func `minutes are read as they are typed`() {
        #expect(MissionMinutes(text: "5")?.count == 5)
        #expect(MissionMinutes(text: "0025")?.count == 25)
        #expect(MissionMinutes(text: "1440")?.milliseconds == 86_400_000)
    }
}
