import Family
import Foundation
import Testing

@Suite struct HiddenHoursTests {
    /// 1 March 2026, a Sunday, at midnight of UTC.
    private let sunday = Timestamp(milliseconds: 1_772_323_200_000)

    private func at(hours: Double) -> Timestamp {
        sunday.advanced(byMilliseconds: Int64(hours * 3_600_000))
    }

    @Test func `hours begin on their days, and go on past midnight`() throws {
        // Sunday 22:00 to 6:00.
        let hours = try #require(HiddenHours(days: 64, fromMinute: 1_320, untilMinute: 360, utcOffsetMinutes: 0))
        #expect(hours.hours(around: at(hours: 21.99)) == nil)
        #expect(hours.hours(around: at(hours: 22)) == at(hours: 22)..<at(hours: 30))
        #expect(hours.hours(around: at(hours: 29.99)) == at(hours: 22)..<at(hours: 30))
        #expect(hours.hours(around: at(hours: 30)) == nil)
        #expect(hours.hours(around: at(hours: 46)) == nil, "Monday is none of its days")
        #expect(hours.hours(around: at(hours: 7 * 24 + 23)) == at(hours: 7 * 24 + 22)..<at(hours: 7 * 24 + 30))
    }

    @Test func `an offset moves the hours against UTC`() throws {
        let hours = try #require(HiddenHours(days: 64, fromMinute: 30, untilMinute: 60, utcOffsetMinutes: 120))
        #expect(hours.hours(around: at(hours: -1.5)) == at(hours: -1.5)..<at(hours: -1))
        #expect(hours.hours(around: at(hours: 0.5)) == nil)
    }

    @Test func `hours without a gap count as one`() throws {
        let all = try #require(HiddenHours(days: 127, fromMinute: 0, untilMinute: 0, utcOffsetMinutes: 0))
        let since = try #require([all].hiddenSince(at(hours: 12)))
        #expect(since <= at(hours: -6 * 24), "a whole week")
        let morning = try #require(HiddenHours(days: 64, fromMinute: 480, untilMinute: 600, utcOffsetMinutes: 0))
        let noon = try #require(HiddenHours(days: 64, fromMinute: 600, untilMinute: 780, utcOffsetMinutes: 0))
        #expect([noon, morning].hiddenSince(at(hours: 11)) == at(hours: 8))
        #expect([noon, morning].hiddenSince(at(hours: 13)) == nil)
    }

    @Test(arguments: [(0, 0, 0, 0), (128, 0, 0, 0), (1, 1_440, 0, 0), (1, 0, -1, 0), (1, 0, 0, 1_081)])
    func `numbers outside their range are no hours`(_ numbers: (UInt8, Int, Int, Int)) {
        let (days, from, until, offset) = numbers
        #expect(HiddenHours(days: days, fromMinute: from, untilMinute: until, utcOffsetMinutes: offset) == nil)
    }

    @Test(arguments: ["Europe/Zurich", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Pacific/Apia"])
    func `F96: hidden hours follow the wall clock of a zone through both changes of the year`(_ name: String) throws {
        let file = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/" + name))
        let zone = try #require(ZoneRules(file: [UInt8](file)))
        func offset(_ hours: Int) -> Int64 { zone.offsetSeconds(at: at(hours: Double(hours))) }
        let changes = (0..<366 * 24).filter { offset($0) != offset($0 - 1) }
        #expect(changes.isEmpty == (name == "Pacific/Apia"))
        // Across the change, begun and ended by an hour that it skips or repeats, and all around midnight.
        for (from, until) in [(1_320, 360), (150, 240), (60, 150), (0, 0), (1_425, 15)] {
            var hours = try #require(
                HiddenHours(days: 127, fromMinute: from, untilMinute: until, utcOffsetMinutes: 0)
            )
            hours.zone = zone
            for minute in changes.flatMap({ ($0 - 30) * 60..<($0 + 30) * 60 }) {
                let moment = sunday.advanced(bySeconds: Int64(minute) * 60)
                let wall = Int((moment.milliseconds / 60_000 + zone.offsetSeconds(at: moment) / 60) % 1_440)
                let isMeant = from < until ? (from..<until).contains(wall) : wall >= from || wall < until
                // Between two passes of the hour that comes twice the child stays hidden.
                let isTwice = offset(minute / 60 - 3) > offset(minute / 60 + 3)
                let isHidden = hours.hours(around: moment) != nil
                #expect(isHidden == isMeant || isHidden && isTwice, "\(name) \(from) \(moment.text)")
            }
        }
    }

    @Test func `F96: the same minutes are another moment of UTC in summer`() throws {
        let file = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Zurich"))
        var hours = try #require(HiddenHours(days: 64, fromMinute: 1_320, untilMinute: 360, utcOffsetMinutes: 60))
        let zone: ZoneRules = try #require(ZoneRules(file: [UInt8](file)))
        hours.zone = zone
        #expect(hours.hours(around: at(hours: 22)) == at(hours: 21)..<at(hours: 29), "in winter")
        let summer = 5 * 7 * 24.0
        #expect(hours.hours(around: at(hours: summer + 22)) == at(hours: summer + 20)..<at(hours: summer + 28))
        hours.zone = nil
        #expect(hours.hours(around: at(hours: summer + 22)) == at(hours: summer + 21)..<at(hours: summer + 29))
    }
}
