import Family
import Testing

@Suite struct WatchTests {
    private let school = Scene.place(2, "School", east: 5_000, radius: 100)

    @Test func `B6: arriving home is notified at once, elsewhere after two minutes, and leaving after one`() throws {
        let places = PlaceSet([Scene.home, school])
        let at = Scene.start
        let home = try #require(Crossing(.arrived(Scene.home.id, at: at), places: places))
        #expect(home.kind == .arrived && home.dueAt == at)
        let arrived = try #require(Crossing(.arrived(school.id, at: at), places: places))
        #expect(arrived.dueAt == at.advanced(bySeconds: 120))
        let left = try #require(Crossing(.left(school.id, at: at), places: places))
        #expect(left.kind == .left && left.dueAt == at.advanced(bySeconds: 60))
        #expect(left.undoes(arrived) && !left.undoes(left) && !left.undoes(home))
        #expect(Crossing(.passed(school.id, at: at), places: places) == nil)
        #expect(Crossing(.arrived(school.id, at: at), places: PlaceSet([Scene.home])) == nil)
    }

    @Test func `B6: a crossing undone within its dwell time causes no notice`() throws {
        var scene = Scene([Scene.home, school])
        for _ in 0..<5 { scene.fix(east: 0) }
        for step in 1...10 { scene.fix(east: Double(step) * 100, speed: 10) }
        let event = try #require(scene.events.first { if case .left = $0 { true } else { false } })
        let crossing = try #require(Crossing(event, places: scene.places))
        #expect(crossing.verdict(scene.presence, now: crossing.at) == .wait)
        #expect(crossing.verdict(scene.presence, now: crossing.dueAt) == .tell)
        for step in 0..<10 { scene.fix(east: 900 - Double(step) * 100, speed: 10) }
        for _ in 0..<3 { scene.fix(east: 0, after: 10) }
        #expect(crossing.verdict(scene.presence, now: crossing.dueAt) == .drop, "back already")
    }

    @Test func `F53: a crossing more than ten minutes old causes no notice`() throws {
        var scene = Scene([Scene.home])
        for _ in 0..<5 { scene.fix(east: 0) }
        for step in 1...10 { scene.fix(east: Double(step) * 100, speed: 10) }
        let event = try #require(scene.events.first { if case .left = $0 { true } else { false } })
        let crossing = try #require(Crossing(event, places: scene.places))
        #expect(crossing.verdict(scene.presence, now: crossing.at.advanced(bySeconds: 600)) == .tell)
        #expect(crossing.verdict(scene.presence, now: crossing.at.advanced(bySeconds: 601)) == .drop)
    }

    @Test func `a watch asks for each label and kind by itself, whatever the case of its letters`() {
        let watch = PlaceSubscription(places: [PlaceSubscription.PlaceWish(label: "School", arrived: true, left: false)]
        )
        #expect(watch.asks(for: .arrived, of: "school") && !watch.asks(for: .left, of: "School"))
        #expect(!watch.asks(for: .arrived, of: "Home") && !watch.isEmpty)
        #expect(
            PlaceSubscription(places: [PlaceSubscription.PlaceWish(label: "School", arrived: false, left: false)])
                .isEmpty
        )
        #expect(!PlaceSubscription(quiet: true).isEmpty && !PlaceSubscription(lowBattery: true).isEmpty)
    }

    @Test func `A10: a silent phone is told of once, when it is lost, and not when that is long ago`() {
        var silence = Silence()
        let since = Scene.start
        var times: [Int64] = []
        for minute in 0..<200 as Range<Int64> {
            let now = since.advanced(bySeconds: minute * 60)
            let view = minute <= 60 ? seen(ageSeconds: minute * 60) : PresenceView.lost(since: since, now: now)
            if silence.news(view, now: now) == [.quiet] { times.append(minute) }
        }
        #expect(times == [61])
        var late = Silence()
        let muchLater = since.advanced(bySeconds: 4_201)
        #expect(late.news(PresenceView.lost(since: since, now: muchLater), now: muchLater).isEmpty)
        #expect(late.quietSince == since, "and it is not told later either")
        let again = since.advanced(bySeconds: 9_000)
        let lost = again.advanced(bySeconds: 3_601)
        #expect(late.news(PresenceView.lost(since: again, now: lost), now: lost) == [.quiet], "another silence is news")
    }

    @Test func `F44: a phone that is lost while its member is hidden causes no notice, then or afterwards`() {
        var silence = Silence()
        let lost = Scene.start.advanced(bySeconds: 3_601)
        let view = PresenceView.lost(since: Scene.start, now: lost)
        #expect(
            silence.news(view, isHidden: true, now: lost, lostAfterMilliseconds: 3_600_000).isEmpty
        )
        #expect(silence.news(view, now: lost).isEmpty)
    }

    @Test func `F14: a low battery is told of once, until it was charged`() {
        var silence = Silence()
        let told = [80.0, 16, 15, 14, 3, 20, 15, 26, 15, 9].map { percent in
            silence.news(seen(ageSeconds: 10, battery: percent), now: Scene.start) == [.lowBattery]
        }
        #expect(told == [false, false, true, false, false, false, false, false, true, false])
        var old = Silence()
        #expect(old.news(seen(ageSeconds: 601, battery: 5), now: Scene.start).isEmpty)
        #expect(old.news(seen(ageSeconds: 10, battery: nil), now: Scene.start).isEmpty)
    }

    private func seen(ageSeconds: Int64, battery: Double? = 50) -> PresenceView {
        var view = PresenceView.lost(since: Scene.start, now: Scene.start)
        view.state = .unknown
        view.ageSeconds = ageSeconds
        view.batteryPercent = battery
        return view
    }
}

extension Silence {
    /// What is news to somebody who may see all, where an hour makes a member lost.
    fileprivate mutating func news(_ view: PresenceView, now: Timestamp) -> [News] {
        news(view, isHidden: false, now: now, lostAfterMilliseconds: 3_600_000)
    }
}
