import Family
import Testing

@Suite struct DeputyBookTests {
    private typealias Given = DeputyBook.Given

    private static let minute: Int64 = 60_000

    private func watch(_ number: UInt64) -> ID<DeputyWatch> { ID(high: 0, low: number) }

    private func given(_ number: UInt64, version: UInt64, dueAt: Int64...) -> Given {
        Given(
            watch: watch(number),
            version: version,
            steps: dueAt.enumerated().map { DeputyBook.Step(number: $0, dueAt: $1) }
        )
    }

    /// A deputy that has asked a dead hub in vain, over a line that works, since `from`.
    private func silent(from: Int64, now: Int64) -> DeputyRelease {
        var release = DeputyRelease(startedAt: from, heardAt: from)
        for moment in stride(from: from, through: now, by: 5_000) { release.fail(at: moment, ownNetworkWorks: true) }
        return release
    }

    private func due(_ book: DeputyBook, from: Int64 = 0, now: Int64) -> [String] {
        var release = silent(from: from, now: now)
        return book.due(&release, now: now).map { "\($0.watch.low)/\($0.step.number)" }
    }

    @Test func `G5: a version that is held, or an older one, changes nothing`() {
        var book = DeputyBook()
        let first = book.apply(generation: 1, given: [given(1, version: 5, dueAt: 100)], ends: [], now: 0)
        #expect(first.kept == [watch(1)])
        let before = book
        for version in UInt64(0)...5 {
            let change = book.apply(generation: 1, given: [given(1, version: version, dueAt: 900)], ends: [], now: 0)
            #expect(change.kept.isEmpty && change.ended.isEmpty)
        }
        #expect(book == before)
        let next = book.apply(generation: 1, given: [given(1, version: 6, dueAt: 900)], ends: [], now: 0)
        #expect(next.kept == [watch(1)])
        #expect(book.entries[watch(1)]?.steps.map(\.dueAt) == [900])
    }

    @Test func `ends come first, also of what the same answer gives`() {
        var book = DeputyBook()
        _ = book.apply(
            generation: 1,
            given: [given(1, version: 1, dueAt: 0), given(2, version: 1, dueAt: 0)],
            ends: [],
            now: 0
        )
        let change = book.apply(
            generation: 1,
            given: [given(1, version: 2, dueAt: 0), given(3, version: 1, dueAt: 0)],
            ends: [watch(1), watch(9)],
            now: 0
        )
        #expect(change.ended == [watch(1)] && change.kept == [watch(3)])
        #expect(due(book, now: 300_000) == ["2/0", "3/0"])
    }

    @Test
    func `a restored hub starts its versions over, and an incident it does not know stays until its hours are over`() {
        var book = DeputyBook()
        _ = book.apply(
            generation: 1,
            given: [given(1, version: 9, dueAt: 0), given(2, version: 9, dueAt: 0)],
            ends: [],
            now: 0
        )
        let change = book.apply(generation: 2, given: [given(1, version: 1, dueAt: 500)], ends: [], now: 0)
        #expect(change.kept == [watch(1)] && change.ended == [])
        #expect(book.entries.count == 2)
        let ended = book.apply(generation: 2, given: [], ends: [], now: 21_600_001).ended
        #expect(ended == [watch(2)])
    }

    @Test func `one release an incident: what was told is the hub's again once it is heard`() {
        var book = DeputyBook()
        _ = book.apply(
            generation: 1,
            given: [given(1, version: 1, dueAt: 0, 60_000, 180_000), given(2, version: 1, dueAt: 0)],
            ends: [],
            now: 0
        )
        #expect(due(book, now: 125_000) == ["2/0", "1/1"])
        book.note(toldOf: watch(1), at: 125_000)
        // Silent on: the later steps follow.
        #expect(due(book, now: 240_000).contains("1/2"))
        _ = book.apply(generation: 1, given: [given(1, version: 2, dueAt: 300_000)], ends: [], now: 250_000)
        // The second one was told to no one: a hub that dies again does not silence it.
        #expect(due(book, from: 250_000, now: 600_000) == ["2/0"])
    }

    @Test func `an incident is told for an hour at most`() {
        var book = DeputyBook()
        let steps = (0...20).map { DeputyBook.Step(number: $0, dueAt: Int64($0) * 5 * Self.minute) }
        _ = book.apply(generation: 1, given: [Given(watch: watch(1), version: 1, steps: steps)], ends: [], now: 0)
        book.note(toldOf: watch(1), at: 2 * Self.minute)
        #expect(due(book, now: 62 * Self.minute) == ["1/12"])
        #expect(due(book, now: 62 * Self.minute + 1) == [])
    }

    @Test func `holds 50 incidents, and changes of those when it is full`() {
        var book = DeputyBook()
        let all = (1...60).map { given($0, version: 1, dueAt: 0) }
        let first = book.apply(generation: 1, given: all, ends: [], now: 0)
        let changed = book.apply(generation: 1, given: [given(1, version: 2, dueAt: 9)], ends: [], now: 0)
        let further = book.apply(generation: 1, given: [given(60, version: 2, dueAt: 9)], ends: [], now: 0)
        #expect(first.kept.count == 50 && changed.kept == [watch(1)] && further.kept == [])
    }

    /// Any order of answers of one life of a hub: what counts in the end is the newest version of each, and no end is
    /// undone by what the same answer gives.
    @Test(arguments: [UInt64](1...20))
    func `G5: answers in any order never bring an older version back`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var book = DeputyBook()
        var newest: [UInt64: UInt64] = [:]
        for _ in 0..<600 {
            let (number, version) = (1 + random.next() % 8, random.next() % 50)
            let ends = random.unit() < 0.05
            _ = book.apply(
                generation: 1,
                given: [given(number, version: version, dueAt: Int64(version))],
                ends: ends ? [watch(number)] : [],
                now: 0
            )
            newest[number] = ends ? nil : max(version, newest[number] ?? version)
            for (number, version) in newest {
                #expect(book.entries[watch(number)]?.version == version)
                #expect(book.entries[watch(number)]?.steps.first?.dueAt == Int64(version))
            }
            #expect(book.entries.count == newest.count)
        }
    }
}

@Suite struct DeputyRateLimiterTests {
    private let incident = ID<DeputyWatch>(high: 1, low: 1)

    /// Sends where it is allowed.
    private func send(
        _ budget: inout DeputyRateLimiter,
        _ watch: ID<DeputyWatch>,
        person: Int = 1,
        channel: String = "text",
        now: Int64
    ) -> Bool {
        guard budget.allows(watch, person: person, channel: channel, now: now) else { return false }
        budget.note(watch, person: person, channel: channel, at: now)
        return true
    }

    @Test func `two texts to a person about an incident, each channel by itself`() {
        var budget = DeputyRateLimiter()
        let texts = (0..<4).map { send(&budget, incident, now: $0) }
        #expect(texts == [true, true, false, false])
        let others = [
            send(&budget, incident, channel: "mail", now: 9), send(&budget, incident, person: 2, now: 9),
            send(&budget, ID(high: 1, low: 2), now: 9),
        ]
        #expect(others == [true, true, true])
    }

    @Test func `a message that no provider accepted does not count toward the limit`() {
        var budget = DeputyRateLimiter()
        let tries = (0..<5).map { budget.allows(incident, person: 1, channel: "text", now: $0) }
        #expect(tries == [true, true, true, true, true])
    }

    @Test func `60 a day, also where incidents are over`() {
        var budget = DeputyRateLimiter()
        for number in UInt64(0)..<60 {
            let watch = ID<DeputyWatch>(high: 0, low: number)
            let isSent = send(&budget, watch, now: Int64(number))
            #expect(isSent)
            budget.forget(watch)
        }
        let isOver = send(&budget, incident, now: 86_399_999)
        #expect(!isOver)
        let isNext = send(&budget, incident, now: 86_400_000)
        #expect(isNext)
    }
}
