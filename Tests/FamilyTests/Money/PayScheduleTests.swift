import Family
import Foundation
import Testing

/// D5: an allowance comes on its day, once, whatever clocks do.
@Suite struct PayScheduleTests {
    @Test(arguments: sampleZones)
    func `a zone's file says what the operating system says, in every month of a century`(_ name: String) throws {
        let rules = try zoneRules(name)
        let zone = try #require(TimeZone(identifier: name))
        var chance = Chance(seed: 7)
        for _ in 0..<2_000 {
            let seconds = Int64.random(in: -631_152_000...2_145_916_800, using: &chance)
            let expected = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
            let offset = rules.offsetSeconds(at: Timestamp(milliseconds: seconds * 1_000))
            #expect(offset == Int64(expected), "\(name) at \(seconds)")
        }
    }

    @Test func `after its table a zone goes on by its yearly rule`() throws {
        let zurich = try zoneRules("Europe/Zurich")
        func offset(_ text: String) throws -> Int64 {
            zurich.offsetSeconds(at: try #require(Timestamp(text: text)))
        }
        #expect(try offset("2090-01-15T12:00:00Z") == 3_600)
        #expect(try offset("2090-07-15T12:00:00Z") == 7_200)
        // The last Sunday of March 2090 is the 26th.
        #expect(try offset("2090-03-26T00:59:59Z") == 3_600)
        #expect(try offset("2090-03-26T01:00:00Z") == 7_200)
        #expect(try offset("2090-10-29T00:59:59Z") == 7_200)
        #expect(try offset("2090-10-29T01:00:00Z") == 3_600)
        let sydney = try zoneRules("Australia/Sydney")
        #expect(sydney.offsetSeconds(at: try #require(Timestamp(text: "2090-01-15T12:00:00Z"))) == 39_600)
    }

    @Test func `bytes that are no zone's file are refused, wherever they are cut or turned`() throws {
        let file = try zoneFile("Europe/Zurich")
        for end in 0..<file.count { #expect(ZoneRules(file: Array(file[..<end])) == nil || end == file.count) }
        var chance = Chance(seed: 9)
        for _ in 0..<2_000 {
            var turned = file
            turned[Int.random(in: 0..<file.count, using: &chance)] = UInt8.random(in: 0...255, using: &chance)
            // Whatever it says then, it says something and does not fail.
            _ = ZoneRules(file: turned)?.offsetSeconds(at: Timestamp(milliseconds: 1_700_000_000_000))
        }
    }

    @Test(arguments: sampleZones)
    func `every day that a schedule names comes once and none is left out, also where clocks change`(_ name: String)
        throws
    {
        let rules = try zoneRules(name)
        var chance = Chance(seed: 3)
        for _ in 0..<40 {
            let schedule = try #require(PaySchedule.random(&chance))
            let start = Timestamp(milliseconds: Int64.random(in: 0...2_000_000_000_000, using: &chance))
            var occurrence = schedule.occurrence(after: start, offsetSeconds: rules.offsetSeconds)
            var moment = start
            for _ in 0..<120 {
                let next = schedule.moment(of: occurrence, offsetSeconds: rules.offsetSeconds)
                // Samoa once left out a whole day: its payment comes with the next day's.
                let isLater = name == "Pacific/Apia" ? next >= moment : next > moment
                #expect(isLater, "\(name) \(schedule) \(occurrence)")
                moment = next
                let following = schedule.occurrence(onOrAfter: occurrence + 1)
                #expect(following > occurrence)
                for day in occurrence + 1..<following { #expect(!schedule.names(day), "\(schedule) \(day)") }
                #expect(schedule.names(following))
                occurrence = following
            }
        }
    }

    @Test func `on the day on which clocks skip the hour it is paid when that hour is over, and on the other once`()
        throws
    {
        let rules = try zoneRules("Europe/Zurich")
        let half = try #require(PaySchedule(.daily, minuteOfDay: 150))
        func moment(_ year: Int64, _ month: Int64, _ day: Int64) throws -> String {
            let date = try #require(CivilDate(year: year, month: month, day: day))
            return half.moment(of: date.daysSince1970, offsetSeconds: rules.offsetSeconds).text
        }
        #expect(try moment(2026, 3, 28) == "2026-03-28T01:30:00.000Z")
        #expect(try moment(2026, 3, 29) == "2026-03-29T01:30:00.000Z", "03:30 there, as 02:30 is skipped")
        #expect(try moment(2026, 3, 30) == "2026-03-30T00:30:00.000Z")
        #expect(try moment(2026, 10, 25) == "2026-10-25T00:30:00.000Z", "the first of two 02:30")
        #expect(try moment(2026, 10, 26) == "2026-10-26T01:30:00.000Z")
    }

    @Test func `months that are too short are paid on their last day`() throws {
        let monthly = try #require(PaySchedule(.monthly(day: 31), minuteOfDay: 0))
        var day = try #require(CivilDate(year: 2027, month: 12, day: 31)).daysSince1970
        var found: [String] = []
        for _ in 0..<5 {
            day = monthly.occurrence(onOrAfter: day + 1)
            let date = CivilDate(daysSince1970: day)
            found.append("\(date.month)-\(date.day)")
        }
        #expect(found == ["1-31", "2-29", "3-31", "4-30", "5-31"])
        #expect(PaySchedule(.monthly(day: 0), minuteOfDay: 0) == nil)
        #expect(PaySchedule(.weekly(weekday: 8), minuteOfDay: 0) == nil)
        #expect(PaySchedule(.daily, minuteOfDay: 1_440) == nil)
    }

    @Test func `an order is read back as it was signed, and from no other bytes`() throws {
        let order = StandingOrder(
            id: ID(high: 1, low: 2),
            debit: ID(high: 3, low: 4),
            credit: ID(high: 5, low: 6),
            asset: .coin,
            amount: Amount(500),
            schedule: try #require(PaySchedule(.weekly(weekday: 6), minuteOfDay: 600)),
            zone: try #require(TimeZoneName("Europe/Zurich")),
            firstDay: 20_000,
            signer: ID(high: 7, low: 8),
            note: NoteDigest((1, 2, 3, 4))
        )
        #expect(StandingOrder(bytes: order.bytes) == order)
        for end in order.bytes.indices { #expect(StandingOrder(bytes: Array(order.bytes[..<end])) == nil) }
        #expect(StandingOrder(bytes: order.bytes + [0]) == nil)
        #expect(order.message(in: ID(high: 9, low: 9)) != order.message(in: ID(high: 9, low: 8)))
        #expect(order.occurrenceMessage(1) != order.occurrenceMessage(2))
    }
}

/// Zones whose clocks change in every way that there is, and one whose never do.
private let sampleZones = [
    "Europe/Zurich", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "America/Sao_Paulo", "Asia/Kathmandu",
    "Europe/Dublin", "Africa/Casablanca", "Pacific/Chatham", "America/Nuuk", "Etc/UTC",
]

private func zoneFile(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/" + name)))
}

private func zoneRules(_ name: String) throws -> ZoneRules {
    try #require(ZoneRules(file: try zoneFile(name)))
}

extension PaySchedule {
    fileprivate static func random(_ chance: inout Chance) -> PaySchedule? {
        let repetition: Repetition =
            switch Int.random(in: 0..<3, using: &chance) {
            case 0: .daily
            case 1: .weekly(weekday: Int.random(in: 1...7, using: &chance))
            default: .monthly(day: Int.random(in: 1...31, using: &chance))
            }
        return PaySchedule(repetition, minuteOfDay: Int.random(in: 0..<1_440, using: &chance))
    }

    /// Whether a day is one of its own, said in another way.
    fileprivate func names(_ day: Int64) -> Bool {
        let date = CivilDate(daysSince1970: day)
        switch repetition {
        case .daily: return true
        case .weekly(let weekday): return (day + 3) % 7 == Int64(weekday - 1)
        case .monthly(let wanted):
            if date.day == Int64(wanted) { return true }
            return date.day < Int64(wanted) && CivilDate(daysSince1970: day + 1).day == 1
        }
    }
}

/// Chance that is the same in every run.
private struct Chance: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
