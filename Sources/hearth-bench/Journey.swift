import Family

/// The way of one made-up member: 2 km along a road and back at 40 km/h, over and over.
struct Journey {
    private(set) var unixSeconds: Int
    private(set) var latitudeMicrodegrees = 0
    let longitudeMicrodegrees: Int
    private let homeMicrodegrees: Int
    private var step = 0

    /// 11 m to the north.
    private static let stepMicrodegrees = 100
    private static let stepsOneWay = 180

    /// - Parameters:
    ///   - number: which member; each has another home.
    ///   - startsAt: the time of the fix before the first.
    init(number: Int, startsAt: Timestamp) {
        homeMicrodegrees = 100_000 + number * 1_373 % 700_000
        longitudeMicrodegrees = 100_000 + number * 7_919 % 700_000
        unixSeconds = Int(startsAt.milliseconds / 1_000)
        // Not all of them are at home at the same time.
        step = number * 7 % (2 * Journey.stepsOneWay)
    }

    /// Where the road begins.
    var home: Coordinate? {
        Coordinate(
            latitude: 52 + Double(homeMicrodegrees) / 1_000_000,
            longitude: 13 + Double(longitudeMicrodegrees) / 1_000_000
        )
    }

    /// One second later.
    mutating func advance() {
        unixSeconds += 1
        step = (step + 1) % (2 * Journey.stepsOneWay)
        let way = min(step, 2 * Journey.stepsOneWay - step)
        latitudeMicrodegrees = homeMicrodegrees + way * Journey.stepMicrodegrees
    }
}
