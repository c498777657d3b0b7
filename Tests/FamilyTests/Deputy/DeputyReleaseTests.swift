import Family
import Testing

/// When a deputy sends, and above all when it does not.
@Suite struct DeputyReleaseTests {
    /// What a story did, so that a verdict is judged by it and not by the rule's own memory.
    private struct Log {
        var heard: [Int64] = [0]
        var failed: [(at: Int64, ownNetworkWorks: Bool)] = []
        var looked: [Int64] = [0]

        /// Why a release at `now` is wrong; nil where it is right.
        func fault(dueAt: Int64, now: Int64) -> String? {
            if let last = heard.last, now - last < 90_000 { return "heard \(now - last) ms ago" }
            if now - dueAt < 60_000 { return "due \(now - dueAt) ms ago" }
            // Those before the last answer, or before the own network was down, say nothing.
            let since = max(heard.last ?? 0, failed.last { !$0.ownNetworkWorks }?.at ?? -1)
            let count = failed.count { $0.ownNetworkWorks && $0.at >= since && now - $0.at <= 30_000 }
            if count < 3 { return "\(count) failures in 30 s" }
            let recent = ([0] + looked + [now]).filter { now - $0 <= 120_000 }
            if zip(recent, recent.dropFirst()).contains(where: { $1 - $0 > 60_000 }) { return "stood still" }
            return now < 120_000 ? "runs for \(now) ms" : nil
        }
    }

    @Test(arguments: [UInt64](1...40))
    func `releases only a silent hub, over a line that works, past a deadline`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var (now, log) = (Int64(0), Log())
        var release = DeputyRelease(startedAt: 0, heardAt: 0)
        var released = 0
        // Each story stays in one mood for a while, so that long silences happen.
        var (chanceHeard, chanceOffline) = (0.5, 0.1)
        for _ in 0..<4_000 {
            if random.unit() < 0.01 { chanceHeard = [0.0, 0.0, 0.02, 0.5][Int(random.next() % 4)] }
            if random.unit() < 0.01 { chanceOffline = [0.0, 0.05, 1.0][Int(random.next() % 3)] }
            now += random.unit() < 0.002 ? Int64(random.next() % 900_000) : Int64(random.next() % 9_000)
            log.looked.append(now)
            if random.unit() < chanceHeard {
                release.hear(at: now)
                log.heard.append(now)
            } else {
                let works = random.unit() >= chanceOffline
                release.fail(at: now, ownNetworkWorks: works)
                log.failed.append((now, works))
            }
            let dueAt = now - Int64(random.next() % 200_000)
            guard release.hold(dueAt: dueAt, now: now) == nil else { continue }
            released += 1
            #expect(log.fault(dueAt: dueAt, now: now) == nil, "seed \(seed) at \(now)")
        }
        #expect(released > 0, "seed \(seed) released nothing: it shows nothing")
    }

    @Test(arguments: [UInt64](1...40))
    func `G1: releases at most 150 s after the deadline, whenever the hub died`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var release = DeputyRelease(startedAt: 0, heardAt: 0)
        let diedAt = 200_000 + Int64(random.next() % 600_000)
        // Before, or any time after.
        let dueAt = diedAt - 20_000 + Int64(random.next() % 400_000)
        var now = Int64(0)
        while now < diedAt {
            now += Int64(random.next() % 20_000)
            release.hear(at: min(now, diedAt))
        }
        // The question that was under way hangs as long as it may, and so does each one after it.
        now = diedAt + 26_000
        while true {
            release.fail(at: now, ownNetworkWorks: true)
            if release.hold(dueAt: dueAt, now: now) == nil { break }
            now += 2_000 + Int64(random.next() % 6_001)
            #expect(now - max(dueAt, diedAt) <= 150_000, "seed \(seed)")
            guard now - max(dueAt, diedAt) <= 150_000 else { return }
        }
        #expect(now - dueAt >= 60_000)
    }

    @Test func `G4: failures while the own network was down are not held against the hub`() {
        var release = DeputyRelease(startedAt: 0, heardAt: 0)
        for second in stride(from: Int64(0), to: 3_600, by: 5) {
            release.fail(at: second * 1_000, ownNetworkWorks: false)
            let hold = release.hold(dueAt: 0, now: second * 1_000)
            #expect(hold != nil)
        }
        // The line is back: two more failures are too few, because the hour's do not count.
        for second in [Int64(3_600), 3_602] {
            release.fail(at: second * 1_000, ownNetworkWorks: true)
            let hold = release.hold(dueAt: 3_000_000, now: second * 1_000)
            #expect(hold == .tooFewFailures)
        }
        release.hear(at: 3_604_000)
        let after = release.hold(dueAt: 3_000_000, now: 3_604_000)
        #expect(after == .hubAnswers)
    }

    @Test func `G6: a deputy that stood still for ten minutes asks before it believes`() {
        var release = DeputyRelease(startedAt: 0, heardAt: 0)
        for second in Int64(1)...200 { release.hear(at: second * 1_000) }
        for second in [Int64(800), 802, 804, 806] {
            release.fail(at: second * 1_000, ownNetworkWorks: true)
            let hold = release.hold(dueAt: 300_000, now: second * 1_000)
            #expect(hold == .starting)
        }
    }

    @Test func `a step over six hours late is held back as stale, and one just under six hours is released`() {
        var release = DeputyRelease(startedAt: 0, heardAt: 0)
        for second in Int64(1)...130 { release.fail(at: second * 1_000, ownNetworkWorks: true) }
        let old = release.hold(dueAt: -21_500_000, now: 130_000)
        let newer = release.hold(dueAt: -21_400_000, now: 130_000)
        #expect(old == .stale && newer == nil)
    }
}

/// The deputy's own time.
@Suite struct DeputyClockTests {
    private func mark(lived: Int64, boot: String, sinceBoot: Int64, wall: Int64) -> DeputyClock.Mark {
        DeputyClock.Mark(lived: lived, boot: boot, sinceBoot: sinceBoot, wall: wall)
    }

    @Test func `begins at zero, and goes on by elapsed time within one start of the machine`() {
        #expect(DeputyClock(after: nil, boot: "a", sinceBoot: 900, wall: 5).lived(sinceBoot: 950) == 50)
        // The time of day is a day ahead: it does not matter.
        let clock = DeputyClock(
            after: mark(lived: 5_000, boot: "a", sinceBoot: 1_000, wall: 0),
            boot: "a",
            sinceBoot: 61_000,
            wall: 86_400_000
        )
        #expect(clock.lived(sinceBoot: 61_000) == 65_000)
        #expect(clock.mark(sinceBoot: 62_000, wall: 7) == mark(lived: 66_000, boot: "a", sinceBoot: 62_000, wall: 7))
    }

    @Test func `over a reboot the time of day counts, and one that was set back counts as none`() {
        let known = mark(lived: 5_000, boot: "a", sinceBoot: 1_000, wall: 1_000_000)
        let later = DeputyClock(after: known, boot: "b", sinceBoot: 30_000, wall: 1_090_000)
        #expect(later.lived(sinceBoot: 30_000) == 95_000)
        #expect(later.lived(sinceBoot: 31_000) == 96_000)
        let behind = DeputyClock(after: known, boot: "b", sinceBoot: 30_000, wall: 4_000)
        #expect(behind.lived(sinceBoot: 30_000) == 5_000)
    }
}

/// What a hub keeps against recorded turns, and how it hides which PIN ended something.
@Suite struct DeputyTurnRuleTests {
    @Test(arguments: [UInt64](1...10))
    func `G5: each turn is taken once, and none after a later one`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var rule = DeputyTurnRule(last: 0)
        var taken: [UInt64] = []
        for _ in 0..<500 {
            let turn = random.next() % 200
            if rule.accept(turn) { taken.append(turn) }
        }
        #expect(taken == taken.sorted() && Set(taken).count == taken.count && !taken.contains(0))
        #expect(rule.last == taken.last)
    }

    @Test func `G7: an end is held back for 20 to 40 s, each as likely`() {
        var random = SeededRandom(seed: 7)
        let delays = (0..<20_000).map { _ in DeputyEnd.delayMilliseconds(random: random.next()) }
        #expect(delays.allSatisfy { (20_000...40_000).contains($0) })
        let thirds = delays.reduce(into: [0, 0, 0]) { $0[min(2, Int(($1 - 20_000) / 6_667))] += 1 }
        #expect(thirds.allSatisfy { (6_300...7_000).contains($0) }, "\(thirds)")
    }
}
