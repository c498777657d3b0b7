import Family
import Testing

@Suite struct MissionListTests {
    private let start = moment("2026-11-16T08:00:00Z")
    private let today = day(2026, 11, 16)

    @Test(
        arguments: [
            (.priority, ["bread", "Apples", "cello", "äpfel"]), (.minutes, ["cello", "Apples", "bread", "äpfel"]),
            (.name, ["Apples", "bread", "cello", "äpfel"]), (.added, ["äpfel", "cello", "bread", "Apples"]),
            (.due, ["äpfel", "cello", "Apples", "bread"]),
        ] as [(MissionOrder, [String])]
    )
    func `a list is sorted as its reader likes`(order: MissionOrder, names: [String]) {
        let lines = [
            line("Apples", 10, .medium, due: nil), line("bread", 20, .high, due: nil, added: 1),
            line("cello", 5, .medium, due: 17, added: 2), line("äpfel", 90, .low, due: 16, added: 3),
        ]
        #expect(order.sorted(lines).map(\.mission.name.text) == names)
        #expect(order.sorted(lines.reversed()).map(\.mission.name.text) == names)
    }

    @Test(arguments: MissionOrder.allCases) func `lines that are equal stand as they were added`(order: MissionOrder) {
        let lines = (0..<9).map { line("same", 10, .medium, due: 16, added: $0) }
        let added = lines.map(\.mission.addedAt)
        var chance = SeededRandom(seed: 1)
        let sorted = order.sorted(lines.shuffled(using: &chance)).map(\.mission.addedAt)
        #expect(sorted == (order == .added ? added.reversed() : added))
    }

    @Test func `a list shows what fits every filter`() {
        var claimed = line("claimed", 5, .high, due: nil)
        claimed.occurrence = Occurrence(
            mission: claimed.mission.id,
            number: 0,
            due: nil,
            doer: MissionScene.child,
            phase: .claimed(at: start)
        )
        var upcoming = line("upcoming", 5, .high, due: 17)
        upcoming.mission.repeats = MissionRepeat(every: .day, from: .due)
        var removed = line("removed", 5, .high, due: nil)
        removed.mission.removedAt = start
        let lines = [line("open", 5, .low, due: 17), claimed, upcoming, removed]
        let shown = { (filter: MissionFilter) in
            lines.filter { filter.shows($0, today: today) }.map(\.mission.name.text)
        }
        #expect(shown(MissionFilter()) == ["open", "claimed", "upcoming"])
        #expect(shown(MissionFilter(priority: .high)) == ["claimed", "upcoming"])
        #expect(shown(MissionFilter(stage: .open)) == ["open"])
        #expect(shown(MissionFilter(stage: .upcoming)) == ["upcoming"])
        #expect(shown(MissionFilter(priority: .low, stage: .claimed)) == [])
        #expect(shown(MissionFilter(assignee: MissionScene.sibling)) == [])
        #expect(shown(MissionFilter(assignee: MissionScene.child, stage: .claimed)) == ["claimed"])
    }

    private func line(
        _ name: String,
        _ minutes: Int64,
        _ priority: MissionPriority,
        due: Int64?,
        added: Int = 0
    ) -> MissionLine {
        let mission = Mission(
            id: ID(high: 2, low: UInt64(added)),
            name: missionName(name),
            minutes: missionMinutes(minutes),
            priority: priority,
            giver: MissionScene.adult,
            assignee: MissionScene.child,
            due: due.map { day(2026, 11, $0) },
            addedAt: start.advanced(bySeconds: Int64(added))
        )
        return MissionLine(mission: mission, occurrence: mission.firstOccurrence(today: today))
    }
}

@Suite struct StreakTests {
    private let today = day(2026, 11, 16)

    @Test(
        arguments: [
            ("", 0), ("d", 1), ("m", 0), ("md", 1), ("mdd", 2), ("dddmd", 3), ("fffd", 1), ("mppppd", 1), ("dpfd", 2),
            ("mpm", 0), ("mm", 0),
        ]
    )
    func `F65: a streak counts back from today, and what was free or paused breaks nothing`(days: String, count: Int) {
        #expect(Streak(until: today) { day in read(days, day) }.days == count)
    }

    @Test func `F65: a pause never makes a streak shorter`() {
        var random = SeededRandom(seed: 65)
        for _ in 0..<300 {
            var days = (0..<20).map { _ in Streak.Day.allCases.randomElement(using: &random) ?? .free }
            let before = count(days)
            let paused = Int.random(in: 0..<20, using: &random)
            guard days[paused] != .done else { continue }
            days[paused] = .paused
            #expect(count(days) >= before)
        }
    }

    @Test func `F65: a child's missions, gold and pauses are shown to adults and to the child, not to siblings`() {
        let adult = MissionPermissions.Requester(member: MissionScene.adult, isAdult: true)
        let child = MissionPermissions.Requester(member: MissionScene.child, isAdult: false)
        let sibling = MissionPermissions.Requester(member: MissionScene.sibling, isAdult: false)
        let sight = MissionPermissions.sight(of: child, by: sibling)
        #expect(sight == .nothing)
        #expect(!sight.showsMissions && !sight.showsGold && !sight.showsPauses)
        #expect(MissionPermissions.sight(of: child, by: adult) == .guardian)
        #expect(MissionPermissions.sight(of: child, by: child) == .own)
        #expect(MissionPermissions.sight(of: adult, by: child) == .nothing)
    }

    private func count(_ days: [Streak.Day]) -> Int {
        Streak(until: today) { day in
            let back = Int(today.days(since: day))
            return days.indices.contains(back) ? days[back] : .missed
        }.days
    }

    /// The days as letters, today first; what lies before them was missed.
    private func read(_ days: String, _ day: LocalDay) -> Streak.Day {
        let back = Int(today.days(since: day))
        guard back < days.count else { return .missed }
        switch Array(days)[back] {
        case "d": return .done
        case "f": return .free
        case "p": return .paused
        default: return .missed
        }
    }
}

@Suite struct MissionPermissionsTests {
    private let adult = MissionPermissions.Requester(member: MissionScene.adult, isAdult: true)
    private let other = MissionPermissions.Requester(member: ID(high: 1, low: 9), isAdult: true)
    private let child = MissionPermissions.Requester(member: MissionScene.child, isAdult: false)
    private let sibling = MissionPermissions.Requester(member: MissionScene.sibling, isAdult: false)

    @Test func `adults give missions to everybody, a child to itself`() {
        for assignee in [nil, adult.member, child.member] {
            #expect(MissionPermissions.allowsGiving(to: assignee, by: adult))
        }
        #expect(MissionPermissions.allowsGiving(to: child.member, by: child))
        #expect(!MissionPermissions.allowsGiving(to: nil, by: child))
        #expect(!MissionPermissions.allowsGiving(to: sibling.member, by: child))
    }

    @Test func `F64: no gold without an adult's approval for what an adult gave a child`() {
        let needs = { (assignee: MissionPermissions.Requester?, giver: ID<Member>, settings: MissionSettings) in
            MissionPermissions.needsApproval(assignee: assignee, giver: giver, wish: false, settings: settings)
        }
        var strict = MissionSettings.usual
        strict.ownNeedsApproval = true
        #expect(needs(child, adult.member, .usual))
        #expect(needs(nil, adult.member, .usual))
        #expect(!needs(child, child.member, .usual))
        #expect(needs(child, child.member, strict))
        #expect(!needs(adult, adult.member, strict))
        #expect(MissionPermissions.needsApproval(assignee: adult, giver: adult.member, wish: true, settings: .usual))
    }

    @Test func `a child changes what it gave itself, an adult what is no other adult's own`() {
        let given = MissionScene().mission
        let own = MissionScene(given: false).mission
        var adults = given
        adults.assignee = adult.member
        #expect(!MissionPermissions.allowsChanging(given, assigneeIsAdult: false, by: child))
        #expect(MissionPermissions.allowsChanging(own, assigneeIsAdult: false, by: child))
        #expect(!MissionPermissions.allowsChanging(own, assigneeIsAdult: false, by: sibling))
        #expect(MissionPermissions.allowsChanging(own, assigneeIsAdult: false, by: adult))
        #expect(MissionPermissions.allowsChanging(given, assigneeIsAdult: false, by: other))
        #expect(MissionPermissions.allowsChanging(adults, assigneeIsAdult: true, by: adult))
        #expect(!MissionPermissions.allowsChanging(adults, assigneeIsAdult: true, by: other))
    }

    @Test func `F63: only the assignee may do an assigned mission, and only adults may decide on it`() {
        #expect(MissionPermissions.allowsDoing(MissionScene().mission, by: child))
        #expect(!MissionPermissions.allowsDoing(MissionScene().mission, by: sibling))
        #expect(MissionPermissions.allowsDoing(MissionScene(assignee: nil).mission, by: sibling))
        #expect(MissionPermissions.allowsDeciding(by: adult))
        #expect(!MissionPermissions.allowsDeciding(by: child))
    }
}
