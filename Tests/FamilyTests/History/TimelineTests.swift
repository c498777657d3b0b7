import Family
import Testing

@Suite struct TimelineTests {
    static let places = [Scene.home, Scene.place(2, "Work", east: 6_000, radius: 150)]
    private static let day: [LivedDay.Leg] = [
        .stay(minutes: 90), .go(east: 1_500, metresPerSecond: 1.4), .stay(minutes: 12),
        .go(east: 6_000, metresPerSecond: 11), .stay(minutes: 200), .go(east: 3_500, metresPerSecond: 5.2),
        .stay(minutes: 30), .go(east: 0, metresPerSecond: 12), .stay(minutes: 60),
    ]

    @Test(arguments: 1...6 as ClosedRange<UInt64>, [1.0, 5, 10, 30])
    func `a day comes out as it was lived, whatever the errors`(_ seed: UInt64, _ seconds: Double) throws {
        let lived = LivedDay(legs: TimelineTests.day, phone: .dense(seconds: seconds), seed: seed)
        let timeline = lived.timeline(places: TimelineTests.places)
        #expect(
            timeline.words == [
                "stay 1", "walk", "stay", "drive", "stay 2", "cycle", "stay", "drive", "stay 1",
            ]
        )
        for (stay, minutes) in zip(timeline.stays, [90.0, 12, 200, 30, 60]) {
            #expect(abs(stay.minutes - minutes) <= 2.5)
        }
        for (journey, way) in zip(timeline.journeys, [1_500.0, 4_500, 2_500, 3_500]) {
            #expect(abs(journey.distanceMetres - way) <= 0.1 * way, "\(journey.distanceMetres) of \(way)")
        }
        expectWhole(timeline)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `a phone that sends on movement alone is at rest while it is silent`(_ seed: UInt64) {
        for metres in [30.0, 75, 150] {
            let lived = LivedDay(legs: TimelineTests.day, phone: .distance(metres: metres), seed: seed)
            let timeline = lived.timeline(places: TimelineTests.places)
            #expect(timeline.stays.map(\.place?.low) == [1, nil, 2, nil], "the last one has one fix alone")
            for (stay, minutes) in zip(timeline.stays, [90.0, 12, 200, 30]) {
                #expect(abs(stay.minutes - minutes) <= 4)
            }
            #expect(timeline.journeys.map(\.mode) == [.walk, .drive, .cycle, .drive])
            expectWhole(timeline)
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `sparse fixes, 500 metres and five minutes apart, tell the long stays and the rides`(_ seed: UInt64) {
        let legs: [LivedDay.Leg] = [
            .stay(minutes: 60), .go(east: 9_000, metresPerSecond: 11), .stay(minutes: 240),
            .go(east: 15_000, metresPerSecond: 12), .stay(minutes: 90), .go(east: 0, metresPerSecond: 14),
        ]
        let lived = LivedDay(legs: legs, phone: .significant, seed: seed)
        let timeline = lived.timeline()
        #expect(timeline.words == ["stay 1", "drive", "stay", "drive", "stay", "drive"])
        for (stay, minutes) in zip(timeline.stays, [60.0, 240, 90]) { #expect(abs(stay.minutes - minutes) <= 16) }
        expectWhole(timeline)
    }

    @Test(arguments: [0.0, 0.95], [5.0, 20, 60])
    func `standing still is one stay, however much the fixes wander`(_ drift: Double, _ accuracy: Double) {
        for seed in 1...4 as ClosedRange<UInt64> {
            var random = SeededRandom(seed: seed)
            var error = HonestError(accuracy: accuracy, drift: drift, random: &random)
            let records = (0..<2_880).map { step in
                error.step(&random)
                return DaySummaryTests.record(second: Int64(step * 10), error.east, error.north, accuracy)
            }
            let timeline = timeline(records)
            #expect(timeline.words == ["stay 1"])
        }
    }

    @Test func `a gap in one spot is a stay, on the move nothing is known`() {
        let legs: [LivedDay.Leg] = [
            .stay(minutes: 30), .silence(east: 0, minutes: 300), .stay(minutes: 30),
            .go(east: 3_000, metresPerSecond: 10), .silence(east: 9_000, minutes: 90),
            .go(east: 12_000, metresPerSecond: 10), .stay(minutes: 20),
        ]
        let timeline = LivedDay(legs: legs).timeline()
        #expect(timeline.words == ["stay 1", "drive", "?", "drive", "stay"])
        #expect(abs(timeline.stays[0].minutes - 360) < 2)
        expectWhole(timeline)
    }

    @Test func `an hour underground counts as what its ends allow`() {
        let legs: [LivedDay.Leg] = [
            .stay(minutes: 30), .go(east: 400, metresPerSecond: 1.3), .silence(east: 9_000, minutes: 14),
            .go(east: 9_300, metresPerSecond: 1.3), .stay(minutes: 30),
        ]
        let timeline = LivedDay(legs: legs).timeline()
        #expect(timeline.words == ["stay 1", "drive", "stay"])
        #expect(timeline.journeys[0].legs.map(\.mode) == [.walk, .drive, .walk])
        #expect(abs(timeline.journeys[0].distanceMetres - 9_300) < 400)
    }

    @Test func `F54: teleports and outliers make no journey`() {
        let clean = LivedDay(legs: TimelineTests.day, seed: 5).records
        var disturbed = clean
        for (number, index) in stride(from: clean.count - 30, to: 0, by: -60).enumerated() {
            // Alone, or several in a row, there or in two places.
            for step in 0...number % 4 {
                var strange = clean[index]
                strange.fix = Fix(
                    coordinate: Scene.point(number % 2 == 0 ? 400_000 : 30_000 * Double(step + 1), 0),
                    at: strange.fix.at.advanced(byMilliseconds: Int64(step + 1) * 3_100)
                )
                strange.fix.accuracyMetres = 10
                if step < 2 { disturbed.insert(strange, at: index + 1 + step) }
            }
        }
        disturbed.sort { $0.fix.at < $1.fix.at }
        let (found, wanted) = (timeline(disturbed), timeline(clean))
        #expect(found.words == wanted.words)
        for (journey, way) in zip(found.journeys, wanted.journeys.map(\.distanceMetres)) {
            #expect(abs(journey.distanceMetres - way) < 0.1 * way)
        }
    }

    @Test func `fixes of the future and discarded ones tell nothing`() {
        let clean = LivedDay(legs: TimelineTests.day, seed: 6).records
        var disturbed = clean
        for index in stride(from: clean.count - 1, to: 0, by: -40) {
            var strange = clean[index]
            strange.fix = Fix(coordinate: Scene.point(4_000, 0), at: strange.fix.at.advanced(bySeconds: 4))
            strange.marks = index % 80 == 0 ? .discarded : .future
            disturbed.insert(strange, at: index + 1)
        }
        #expect(timeline(disturbed) == timeline(clean))
    }

    @Test func `one vague fix far away is an error, not a way there and back`() {
        var records = LivedDay(legs: [.stay(minutes: 120)], phone: .dense(seconds: 300)).records
        records[12].fix = Fix(coordinate: Scene.point(2_500, 0), at: records[12].fix.at)
        records[12].fix.accuracyMetres = 150
        #expect(timeline(records).words == ["stay 1"])
    }

    @Test(arguments: [
        (1.3, JourneyMode.walk), (3.1, .run), (5.5, .cycle), (14, .drive), (33, .drive), (62, .train), (230, .fly),
    ])
    func `the mode of travel comes from the speed`(_ speed: Double, _ mode: JourneyMode) {
        for seed in 1...3 as ClosedRange<UInt64> {
            let far = speed * 1_500
            let legs: [LivedDay.Leg] = [.stay(minutes: 20), .go(east: far, metresPerSecond: speed), .stay(minutes: 20)]
            let timeline = LivedDay(legs: legs, seed: seed).timeline()
            #expect(timeline.words == ["stay 1", "\(mode)", "stay"])
            #expect(abs((timeline.journeys.first?.distanceMetres ?? 0) - far) < 0.1 * far)
        }
    }

    @Test func `the motion reported by the phone decides where speeds are ambiguous`() {
        var records = LivedDay(legs: [.stay(minutes: 10), .go(east: 3_000, metresPerSecond: 2.4)]).records
        for index in records.indices where index > 60 { records[index].fix.motion = .cycling }
        #expect(timeline(records).words == ["stay 1", "cycle"])
    }

    @Test func `a journey of several modes has a leg for each`() {
        let legs: [LivedDay.Leg] = [
            .stay(minutes: 20), .go(east: 700, metresPerSecond: 1.4), .stay(minutes: 3),
            .go(east: 12_000, metresPerSecond: 15), .go(east: 12_600, metresPerSecond: 1.4), .stay(minutes: 20),
        ]
        let timeline = LivedDay(legs: legs, seed: 3).timeline()
        #expect(timeline.words == ["stay 1", "drive", "stay"])
        #expect(timeline.journeys[0].legs.map(\.mode) == [.walk, .drive, .walk])
        #expect(timeline.journeys[0].stops.count == 1, "the bus stop")
        expectWhole(timeline)
    }

    @Test func `a member who returns to the starting point has made a journey`() {
        let legs: [LivedDay.Leg] = [
            .stay(minutes: 30), .go(east: 2_500, metresPerSecond: 3), .go(east: 0, metresPerSecond: 3),
            .stay(minutes: 30),
        ]
        let timeline = LivedDay(legs: legs).timeline()
        #expect(timeline.words == ["stay 1", "run", "stay 1"])
        #expect(abs(timeline.journeys[0].distanceMetres - 5_000) < 300)
    }

    @Test func `two minutes at a place of one's own are a stay, elsewhere a stop on the way`() {
        for (place, words) in [
            (6_000.0, ["stay 1", "drive", "stay 2", "drive", "stay"]), (4_000, ["stay 1", "drive", "stay"]),
        ] {
            let legs: [LivedDay.Leg] = [
                .stay(minutes: 20), .go(east: place, metresPerSecond: 10), .stay(minutes: 3.5),
                .go(east: 12_000, metresPerSecond: 10), .stay(minutes: 20),
            ]
            let timeline = LivedDay(legs: legs, seed: 2).timeline(places: TimelineTests.places)
            #expect(timeline.words == words)
        }
    }

    @Test func `nothing is known of a day without fixes, and of one with a single fix`() {
        #expect(timeline([]).entries.isEmpty)
        #expect(timeline([DaySummaryTests.record(second: 0, 0, 0, 10)]).entries.isEmpty)
    }

    private func timeline(_ records: [FixRecord]) -> Timeline {
        let all = Timestamp(milliseconds: .min)..<Timestamp(milliseconds: .max)
        return Timeline(records: records, places: PlaceSet(TimelineTests.places), period: all)
    }
}

/// What must hold of every timeline.
func expectWhole(_ timeline: Timeline) {
    for (before, after) in zip(timeline.entries, timeline.entries.dropFirst()) { #expect(before.to <= after.from) }
    for entry in timeline.entries { #expect(entry.from < entry.to) }
    for journey in timeline.journeys {
        #expect(journey.distanceMetres >= 100)
        #expect(journey.legs.first?.from == journey.from && journey.legs.last?.to == journey.to)
        for (before, after) in zip(journey.legs, journey.legs.dropFirst()) {
            #expect(before.to == after.from && before.mode != after.mode)
        }
        #expect(abs(journey.legs.reduce(0) { $0 + $1.distanceMetres } - journey.distanceMetres) < 0.1)
        for stop in journey.stops { #expect(journey.from <= stop.from && stop.to <= journey.to) }
    }
}
