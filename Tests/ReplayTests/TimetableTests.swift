import Family
import Replay
import Testing

@Suite struct TimetableTests {
    static let speeds = [0.5, 1, 3, 60, 600, .infinity]

    @Test(arguments: speeds, Timetable.Times.allCases)
    func `no fix is stamped later than it is sent, and stamps grow`(speed: Double, times: Timetable.Times) throws {
        let table = Timetable(tracks: [try track(from: 100, count: 500)], speed: speed, times: times, start: start)
        for entry in table.entries { #expect(entry.fix.at <= start.advanced(byMilliseconds: entry.afterMilliseconds)) }
        for (one, next) in zip(table.entries, table.entries.dropFirst()) {
            #expect(one.fix.at <= next.fix.at)
            #expect(one.afterMilliseconds <= next.afterMilliseconds)
        }
    }

    @Test(arguments: speeds) func `moved times keep the recorded spacing and end in the present`(speed: Double) throws {
        let recorded = try track(from: 100, count: 400, everySeconds: 7)
        let table = Timetable(tracks: [recorded], speed: speed, times: .shifted, start: start)
        for (one, next) in zip(table.entries, table.entries.dropFirst()) {
            #expect(next.fix.at.milliseconds(since: one.fix.at) == 7_000)
        }
        let youngest = table.entries.map { start.advanced(byMilliseconds: $0.afterMilliseconds) }
        let ages = zip(youngest, table.entries).map { $0.milliseconds(since: $1.fix.at) }
        #expect(try #require(ages.min()) <= 1_000)
    }

    @Test func `sixty times the speed takes a sixtieth of the time`() throws {
        let table = Timetable(tracks: [try track(from: 0, count: 601)], speed: 60, times: .shifted, start: start)
        #expect(table.entries.last?.afterMilliseconds == 10_000)
        #expect(table.oldestMilliseconds == 590_000)
    }

    @Test func `a replay at the recorded speed carries the time of sending`() throws {
        let table = Timetable(tracks: [try track(from: 0, count: 60)], speed: 1, times: .shifted, start: start)
        #expect(table.entries.allSatisfy { $0.fix.at == start.advanced(byMilliseconds: $0.afterMilliseconds) })
    }

    @Test(arguments: speeds) func `squeezed times keep every fix fresh, and shorten a track only as far as needed`(
        speed: Double
    ) throws {
        let long = try track(from: 0, count: 1_000, everySeconds: 30)
        let table = Timetable(tracks: [long], speed: speed, times: .squeezed, start: start)
        #expect(table.oldestMilliseconds <= Timetable.freshMilliseconds + 1)
        if speed > 1 { #expect(table.oldestMilliseconds >= Timetable.freshMilliseconds - 1) }

        let short = Timetable(tracks: [try track(from: 0, count: 60)], speed: speed, times: .squeezed, start: start)
        guard speed >= 1, let first = short.entries.first, let last = short.entries.last else { return }
        #expect(abs(last.fix.at.milliseconds(since: first.fix.at) - 59_000) <= 2, "what is short needs no squeezing")
    }

    @Test func `original times stay`() throws {
        let recorded = try track(from: 5_000, count: 10)
        let table = Timetable(tracks: [recorded], speed: 60, times: .original, start: start)
        #expect(table.entries.map(\.fix) == recorded)
    }

    @Test func `points out of order are sent in order, equal times as recorded`() throws {
        let recorded = try track(from: 100, count: 5)
        var shuffled = [recorded[3], recorded[1], recorded[4], recorded[0], recorded[2]]
        shuffled.append(recorded[2])
        shuffled[5].batteryPercent = 7
        let table = Timetable(tracks: [shuffled], speed: 1, times: .original, start: start)
        #expect(table.entries.map(\.fix.at) == [0, 1, 2, 2, 3, 4].map { recorded[$0].at })
        #expect(table.entries[3].fix.batteryPercent == 7)
    }

    /// Seconds between the last fix at 109 and the first of the second file, and those between their sendings.
    @Test(arguments: [(1, 1), (600, 600), (3_600, 3_600), (3_601, 60), (-50, 60), (86_400, 60)] as [(Int64, Int64)])
    func `files follow one another, and a long pause between them is short`(pause: Int64, kept: Int64) throws {
        let first = try track(from: 100, count: 10)
        let second = try track(from: 109 + pause, count: 3)
        let table = Timetable(tracks: [first, [], second], speed: 1, times: .shifted, start: start)
        #expect(table.entries[10].afterMilliseconds - table.entries[9].afterMilliseconds == kept * 1_000)
        #expect(table.entries[10].fix.at.milliseconds(since: table.entries[9].fix.at) == kept * 1_000)
    }

    @Test(arguments: Timetable.Times.allCases) func `nothing and a single point have a timetable too`(
        times: Timetable.Times
    ) throws {
        #expect(Timetable(tracks: [], speed: 60, times: times, start: start).entries.isEmpty)
        let table = Timetable(tracks: [try track(from: 9, count: 1)], speed: 60, times: times, start: start)
        #expect(table.entries.map(\.afterMilliseconds) == [0])
        if times != .original { #expect(table.entries[0].fix.at == start) }
    }
}
