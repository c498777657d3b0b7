package import Family

extension Scenario {
    /// A going out on a certain day.
    package struct Outing: Sendable {
        package let person: Int
        package let journey: Day.Journey
        package let from: Timestamp
        package let until: Timestamp
    }

    /// What people go out for, of the day of a moment and those beside it, in the order of their ends.
    package func outings(of numbers: [Int], around moment: Timestamp) throws(Day.Flaw) -> [Outing] {
        let today = LocalTime(moment).day
        var outings: [Outing] = []
        for person in numbers {
            for journey in try Day(people[person].legs, ways: ways).journeys {
                for day in today - 1...today + 1 {
                    let from = LocalTime(day: day, millisecondOfDay: journey.from).moment
                    let until = LocalTime(day: day, millisecondOfDay: journey.until).moment
                    outings.append(Outing(person: person, journey: journey, from: from, until: until))
                }
            }
        }
        return outings.sorted { $0.until < $1.until }
    }

    /// When the others know of the last arrival before a moment of whom they are told of: three minutes after it.
    ///
    /// Nobody is told of places without a name.
    package func news(before moment: Timestamp) throws(Day.Flaw) -> Timestamp? {
        let named = people[announced].places.map(\.spot)
        let arrivals = try outings(of: [announced], around: moment).filter { named.contains($0.journey.to) }
        return arrivals.map { $0.until.advanced(bySeconds: 180) }.last { $0 <= moment }
    }
}
