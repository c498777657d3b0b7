import Family
import Hub
import SQL
import Storage
import Testing

/// Taking turns at a mission, as a family's hub keeps it.
@Suite struct MissionTurnsTests {
    private typealias Standing = TestHub.Standing

    private static let day: Int64 = 86_400

    @Test func `turns go round, a missed one does not come back, and only those who take turns are shown them`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, mira) = try await home.annaAndMira()
            let family = try await home.hub.family(of: anna).id
            let timo = try await home.child(of: family, by: anna).id
            let lea = try await home.child(of: family, by: anna).id
            let mission = try await home.dishes([mira, timo], by: anna)
            #expect(try await home.hub.missions(for: lea).isEmpty)
            #expect(await home.missionsRefusal { _ = try await home.hub.mission(mission, for: lea) } == .notFound)
            #expect(try await home.standing(of: mission, for: mira) == [Standing(.open, mira, mayStart: true)])
            #expect(try await home.standing(of: mission, for: timo) == [Standing(.open, mira, mayStart: false)])
            // Mira misses hers: tomorrow it is Timo's, and only she and an adult see that she did.
            await home.pass(seconds: Self.day)
            #expect(try await home.standing(of: mission, for: timo) == [Standing(.open, timo, mayStart: true)])
            #expect(try await home.standing(of: mission, for: mira).map(\.stage) == [.over, .open])
            #expect(try await home.standing(of: mission, for: anna).map(\.stage) == [.over, .open])
            await home.pass(seconds: Self.day)
            #expect(try await home.standing(of: mission, for: mira).last == Standing(.open, mira, mayStart: true))
            let late = try await home.hub.mission(mission, for: mira).occurrences.last?.occurrence.number
            #expect(late == 2)
            // Someone else's turn is nobody's gold.
            #expect(
                await home.missionsRefusal {
                    _ = try await home.hub.decide(.claim, on: 2, of: mission, version: 1, by: timo)
                } == .mission(.takenByOther)
            )
            let claim = try await home.hub.decide(.claim, on: 2, of: mission, version: 1, by: mira)
            #expect(claim.isDecided)
            _ = try await home.hub.decide(.approve(gold: nil), on: 2, of: mission, version: 2, by: anna)
            #expect(try await home.gold(of: mira) == 10)
        }
    }

    @Test func `F65: a pause does not change the order of turns that a sibling sees`() async throws {
        try await TestHub.run { home in
            let (anna, mira) = try await home.annaAndMira()
            let timo = try await home.child(of: try await home.hub.family(of: anna).id, by: anna).id
            let mission = try await home.dishes([timo, mira], by: anna)
            _ = try await home.hub.pauseStreak(of: mira, until: nil, by: mira)
            await home.pass(seconds: Self.day)
            #expect(try await home.standing(of: mission, for: timo).last == Standing(.open, mira, mayStart: false))
        }
    }

    @Test func `a child makes no turns, and they are for two or more of the family at a mission that comes again`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, mira) = try await home.annaAndMira()
            let timo = try await home.child(of: try await home.hub.family(of: anna).id, by: anna).id
            let stranger = try await home.member(2)
            #expect(await home.missionsRefusal { _ = try await home.dishes([mira, timo], by: mira) } == .notAllowed)
            #expect(await home.missionsRefusal { _ = try await home.dishes([mira], by: anna) } == .turnsUnfit)
            #expect(await home.missionsRefusal { _ = try await home.dishes([mira, mira], by: anna) } == .turnsUnfit)
            #expect(
                await home.missionsRefusal { _ = try await home.dishes([mira, stranger], by: anna) }
                    == .assigneeUnknown
            )
            let once = MissionRequest(name: "Dishes", minutes: 10, assignee: nil, turns: [mira, timo])
            #expect(
                await home.missionsRefusal {
                    _ = try await home.hub.addMission(home.hub.outside.newID(), by: anna, once)
                } == .turnsUnfit
            )
        }
    }

    @Test func `the turn of who leaves goes to the next, and what is left for one is theirs`() async throws {
        try await TestHub.run { home in
            let (anna, mira) = try await home.annaAndMira()
            let timo = try await home.child(of: try await home.hub.family(of: anna).id, by: anna).id
            let mission = try await home.dishes([mira, timo, anna], by: anna)
            for (leaver, turns, doer) in [(mira, [timo, anna], timo), (timo, [], anna)] {
                try await home.leave(leaver)
                let (row, open) = try await home.hub.database.read {
                    (try $0.mission(mission), try $0.openOccurrences(of: mission))
                }
                #expect(row?.mission.turns == turns)
                #expect(row?.mission.assignee == (turns.isEmpty ? anna : nil))
                #expect(open.map(\.doer) == [doer])
            }
        }
    }
}

extension TestHub {
    /// An occurrence of a mission as a viewer sees it.
    fileprivate struct Standing: Equatable {
        var stage: MissionFilter.Stage
        var doer: ID<Member>?
        var mayStart: Bool

        init(_ stage: MissionFilter.Stage, _ doer: ID<Member>?, mayStart: Bool) {
            (self.stage, self.doer, self.mayStart) = (stage, doer, mayStart)
        }
    }

    /// Ten minutes each day, by turns.
    fileprivate func dishes(_ turns: [ID<Member>], by member: ID<Member>) async throws -> ID<Mission> {
        clock.advance(milliseconds: 1)
        let repeats = MissionRepeat(every: .day, from: .due)
        let request = MissionRequest(name: "Dishes", minutes: 10, assignee: nil, turns: turns, repeats: repeats)
        return try await hub.addMission(hub.outside.newID(), by: member, request).mission.id
    }

    fileprivate func standing(of mission: ID<Mission>, for member: ID<Member>) async throws -> [Standing] {
        try await hub.mission(mission, for: member).occurrences.map {
            Standing($0.stage, $0.occurrence.doer, mayStart: $0.may.contains(.start))
        }
    }
}
