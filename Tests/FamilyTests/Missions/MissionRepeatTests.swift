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
        for every in MissionRepeat.Every.allCases {
            for from in MissionRepeat.From.allCases {
                let rule = repeats(every, from)
                for due in 0..<14 as Range<Int64> {
                    let dueDay = rule.first(onOrAfter: monday.advanced(byDays: due))
                    for late in 0..<40 as Range<Int64> {
                        let today = dueDay.advanced(byDays: late)
                        let next = rule.next(after: dueDay, today: today)
                        #expect(next > dueDay)
                        #expect(every != .workday || next.isWorkday)
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

@Suite struct MissionValueTests {
    @Test(arguments: ["", " ", "\u{A0}", "a\nb", "\u{7F}", String(repeating: "a", count: 81)])
    func `what cannot be read is no name`(text: String) {
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
