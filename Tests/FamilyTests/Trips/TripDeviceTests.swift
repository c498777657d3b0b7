import Family
import Testing

/// Which device of a traveller counts.
@Suite struct TripDeviceTests {
    private let phone = ID<Device>(high: 7, low: 1)
    private let tablet = ID<Device>(high: 7, low: 2)

    private func watch(_ device: ID<Device>?) -> SafetyWatch {
        var watch = SafetyWatch()
        let plan = TripPlan(
            id: SafetyStory.tripID,
            destination: SafetyStory.home,
            expectedAt: SafetyStory.start.advanced(bySeconds: 2_400),
            device: device
        )
        _ = watch.apply(.start(plan), now: SafetyStory.start, fresh: ID(high: 1, low: 2))
        return watch
    }

    @Test func `F83: only the trip's device counts, over a restart too, and any before there is one`() throws {
        var open = try #require(SafetyWatch(bytes: watch(nil).bytes))
        #expect(open.counts(phone) && open.counts(tablet))
        open.choose(tablet)
        #expect(open.counts(tablet) && !open.counts(phone))
        let chosen = try #require(SafetyWatch(bytes: watch(phone).bytes))
        #expect(chosen == watch(phone) && chosen.counts(phone) && !chosen.counts(tablet))
    }

    @Test func `F83: a trip written by the version before has no device`() throws {
        var bytes = watch(nil).bytes
        // The last two bytes count countdowns and alarms.
        bytes.remove(at: bytes.count - 3)
        bytes[0] = 4
        let read = try #require(SafetyWatch(bytes: bytes))
        #expect(read == watch(nil))
    }

    @Test(arguments: [(180.0, 5.0, false), (230, 5, true), (230, 30, false), (1_000, 900, false)])
    func `F83: a device has left once it is 200 m away for sure`(metres: Double, accuracy: Double, hasLeft: Bool) {
        func fix(_ metres: Double) -> Fix {
            let spot = SafetyStory.home.moved(northMetres: metres, eastMetres: 0)
            var fix = Fix(coordinate: spot, at: SafetyStory.start)
            fix.accuracyMetres = accuracy
            return fix
        }
        #expect(fix(metres).isAway(from: fix(0)) == hasLeft)
    }
}
