import API
import Family
import HearthClient
import Hub
import Testing

/// Missions, gold and the store, by typed calls against a real hub.
@Suite struct RewardsTests {
    @Test func `a mission earns gold, the gold buys something, and an adult delivers it`() async throws {
        try await TestHouse.run { house in
            let anna = try await house.client(of: try await house.member(1).id)
            let me = try await anna.me().id
            var wish = AddMissionBody(id: anna.newID(), title: "Practise the cello", minutes: 20, assignee: me)
            wish.needsApproval = false
            let mission = try await anna.addMission(wish)
            #expect(try await anna.addMission(wish).id == mission.id, "sent twice, it is one")
            #expect(try await anna.missions(assignee: me).map(\.title) == ["Practise the cello"])
            #expect(try await anna.missions(priority: .high).isEmpty)

            let id: ID<FocusSession> = anna.newID()
            house.line.expect(.loseAnswer)
            let countdown = try await anna.startCountdown(id, for: 0, of: mission.id)
            #expect(countdown.state == .running && countdown.plannedMilliseconds == 1_200_000)
            #expect(try await anna.focus().countdown?.id == id)
            let busy = await #expect(throws: ClientFailure.self) { try await anna.removeMission(mission.id) }
            guard case .refused(let refusal) = busy else { return #expect(Bool(false), "\(String(describing: busy))") }
            #expect(refusal.status == 409)
            house.time.advance(.seconds(1_300))
            #expect(try await anna.ask(.stop, of: id, for: mission.id).state == .finished)
            #expect(try await anna.focus().gold.amount == "20")
            #expect(try await anna.countdowns(of: me).items.map(\.id) == [id])

            let cup = try await anna.addStoreItem(.init(id: anna.newID(), name: "Cup", price: "15", stock: 1))
            #expect(try await anna.storeItems().map(\.name) == ["Cup"])
            #expect(try await anna.picture(of: cup.id) == nil)
            let purchase = try await anna.buy(cup.id, as: anna.newID())
            #expect(try await anna.focus().gold.available == "5")
            let delivered = try await anna.decide(.deliver, on: purchase.id, version: purchase.version)
            #expect(!delivered.alreadyHandled)
            #expect(try await anna.purchases().items.map(\.state) == [delivered.purchase.state])
            let dearer = ChangeStoreItemBody(name: "Cup", price: "30", stock: 2)
            #expect(try await anna.changeStoreItem(cup.id, dearer).price == "30")
            try await anna.retireStoreItem(cup.id)
        }
    }

    @Test func `a guest's record is added to a member once, and is removed when the member asks for it`() async throws {
        try await TestHouse.run { house in
            let anna = try await house.client(of: try await house.member(1).id)
            let at = Timestamp(milliseconds: 1_600_000_000_000)
            let read = GuestRecordBody(id: anna.newID(), kind: .done, title: "Read", gold: "25", at: at)
            #expect(try await anna.addGuestRecords([read]).map(\.outcome) == [.added])
            #expect(try await anna.addGuestRecords([read]).map(\.outcome) == [.known])
            let kept = try #require(try await anna.guestRecords().first)
            #expect(kept.id == read.id && kept.gold == "25" && kept.at == at)
            try await anna.removeGuestRecords()
            #expect(try await anna.guestRecords().isEmpty)
        }
    }

    @Test func `a mission whose claim waits for approval cannot be deleted, and one that is done can`() async throws {
        try await TestHouse.run { house in
            let anna = try await house.client(of: try await house.member(1).id)
            let list = ["Tidy up", "Water the plants"].map { title in
                AddMissionBody(id: anna.newID(), title: title, minutes: 10)
            }
            #expect(try await anna.addMissions(list).map(\.id) == list.map(\.id))
            let mission = try await anna.changeMission(list[0].id, .init(title: "Tidy up well", minutes: 15))
            let occurrence = try #require(mission.occurrences.first)
            let claim = DecideMissionBody(occurrence: occurrence.number, version: occurrence.version)
            let claimed = try await anna.decide(.claim, on: mission.id, claim)
            guard claimed.mission.occurrences.first?.state == .claimed else {
                // One's own needs nobody's word.
                try await anna.removeMission(mission.id)
                #expect(try await anna.restoreMission(mission.id).title == "Tidy up well")
                return
            }
            let waits = await #expect(throws: ClientFailure.self) { try await anna.removeMission(mission.id) }
            guard case .refused(let refusal) = waits else { return #expect(Bool(false)) }
            #expect(refusal.code == "missionClaimed")
        }
    }
}
