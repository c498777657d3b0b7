import Family
import SQL
import Storage
import Testing

@Suite struct MissionsStorageTests {
    private let now = moment(1_000)

    @Test func `missions, occurrences and settings are read as they were written`() async throws {
        try await withHearthDatabase { database in
            let missions = self.missions()
            let family = ID<FamilyGroup>(high: 1, low: 2)
            try await database.transaction { transaction in
                let anna = try transaction.addTestMember(1)
                for mission in missions {
                    let row = MissionRow(mission: mission, family: family, requestHash: bytes(1))
                    try transaction.save(row)
                    #expect(try transaction.mission(mission.id) == row)
                    try transaction.save(mission.firstOccurrence(today: LocalDay(number: 20_000)))
                }
                #expect(try transaction.missions(of: family, since: self.now).map(\.mission) == missions)
                #expect(try transaction.openMissionCount(of: family) == missions.count)
                var removed = missions[1]
                removed.removedAt = self.now
                removed.minutes = try #require(MissionMinutes(7))
                try transaction.save(MissionRow(mission: removed, family: family, requestHash: bytes(2)))
                #expect(try transaction.mission(removed.id)?.mission == removed)
                #expect(try transaction.mission(removed.id)?.requestHash == bytes(1))
                #expect(try transaction.missions(of: family, since: self.now).map(\.mission) == [missions[0]])

                #expect(try transaction.missionSettings(of: anna) == .usual)
                var settings = MissionSettings.usual
                settings.payout = .ask
                settings.weights = try #require(GoldWeights(high: 3, medium: 2, low: 1))
                settings.mayStop = false
                try transaction.setMissionSettings(of: anna, settings)
                #expect(try transaction.missionSettings(of: anna) == settings)
            }
        }
    }

    @Test func `chosen days and who takes turns are read as they were written, and go with who leaves`() async throws {
        try await withHearthDatabase { database in
            let family = ID<FamilyGroup>(high: 1, low: 2)
            try await database.transaction { transaction in
                let (anna, bo) = (try transaction.addTestMember(1), try transaction.addTestMember(2))
                var mission = self.missions()[0]
                let days: [MissionRepeat.Every] = [
                    .weekdays(try #require(Weekdays(numbers: [1, 7]))), .month(try #require(MonthDay(31))), .day,
                ]
                for (every, turns) in zip(days, [[bo, anna], [anna, bo], []]) {
                    mission.repeats = MissionRepeat(every: every, from: .due)
                    mission.turns = turns
                    try transaction.save(MissionRow(mission: mission, family: family, requestHash: bytes(1)))
                    #expect(try transaction.mission(mission.id)?.mission == mission)
                    let found = try transaction.missions(withTurnsOf: bo).map(\.mission)
                    #expect(found == (turns.isEmpty ? [] : [mission]))
                    #expect(try transaction.missions(about: bo).map(\.mission) == found)
                }
                mission.turns = [anna, bo]
                try transaction.save(MissionRow(mission: mission, family: family, requestHash: bytes(1)))
                try transaction.save(
                    Occurrence(mission: mission.id, number: 0, due: nil, doer: bo, phase: .lapsed(at: self.now))
                )
                #expect(try transaction.occurrences(of: bo).isEmpty == false)
                try transaction.run("DELETE FROM member WHERE id = \(bo.bytes)")
                #expect(try transaction.mission(mission.id)?.mission.turns == [anna])
            }
        }
    }

    @Test func `every phase of an occurrence is read as it was written`() async throws {
        try await withHearthDatabase { database in
            let mission = self.missions()[0]
            try await database.transaction { transaction in
                let anna = try transaction.addTestMember(1)
                let family = ID<FamilyGroup>(high: 1, low: 2)
                try transaction.save(MissionRow(mission: mission, family: family, requestHash: []))
                let phases: [Occurrence.Phase] = [
                    .open, .claimed(at: self.now), .approved(at: self.now, paid: Amount(20)),
                    .done(at: self.now, paid: .zero), .lapsed(at: self.now),
                ]
                for (number, phase) in phases.enumerated() {
                    let occurrence = Occurrence(
                        mission: mission.id,
                        number: UInt32(number),
                        due: number == 0 ? nil : LocalDay(number: 20_000),
                        doer: number == 0 ? nil : anna,
                        phase: phase,
                        version: UInt32(number + 1),
                        running: number == 0 ? id(9) : nil,
                        focusedMilliseconds: 5,
                        rewardedMilliseconds: 4,
                        round: 3,
                        hasFollower: number == 2
                    )
                    try transaction.save(occurrence)
                    try transaction.save(occurrence)
                    #expect(try transaction.occurrence(UInt32(number), of: mission.id) == occurrence)
                }
                #expect(try transaction.openOccurrences(of: mission.id).map(\.number) == [0, 1])
                #expect(try transaction.occurrences(of: mission.id, limit: 2).map(\.number) == [4, 3])
            }
        }
    }

    @Test func `F62: a countdown outlives the process, and no second one runs for the same person`() async throws {
        try await withHearthDatabase { database in
            let mission = self.missions()[0]
            try await database.transaction { transaction in
                let anna = try transaction.addTestMember(1)
                let family = ID<FamilyGroup>(high: 1, low: 2)
                try transaction.save(MissionRow(mission: mission, family: family, requestHash: []))
                var focus = try transaction.focus(of: anna)
                #expect(focus == Focus())
                for number in 1...3 as ClosedRange<UInt64> {
                    let began = self.now.advanced(bySeconds: Int64(number) * 10_000)
                    let session = try focus.start(self.plan(number, anna, mission), now: began)
                    try transaction.save(session)
                    #expect(try transaction.focus(of: anna) == focus)
                    #expect(try transaction.focusDue(now: began.advanced(bySeconds: 1_200), limit: 9) == [anna])
                    _ = try focus.apply(.pause, of: session.id, now: began.advanced(bySeconds: 60))
                    try transaction.save(try #require(focus.session))
                    #expect(try transaction.focus(of: anna) == focus)
                    let ended = try focus.apply(.stop, of: session.id, now: began.advanced(bySeconds: 90))
                    try transaction.save(try #require(ended))
                    #expect(try transaction.focus(of: anna) == focus)
                    #expect(try transaction.focusSession(session.id) == ended)
                }
                #expect(focus.rewardedMilliseconds == 180_000)
                try transaction.save(try focus.start(self.plan(4, anna, mission), now: self.now))
            }
            var other = Focus()
            let second = try other.start(self.plan(5, id(1), mission), now: self.now)
            await #expect(throws: StorageError.self) { try await database.transaction { try $0.save(second) } }
        }
    }

    @Test func `open days are those that may have passed, page by page`() async throws {
        try await withHearthDatabase { database in
            let day = LocalDay(number: 20_000)
            try await database.transaction { transaction in
                try self.saveRepeats(around: day, transaction)
                let all = try transaction.openDays(until: day, limit: 9)
                #expect(all.map(\.mission) == [id(3), id(2), id(1)])
                let first = try transaction.openDays(until: day, limit: 2)
                #expect(first == Array(all.prefix(2)))
                #expect(try transaction.openDays(until: day, after: first.last, limit: 2) == Array(all.suffix(1)))
            }
        }
    }

    @Test func `open days are found by an index`() async throws {
        try await withHearthDatabase(.memory) { database in
            try await database.transaction { transaction in
                let plan = try transaction.rows(
                    """
                    EXPLAIN QUERY PLAN SELECT 1 FROM mission_occurrence AS occurrence
                    JOIN mission ON mission.id = occurrence.mission
                    WHERE occurrence.phase = 0 AND occurrence.due < 9
                        AND (occurrence.due, occurrence.mission, occurrence.number) > (1, x'', 0)
                    ORDER BY occurrence.due, occurrence.mission, occurrence.number LIMIT 9
                    """
                ).map { try $0.text("detail") }
                #expect(plan.contains { $0.contains("mission_occurrence_open") }, "\(plan)")
                #expect(!plan.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP") }, "\(plan)")
            }
        }
    }

    /// Missions of which the first three may have passed on a day.
    private func saveRepeats(around day: LocalDay, _ transaction: Transaction) throws {
        _ = try transaction.addTestMember(1)
        let template = missions()[0]
        // How it repeats, when it was due, whether a countdown runs, whether the mission was deleted.
        var cases: [(MissionRepeat?, LocalDay?, Bool, Bool)] = [
            (MissionRepeat(every: .day, from: .due), day.advanced(byDays: -1), false, false),
            (MissionRepeat(every: .workday, from: .due), day.advanced(byDays: -2), false, false),
            (MissionRepeat(every: .week, from: .due), day.advanced(byDays: -7), false, false),
            (MissionRepeat(every: .week, from: .due), day.advanced(byDays: -6), false, false),
            (MissionRepeat(every: .day, from: .due), day, false, false),
            (MissionRepeat(every: .day, from: .completion), day.advanced(byDays: -1), false, false),
            (nil, day.advanced(byDays: -1), false, false), (nil, nil, false, false),
            (MissionRepeat(every: .day, from: .due), day.advanced(byDays: -1), true, false),
            (MissionRepeat(every: .day, from: .due), day.advanced(byDays: -1), false, true),
        ]
        let date = MonthDay(31).map { MissionRepeat(every: .month($0), from: .due) }
        cases.append((date, day.advanced(byDays: -27), false, false))
        for (number, (repeats, due, isRunning, isRemoved)) in cases.enumerated() {
            let mission = Mission(
                id: id(UInt64(number + 1)),
                name: template.name,
                minutes: template.minutes,
                giver: template.giver,
                assignee: nil,
                repeats: repeats,
                addedAt: now,
                removedAt: isRemoved ? now : nil
            )
            try transaction.save(MissionRow(mission: mission, family: ID(high: 1, low: 2), requestHash: []))
            try transaction.save(
                Occurrence(mission: mission.id, number: 3, due: due, doer: nil, running: isRunning ? id(9) : nil)
            )
        }
    }

    @Test func `items, who may buy them, and purchases are read as they were written`() async throws {
        try await withHearthDatabase { database in
            let name = try #require(MissionName("Sports bottle"))
            try await database.transaction { transaction in
                let anna = try transaction.addTestMember(1)
                let family = ID<FamilyGroup>(high: 1, low: 2)
                let buyers: [StoreItem.Buyers] = [.everybody, .adults, .children, .only([anna])]
                for (number, buyers) in buyers.enumerated() {
                    var item = try #require(
                        StoreItem(
                            id: id(UInt64(number)),
                            name: name,
                            price: Amount(5),
                            stock: number == 0 ? nil : 2,
                            buyers: buyers
                        )
                    )
                    let row = StoreItemRow(item: item, family: family, addedAt: self.now, requestHash: bytes(1))
                    try transaction.save(row)
                    #expect(try transaction.storeItem(item.id) == row)
                    item.retiredAt = self.now
                    try transaction.save(
                        StoreItemRow(item: item, family: family, addedAt: self.now, requestHash: bytes(1))
                    )
                    #expect(try transaction.storeItem(item.id)?.item == item)
                }
                #expect(try transaction.storeItems(of: family).count == 4)
                try self.savePurchases(of: anna, in: family, transaction)
            }
        }
    }

    private func savePurchases(of anna: ID<Member>, in family: ID<FamilyGroup>, _ transaction: Transaction) throws {
        let phases: [Purchase.Phase] = [
            .held, .delivered(at: now), .refused(at: now), .withdrawn(at: now),
            .expired(at: now),
        ]
        for (number, phase) in phases.enumerated() {
            let purchase = Purchase(
                id: id(UInt64(10 + number)),
                item: id(1),
                buyer: anna,
                price: Amount(5),
                placedAt: now,
                phase: phase,
                version: 3
            )
            try transaction.save(purchase)
            #expect(try transaction.purchase(purchase.id) == purchase)
        }
        #expect(try transaction.purchases(of: anna, limit: 9).count == 5)
        #expect(try transaction.purchases(in: family, limit: 9).count == 5)
        let end = now.advanced(byMilliseconds: Purchase.heldMilliseconds)
        #expect(try transaction.purchasesDue(now: end.advanced(byMilliseconds: -1), limit: 9) == [])
        #expect(try transaction.purchasesDue(now: end, limit: 9) == [id(10)])
    }

    private func plan(_ number: UInt64, _ member: ID<Member>, _ mission: Mission) -> FocusPlan {
        let today = LocalDay(number: 20_454)
        return FocusPlan(
            id: id(number),
            member: member,
            occurrence: mission.firstOccurrence(today: today),
            of: mission,
            today: today,
            settings: .usual
        )
    }

    /// One that comes once, for whoever takes it, and one that repeats.
    private func missions() -> [Mission] {
        guard let name = MissionName("Tidy up"), let minutes = MissionMinutes(20) else { return [] }
        return [
            Mission(id: id(1), name: name, minutes: minutes, giver: id(1), assignee: nil, addedAt: now),
            Mission(
                id: id(2),
                name: name,
                minutes: minutes,
                priority: .high,
                giver: id(7),
                assignee: id(1),
                repeats: MissionRepeat(every: .workday, from: .completion),
                due: LocalDay(number: 20_000),
                needsApproval: true,
                addedAt: now
            ),
        ]
    }
}
