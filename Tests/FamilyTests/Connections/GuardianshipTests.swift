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
        for act in [Guardianship.Act.showMore, .makeLogInLink, .admitSession(byLinkOf: Self.anna), .handOver] {
            for bound in [Self.cara, Self.dora, Self.stranger] { #expect(rule.verdict(act, by: bound) == .never) }
        }
        for free in [Self.anna, Self.bo] {
            #expect(rule.verdict(.showMore, by: free) == .alone)
            #expect(rule.verdict(.makeLogInLink, by: free) == .alone)
        }
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
        // The setter left the family.
        let left = try guardianship([Self.bo, Self.cara, Self.dora], hiddenFrom: Self.cara)
        #expect(left.verdict(hours, by: Self.bo) == .alone && left.verdict(hours, by: Self.dora) == .never)
    }

    @Test func `F87: a hand-over takes every guardian, those kept out by hours too`() throws {
        let rule = try guardianship([Self.anna, Self.bo, Self.cara], hiddenFrom: Self.cara)
        #expect(rule.verdict(.handOver, by: Self.anna) == .together([Self.bo, Self.cara]))
        #expect(try guardianship([Self.anna]).verdict(.handOver, by: Self.anna) == .alone)
    }

    @Test func `F87: a session by a guardian's link is held while another guardian has a say, and a sole one's is not`()
        throws
    {
        let alone = try guardianship([Self.anna])
        #expect(!alone.isHeld(linkBy: Self.anna))
        let both = try guardianship([Self.anna, Self.bo])
        #expect(both.isHeld(linkBy: Self.anna) && both.admitters(ofLinkBy: Self.anna) == [Self.bo])
        // A guardian kept out by hours has no say in the child's phone.
        let hidden = try guardianship([Self.anna, Self.cara], hiddenFrom: Self.cara)
        #expect(!hidden.isHeld(linkBy: Self.anna))
        // Nor does a link of theirs from before open anything by itself.
        #expect(hidden.isHeld(linkBy: Self.cara) && hidden.admitters(ofLinkBy: Self.cara) == [Self.anna])
        #expect(try guardianship([Self.bo]).isHeld(linkBy: Self.anna), "by somebody who is no guardian any more")
    }
}
