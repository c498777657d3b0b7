import Family
import Testing

/// Anna and Bo are guardians from the start; Cara is one whom hours hide the child from; Dora joined later.
@Suite struct GuardianshipTests {
    private static let (anna, bo, cara, dora) = (member(1), member(2), member(3), member(4))
    private static let stranger = member(9)

    private static func member(_ number: UInt64) -> ID<Member> { ID(high: 0, low: number) }

    private static let early = Timestamp(milliseconds: 1_000)
    private static let late = Timestamp(milliseconds: 2_000)
    private static let everyHour = HiddenHours(days: 127, fromMinute: 0, untilMinute: 0, utcOffsetMinutes: 0)

    private func guardianship(
        _ members: [ID<Member>],
        hiddenFrom viewer: ID<Member>? = nil,
        setBy setter: ID<Member>? = anna
    ) throws -> Guardianship {
        let hours = try #require(Self.everyHour)
        let arrangement = Guardianship.Arrangement(setBy: setter, setAt: Self.early)
        return Guardianship(
            guardians: members.map { Guardianship.Guardian($0, since: $0 == Self.dora ? Self.late : nil) },
            hidings: viewer.map { [Guardianship.Hiding(from: [$0], hours, arrangement)] } ?? []
        )
    }

    @Test func `F87: a guardian kept out by hours, and one who joined after them, decide nothing about a child alone`()
        throws
    {
        let rule = try guardianship([Self.anna, Self.bo, Self.cara, Self.dora], hiddenFrom: Self.cara)
        for act in [Guardianship.Act.arrange, .endChildhood, .handOver] {
            for bound in [Self.cara, Self.dora, Self.stranger] { #expect(rule.verdict(act, by: bound) == .never) }
        }
        for free in [Self.anna, Self.bo] { #expect(rule.verdict(.arrange, by: free) == .alone) }
        #expect(rule.verdict(.endChildhood, by: Self.anna) == .alone)
        #expect(rule.verdict(.endChildhood, by: Self.bo) == .never, "it would end the hours of another")
        #expect(rule.hours(hidingFrom: Self.cara).count == 1 && rule.hours(hidingFrom: Self.bo).isEmpty)
        #expect(rule.hours(hidingFrom: nil).count == 1)
        let reader = rule.guardians.map(\.id).filter { rule.reads(rule.hidings[0], $0) }
        #expect(reader == [Self.anna, Self.bo])
    }

    @Test func `F87: a guardian changes alone only their own arrangement, all others with a say change it together`()
        throws
    {
        let rule = try guardianship([Self.anna, Self.bo, Self.cara, Self.dora], hiddenFrom: Self.cara)
        let hours = Guardianship.Act.change(rule.hidings[0].arrangement, hidden: [Self.cara])
        #expect(rule.verdict(hours, by: Self.anna) == .alone)
        #expect(rule.verdict(hours, by: Self.bo) == .never, "one alone is not all others")
        let eve = Self.member(5)
        let more = try guardianship([Self.anna, Self.bo, eve, Self.cara, Self.dora], hiddenFrom: Self.cara)
        #expect(more.verdict(hours, by: Self.bo) == .together([eve]))
        #expect(more.verdict(hours, by: Self.cara) == .never && more.verdict(hours, by: Self.dora) == .never)
        let sight = Guardianship.Act.change(Guardianship.Arrangement(setBy: Self.anna, setAt: Self.early))
        #expect(rule.verdict(sight, by: Self.bo) == .never, "whom hours bind is not the other guardian")
        #expect(more.verdict(sight, by: Self.bo) == .together([eve]))
        let others = Guardianship.Act.change(rule.hidings[0].arrangement, hidden: [Self.member(6)])
        #expect(rule.verdict(others, by: Self.bo) == .never && more.verdict(others, by: Self.bo) == .together([eve]))
    }

    @Test
    func `F87: where the guardian who arranged something left, those who are there decide, and no child is left alone`()
        throws
    {
        let left = try guardianship([Self.bo, Self.cara, Self.dora], hiddenFrom: Self.cara)
        let hours = Guardianship.Act.change(left.hidings[0].arrangement, hidden: [Self.cara])
        #expect(left.verdict(hours, by: Self.bo) == .alone && left.verdict(hours, by: Self.dora) == .never)
        let later = try guardianship([Self.cara, Self.dora], hiddenFrom: Self.cara)
        for act in [hours, .arrange] {
            #expect(later.verdict(act, by: Self.dora) == .alone && later.verdict(act, by: Self.cara) == .never)
        }
        let sole = try guardianship([Self.cara], hiddenFrom: Self.cara)
        for act in [hours, .arrange] { #expect(sole.verdict(act, by: Self.cara) == .alone) }
        let unknown = Guardianship.Arrangement(setBy: nil, setAt: Timestamp(milliseconds: 0))
        let sight = Guardianship.Act.change(unknown)
        #expect(try guardianship([Self.anna, Self.dora]).verdict(sight, by: Self.dora) == .alone)
        #expect(left.verdict(sight, by: Self.bo) == .alone && left.verdict(sight, by: Self.cara) == .never)
    }

    @Test func `F87: hours that two guardians set against each other bind neither of them`() throws {
        let (one, other) = (
            try guardianship([Self.anna, Self.cara], hiddenFrom: Self.cara),
            try guardianship([Self.anna, Self.cara], hiddenFrom: Self.anna, setBy: Self.cara)
        )
        let both = Guardianship(guardians: one.guardians, hidings: one.hidings + other.hidings)
        let settled = Self.early.advanced(byMilliseconds: Guardianship.waitMilliseconds)
        for (guardian, second) in [(Self.anna, Self.cara), (Self.cara, Self.anna)] {
            #expect(both.verdict(.arrange, by: guardian) == .alone)
            #expect(both.admitters(ofLinkBy: guardian, at: settled) == [second], "held all the same")
            #expect(both.hours(hidingFrom: guardian).count == 1 && both.verdict(.endChildhood, by: guardian) == .never)
        }
    }

    @Test func `F87: a hand-over takes every guardian, those kept out by hours too`() throws {
        let rule = try guardianship([Self.anna, Self.bo, Self.cara], hiddenFrom: Self.cara)
        #expect(rule.verdict(.handOver, by: Self.anna) == .together([Self.bo, Self.cara]))
        #expect(try guardianship([Self.anna]).verdict(.handOver, by: Self.anna) == .alone)
    }

    @Test func `F87: a session by a guardian's link is held while another guardian has a say, and a sole one's is not`()
        throws
    {
        let settled = Self.early.advanced(byMilliseconds: Guardianship.waitMilliseconds)
        func admitters(_ members: [ID<Member>], by maker: ID<Member>, at moment: Timestamp) throws -> Set<ID<Member>> {
            try guardianship(members).admitters(ofLinkBy: maker, at: moment)
        }
        #expect(try admitters([Self.anna], by: Self.anna, at: settled).isEmpty)
        #expect(try admitters([Self.anna, Self.bo], by: Self.anna, at: settled) == [Self.bo])
        #expect(try admitters([Self.bo], by: Self.anna, at: settled) == [Self.bo], "the maker left")
        #expect(try admitters([Self.anna, Self.dora], by: Self.anna, at: Self.early).isEmpty, "she came later")
        #expect(try admitters([Self.anna, Self.dora], by: Self.anna, at: Self.late) == [Self.dora])
        // A guardian kept out by hours has no say in the child's phone, once the hours stood for a week.
        let hidden = try guardianship([Self.anna, Self.cara], hiddenFrom: Self.cara)
        #expect(hidden.admitters(ofLinkBy: Self.anna, at: settled).isEmpty)
        let before = settled.advanced(byMilliseconds: -1)
        #expect(hidden.admitters(ofLinkBy: Self.anna, at: before) == [Self.cara])
        #expect(hidden.admitters(ofLinkBy: Self.cara, at: settled) == [Self.anna])
        let three = try guardianship([Self.anna, Self.bo, Self.cara], hiddenFrom: Self.cara)
        #expect(three.admitters(ofLinkBy: Self.bo, at: before) == [Self.anna, Self.cara], "hours of a third one")
        let four = [Self.anna, Self.bo, Self.dora]
        #expect(try admitters(four, by: Self.anna, at: Self.late) == [Self.bo], "she came a moment ago")
    }
}
