import Bus
import Family
import Hub
import SQL
import Storage
import Testing

/// What takes the PIN, and what the second one hides.
@Suite struct SafetyPINTests {
    @Test func `F28, F29: with the second PIN the traveller's pages show the same, and the companions are told`()
        async throws
    {
        var faces: [String] = []
        for pin in [SafetyScene.pin, SafetyScene.duress] {
            try await SafetyScene.run { scene in
                let trip = try await scene.start()
                await scene.test.send(berlin, from: scene.phone)
                _ = try await scene.test.published()
                try await scene.hub.enter(pin, for: .cancel, on: trip, by: scene.ana)
                let told = try await scene.test.published().flatMap(\.self)
                #expect(told.contains(.trips(scene.ana)) && !told.contains(.alarms(scene.ana)))
                scene.test.clock.advance(seconds: 60)
                await scene.test.send(berlin, from: scene.phone)
                let overview = try await scene.hub.safetyOverview(of: scene.ana)
                let shown = try #require(overview.trip)
                let points = try await scene.hub.tripPoints(trip, of: scene.ana, after: nil).count
                let looks = try await scene.hub.looks(at: scene.ana, after: nil).looks.count
                faces.append(
                    "\(overview.face.needsPIN) \(overview.alarms.count) \(shown.standing) \(shown.viewers.count) \(points) \(looks) \(shown.link == nil)"
                )
                let isForced = pin == SafetyScene.duress
                let alarm = try await scene.alarm(of: scene.bo)
                #expect((alarm?.alarm.isUnderDuress ?? false) == isForced)
                #expect((alarm?.fix != nil) == isForced, "they go on seeing where she is")
                let texts = try await scene.texts(to: 2)
                #expect(texts.contains { $0.contains("DO NOT CALL OR TEXT Member 1.") } == isForced)
                #expect(!texts.contains { $0.contains("ended the trip") })
                guard let alarm else { return }
                try await scene.hub.confirmSafe(alarm.alarm.id, by: scene.bo)
                #expect(try await scene.alarm(of: scene.bo)?.fix == nil)
            }
        }
        #expect(faces.first == faces.last)
    }

    @Test func `F29: a companion removed with the second PIN still gets the duress alarm`() async throws {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            try await scene.hub.removeCompanion(scene.bo, of: trip, pin: SafetyScene.duress, by: scene.ana)
            #expect(try await scene.hub.trip(trip, of: scene.ana).companions.isEmpty)
            #expect(try await scene.alarm(of: scene.bo)?.alarm.isUnderDuress ?? false)
        }
    }

    @Test func `F30: whether there is a second PIN shows nowhere`() async throws {
        for duress in [nil, SafetyScene.duress] {
            try await SafetyScene.run(duress: duress) { scene in
                #expect(try await scene.hub.hasPINs(scene.ana))
                let row = try await scene.hub.database.read { try $0.safetyPIN(of: scene.ana) }
                #expect(row?.pinHash.hasPrefix("$argon2id$") ?? false)
                #expect(row?.duressHash.hasPrefix("$argon2id$") ?? false)
            }
        }
    }

    @Test func `F31: a wrong PIN changes nothing, five lock the pad for a minute, and the time runs on`() async throws {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            let due = try await scene.hub.trip(trip, of: scene.ana).dueAt
            for _ in 0..<5 {
                await #expect(throws: SafetyRefusal.wrongPIN) {
                    try await scene.hub.enter("0000", for: .arrive, on: trip, by: scene.ana)
                }
            }
            await #expect(throws: SafetyRefusal.pinLocked(retryAfterSeconds: 60)) {
                try await scene.hub.enter(SafetyScene.pin, for: .arrive, on: trip, by: scene.ana)
            }
            #expect(try await scene.hub.trip(trip, of: scene.ana).dueAt == due)
            scene.test.clock.advance(seconds: 60)
            try await scene.hub.enter(SafetyScene.pin, for: .arrive, on: trip, by: scene.ana)
            #expect(try await scene.hub.trip(trip, of: scene.ana).standing == .arrived)
        }
    }

    @Test func `F94: companions are told of the twentieth wrong PIN, and the pad holds up no call for help`()
        async throws
    {
        try await withTripNews { scene, sent in
            try await scene.start(minutes: 200)
            var locks: [Int64] = []
            for _ in 1...20 {
                await #expect(throws: SafetyRefusal.wrongPIN) {
                    try await scene.hub.enter("0000", for: .arrive, by: scene.ana)
                }
                let until = try await scene.hub.safetyOverview(of: scene.ana).face.lockedUntil
                guard let left = until?.milliseconds(since: scene.test.clock.now), left > 0 else { continue }
                await #expect(throws: SafetyRefusal.pinLocked(retryAfterSeconds: Int(left / 1_000))) {
                    try await scene.hub.enter(SafetyScene.pin, for: .arrive, by: scene.ana)
                }
                locks.append(left / 1_000)
                if locks.count < 4 { try await scene.wait(left / 1_000) }
            }
            #expect(locks == [60, 120, 240, 480])
            try await scene.wait(65)
            let words = "Twenty wrong PINs on the trip of Member 1"
            #expect(sent.texts(to: 2).filter { $0.contains(words) }.count == 1)
            try await scene.help(.alert)
            try await scene.hub.sendMessages()
            #expect(sent.texts(to: 2).contains { $0.contains("may need help") }, "while the pad is locked")
            #expect(try await scene.hub.notices(of: scene.bo).contains { $0.kind == .tripPinGuessed })
            #expect(try await !scene.hub.notices(of: scene.cleo).contains { $0.kind == .tripPinGuessed })
            let trip = try #require(try await scene.hub.companionTrips(of: scene.bo).first)
            #expect(trip.news.contains { $0.kind == "pinGuessed" })
        }
    }

    @Test func `F32: on a trip nothing weakens it without the PIN`() async throws {
        try await SafetyScene.run { scene in
            var (caller, _) = try await scene.hub.addSession(for: scene.ana)
            try await scene.hub.requirePIN(caller)
            try await scene.start()
            await #expect(throws: SafetyRefusal.pinNeeded) { try await scene.hub.requirePIN(caller) }
            await #expect(throws: SafetyRefusal.pinNeeded) {
                _ = try await scene.hub.stopSharing(of: caller, from: RequestOrigin())
            }
            await #expect(throws: SafetyRefusal.pinNeeded) { try await scene.hub.leave(caller) }
            caller.pin = "0000"
            await #expect(throws: SafetyRefusal.wrongPIN) { try await scene.hub.requirePIN(caller) }
            caller.pin = SafetyScene.pin
            try await scene.hub.requirePIN(caller)
            await #expect(throws: SafetyRefusal.safetyRuns) {
                try await scene.hub.setPINs(of: caller, pin: "1111", duress: nil)
            }
            let cut = try await scene.hub.stopSharing(of: caller, from: RequestOrigin())
            #expect(cut.first { $0.kind == .trips }?.count == 1)
            #expect(try await scene.hub.trips(of: scene.ana).first?.standing == .cancelled)
        }
    }

    @Test func `a trip is refused before a PIN is set, and a call for help goes out`() async throws {
        try await TestHub.run { test in
            let scene = try await SafetyScene(test)
            await #expect(throws: SafetyRefusal.pinsNotSet) { try await scene.start() }
            try await scene.help(.alert)
            #expect(try await scene.texts(to: 2).count == 1)
            let (caller, _) = try await test.hub.addSession(for: scene.ana)
            try await test.hub.setPINs(of: caller, pin: SafetyScene.pin, duress: nil)
            await scene.pass(seconds: 60)
            await test.hub.handlePINResets()
            let alarm = try #require(try await test.hub.safetyOverview(of: scene.ana).alarms.first)
            try await test.hub.clear(alarm.alarm.id, pin: SafetyScene.pin, by: scene.ana)
            #expect(try await scene.texts(to: 2).last?.hasPrefix("Member 1 is safe") ?? false)
        }
    }
}
