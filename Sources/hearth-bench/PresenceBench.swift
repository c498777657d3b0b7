import HearthProgram
import Family
import PhoneProtocols

/// P8: what a fix costs before it is written, from memory on one core: read, held against twenty places, and put on a
/// clock.
enum PresenceBench {
    private static let reach = "1 million fixes/s on one core"
    private static let members = 100

    static func run(_ options: BenchOptions) async throws {
        let fresh = (0..<members).compactMap(Engine.init)
        for (name, fixes) in [("OwnTracks", 1), ("Overland batches of 100", 100)] {
            let requests = bodies(fixesPerRequest: fixes)
            var rates: [Double] = []
            var decodingRates: [Double] = []
            for number in 1...options.runs {
                let decoding = rate(seconds: options.seconds / 4) {
                    requests.reduce(0) { $0 + decode($1, fixes).fixes.count }
                }
                let whole = rate(seconds: options.seconds) {
                    // The same fixes come again in the next round: everyone begins anew, or they would be old news.
                    var engines = fresh
                    var taken = 0
                    for (index, body) in requests.enumerated() {
                        taken += engines[index % members].apply(decode(body, fixes))
                    }
                    return taken
                }
                say("run \(number): \(name) \(whole.text(0)) fixes/s, \(decoding.text(0)) fixes/s read alone")
                rates.append(whole)
                decodingRates.append(decoding)
            }
            var figure = BenchFigure("P8", "presence from memory on one core, \(name), 20 places", reach: reach)
            figure.add("fixes read and placed", Samples(rates).median, "/s", decimals: 0)
            figure.add("worst run", Samples(rates).least, "/s", decimals: 0)
            figure.add("fixes only read", Samples(decodingRates).median, "/s", decimals: 0)
            try figure.publish()
        }
    }

    /// One member with their places.
    private struct Engine {
        private var presence = Presence()
        private let places: PlaceSet
        private var receivedAt: Timestamp
        private var slot = ClockSlot.unknown

        /// Twenty places about the member's road, home and work at its ends.
        init?(_ number: Int) {
            let journey = Journey(number: number, startsAt: startsAt)
            guard let home = journey.home else { return nil }
            let places = (0..<20).compactMap { index -> Place? in
                let offset = Double(index)
                let centre = home.moved(northMetres: offset * 107, eastMetres: index % 3 == 0 ? 0 : offset * 61)
                return Place(
                    id: ID(high: UInt64(number), low: UInt64(index)),
                    label: "Place \(index)",
                    description: "",
                    centre: centre,
                    radiusMetres: 40 + 10 * offset
                )
            }
            self.places = PlaceSet(places)
            receivedAt = startsAt
        }

        /// Takes the fixes of one request, and answers how many they were.
        mutating func apply(_ report: PhoneReport) -> Int {
            for fix in report.fixes {
                receivedAt = fix.at
                _ = presence.apply(fix, receivedAt: receivedAt, places: places)
                if let view = presence.visible(to: .exact, now: receivedAt, places: places) { slot = ClockSlot(view) }
            }
            return report.fixes.count
        }
    }

    private static let startsAt = Timestamp(milliseconds: 1_772_352_300_000)

    /// Requests of all members in turn: each drives their road up and down once.
    private static func bodies(fixesPerRequest: Int) -> [[UInt8]] {
        var phones = (0..<members).map { number -> PhoneTraffic in
            let journey = Journey(number: number, startsAt: startsAt)
            return fixesPerRequest == 1
                ? .ownTracks(token: "", journey: journey)
                : .overland(token: "", fixes: fixesPerRequest, journey: journey)
        }
        var bodies: [[UInt8]] = []
        for _ in 0..<360 / fixesPerRequest {
            for number in phones.indices {
                phones[number].advance()
                bodies.append(phones[number].body)
            }
        }
        return bodies
    }

    private static func decode(_ body: [UInt8], _ fixes: Int) -> PhoneReport {
        fixes == 1 ? OwnTracks.read(body.span, receivedAt: startsAt) : Overland.read(body.span)
    }

    /// Fixes a second of processor time, where each round takes so many: what a neighbour on the machine takes away does
    /// not count.
    private static func rate(seconds: Double, round: () -> Int) -> Double {
        var taken = 0
        let start = ownProcessorSeconds()
        while ownProcessorSeconds() - start < seconds { taken += round() }
        return Double(taken) / (ownProcessorSeconds() - start)
    }
}
