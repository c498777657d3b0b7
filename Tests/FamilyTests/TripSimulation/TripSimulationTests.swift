import Family
import Testing
import WireClient

/// Trips through a world where things go wrong; `make simulation` runs 10 000.
///
/// The hub falls, phones are lost or wrong about the time, messages come twice and in another order, providers fail.
@Suite struct TripSimulationTests {
    static let seeds: ClosedRange<UInt64> = isSweep ? 1...10_000 : 1...60

    @Test func `no trip loses an alarm, tells one twice or tells one without a reason`() {
        var (outages, alarms) = (0, 0)
        for seed in TripSimulationTests.seeds {
            var trip = SimulatedTrip(seed: seed)
            trip.run()
            for fault in Set(SimulationJudge(trip).faults()) { Issue.record("\(fault), seed \(seed)") }
            outages += trip.hub.outages.count
            alarms += trip.hub.watch?.alarms.count ?? 0
        }
        #expect(outages > TripSimulationTests.seeds.count, "the world was not rough enough to prove anything")
        #expect(alarms > TripSimulationTests.seeds.count / 2)
    }
}
