import Family
import Testing

@Suite struct LivenessTests {
    @Test(
        arguments: [
            (0, 10, false, true), (300, 100, false, true), (300.9, 100, false, true), (301, 100, false, false),
            (60, 10, true, true), (61, 10, true, false), (0, 101, false, false), (0, nil, true, true),
            (0, -1, true, true), (-3, 10, true, true), (.nan, 10, false, false), (0, .nan, false, true),
        ] as [(Double, Double?, Bool, Bool)]
    )
    func `F51: live is at most a minute old on a trip, else five, and exact to 100 m`(
        ageSeconds: Double,
        accuracyMetres: Double?,
        isOnTrip: Bool,
        isLive: Bool
    ) {
        #expect(
            Liveness.isLive(ageSeconds: ageSeconds, accuracyMetres: accuracyMetres, isOnTrip: isOnTrip) == isLive
        )
    }
}
