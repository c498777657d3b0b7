import Demo
import Family
import Testing

@Suite struct OutingsTests {
    private let family = Scenario.family
    /// A winter's day, which has as many hours as any.
    private let midnight = LocalTime(day: 20_500, millisecondOfDay: 0).moment

    @Test func `legs with a wait for the bus between them are one journey`() throws {
        let journeys = try Day(family.people[2].legs, ways: family.ways).journeys
        #expect(journeys.map(\.to) == [.triesenSchool, .home, .tennisHall, .home])
        let toSchool = try #require(journeys.first)
        #expect(toSchool.from == TimeOfDay(7, 8).milliseconds)
        #expect(toSchool.mode == .bus)
        let (home, start) = (try #require(family.ways.coordinate(.home)), try #require(toSchool.line.first))
        #expect(start.distanceMetres(to: home) < 50)
        #expect(toSchool.destination == family.ways.coordinate(.triesenSchool))
        #expect(toSchool.metres > 6_000 && toSchool.until > toSchool.from)
    }

    @Test func `a run that ends where it began leads nowhere`() throws {
        let journeys = try Day(family.people[3].legs, ways: family.ways).journeys
        #expect(journeys.map(\.to) == [.grammarSchool, .home, .grammarSchool, .home])
    }

    @Test func `at every time of day one traveller is yet to arrive and one has arrived, each within 12 hours`() throws
    {
        for minute in stride(from: 0, to: 1_440, by: 5) {
            let now = midnight.advanced(bySeconds: Int64(minute) * 60)
            let coming = try family.outings(of: family.travellers, around: now)
                .first { $0.until > now.advanced(bySeconds: 600) }
            #expect(coming.map { $0.until.milliseconds(since: now) < 12 * 3_600_000 } == true, "at \(minute)")
            let news = try #require(try family.news(before: now))
            // What is older than a day is told to nobody.
            #expect((0..<12 * 3_600_000).contains(now.milliseconds(since: news)), "at \(minute)")
        }
    }

    @Test func `outings come in the order of their ends, each at its own time of day`() throws {
        let outings = try family.outings(of: family.travellers, around: midnight)
        #expect(zip(outings, outings.dropFirst()).allSatisfy { $0.until <= $1.until })
        for outing in outings {
            #expect(LocalTime(outing.from).millisecondOfDay == outing.journey.from)
            #expect(family.travellers.contains(outing.person))
        }
    }

    @Test func `a traveller's phone gives a fix at every hour of the day`() throws {
        for traveller in family.travellers {
            let phone = try family.phone(of: traveller)
            for hour in 0..<24 {
                #expect(phone.fix(at: midnight.advanced(bySeconds: Int64(hour) * 3_600)) != nil)
            }
        }
    }

    @Test func `an arrival at a place without a name is not announced`() throws {
        // He came back to the ambulance station from Balzers; before that he was there.
        let now = LocalTime(day: 20_500, millisecondOfDay: TimeOfDay(5, 5).milliseconds).moment
        let news = try #require(try family.news(before: now))
        #expect(LocalTime(news).millisecondOfDay < TimeOfDay(4, 45).milliseconds)
    }
}
