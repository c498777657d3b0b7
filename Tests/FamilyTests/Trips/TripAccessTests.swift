import Family
import Testing

@Suite struct TripAccessTests {
    private static let now = SafetyStory.start

    @Test func `F48: a code opens ten times, for a day, and not once its trip is over`() throws {
        var story = SafetyStory.onTrip(minutes: 1_400)
        let trip = try #require(story.watch.trip)
        var code = TripCode(madeAt: TripAccessTests.now)
        for _ in 0..<10 { #expect(code.record(isRight: true, trip: trip, now: story.now) == .opens) }
        #expect(code.record(isRight: true, trip: trip, now: story.now) == .dead)
        var old = TripCode(madeAt: TripAccessTests.now)
        #expect(old.record(isRight: true, trip: trip, now: TripAccessTests.now.advanced(bySeconds: 86_400)) == .dead)
        story.enter(.right, for: .arrive)
        let ended = try #require(story.watch.trip)
        var fresh = TripCode(madeAt: TripAccessTests.now)
        #expect(fresh.record(isRight: true, trip: ended, now: story.now) == .dead)
    }

    @Test func `F48: twenty wrong ones in an hour make a new code`() throws {
        let trip = try #require(SafetyStory.onTrip(minutes: 600).watch.trip)
        var code = TripCode(madeAt: TripAccessTests.now)
        var now = TripAccessTests.now
        for _ in 0..<19 { #expect(code.record(isRight: false, trip: trip, now: now) == .wrong) }
        now = now.advanced(bySeconds: 3_600)
        for _ in 0..<19 { #expect(code.record(isRight: false, trip: trip, now: now) == .wrong) }
        #expect(code.record(isRight: false, trip: trip, now: now) == .rotate)
        #expect(code == TripCode(madeAt: now))
    }

    @Test func `F49: ten browsers may look, each new one is told, and one is removed without the others`() {
        var viewers = LinkViewers()
        let all = (1...11).map { ID<LinkViewers.Viewer>(high: 4, low: $0) }
        for viewer in all.prefix(10) { #expect(viewers.open(viewer) == .isNew) }
        #expect(viewers.open(all[3]) == .isKnown)
        #expect(viewers.open(all[10]) == .isFull)
        let dropped = viewers.drop(all[3])
        let again = viewers.drop(all[3])
        #expect(dropped && !again)
        #expect(viewers.open(all[3]) == .wasDropped)
        #expect(viewers.open(all[4]) == .isKnown)
        #expect(viewers.open(all[10]) == .isNew)
    }

    @Test func `F6, F20: a trip is protected with a PIN, a watchdog and a companion who confirmed a test`() {
        let now = TripAccessTests.now
        let recently = now.advanced(bySeconds: -89 * 86_400)
        let (old, never) = (now.advanced(bySeconds: -91 * 86_400), Timestamp?.none)
        for (pin, watchdog, drilled, gaps) in [
            (true, .set, [recently, old], []), (true, .declined, [recently], []),
            (true, .unset, [recently], [.noWatchdog]),
            (false, .set, [recently], [.noPIN]), (true, .set, [old, never], [.noDrill]),
            (true, .set, [], [.noCompanion]), (false, .unset, [never], [.noPIN, .noWatchdog, .noDrill]),
        ] as [(Bool, ProtectionStatus.Watchdog, [Timestamp?], [ProtectionStatus.Gap])] {
            let protection = ProtectionStatus(
                source: .screen,
                hasPIN: pin,
                watchdog: watchdog,
                companionsDrilledAt: drilled,
                now: now
            )
            #expect(protection.gaps == gaps)
            #expect(protection.isProtected == gaps.isEmpty)
        }
    }

    @Test func `F19: a push that was not confirmed for a week may miss an alarm`() {
        let now = TripAccessTests.now
        #expect(ProtectionStatus.mayMissAlarms(pushConfirmedAt: nil, now: now))
        #expect(ProtectionStatus.mayMissAlarms(pushConfirmedAt: now.advanced(bySeconds: -7 * 86_400 - 1), now: now))
        #expect(!ProtectionStatus.mayMissAlarms(pushConfirmedAt: now.advanced(bySeconds: -7 * 86_400), now: now))
    }

    @Test func `F17: a delivery only goes forward, whatever order its reports come in`() {
        for first in Delivery.allCases {
            for second in Delivery.allCases where second != .failed {
                #expect(first.after(second) == max(first, second))
            }
            #expect(first.after(.failed) == (first <= .accepted ? .failed : first))
        }
        #expect(Delivery.allCases.filter(\.hasArrived) == [.delivered, .seen, .acknowledged])
    }
}
