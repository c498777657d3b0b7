import Family
import Hub
import Messaging
import SQL
import Storage
import Testing

/// Callers choose the ids of calls for help and trips: none of them is that of another incident.
@Suite struct IncidentIDTests {
    private func call<Other>(_ id: ID<Other>, by member: ID<Member>, _ scene: SafetyScene) async throws -> ID<Alarm> {
        let request = HelpRequest(id: ID(sharing: id), cause: .alert, startedAgoMilliseconds: 0)
        return try await scene.hub.startCountdown(request, by: member).countdown.alarm
    }

    private func drill(_ scene: SafetyScene) async throws -> ID<Drill> {
        try await scene.hub.startDrill([scene.bo], by: scene.ana)
        try await scene.hub.sendMessages()
        scene.test.clock.advance(seconds: 60)
        return try #require(try await scene.hub.drills(of: scene.ana).first).id
    }

    /// How many texts about an alarm of Ana's left for Bo.
    private func called(_ sent: SentNews) -> Int {
        sent.texts.tries.count { $0.to == TestHub.phone(2) && $0.text.contains("Member 1 may need help") }
    }

    @Test(arguments: ["alarm", "trip", "countdown"])
    func `F1: a call for help under the id of another member's incident touches nothing of theirs`(kind: String)
        async throws
    {
        try await withTripNews { scene, sent in
            let (caller, _) = try await scene.hub.addSession(for: scene.bo)
            try await scene.hub.setPINs(of: caller, pin: SafetyScene.pin, duress: nil)
            let trip = kind == "trip" ? try await scene.start() : scene.hub.outside.newID()
            let countdown = try await scene.help(kind == "alarm" ? .alert : .sos)
            let taken: ID<HelpCountdown> =
                switch kind {
                case "alarm": ID(sharing: countdown.alarm)
                case "trip": ID(sharing: trip)
                default: countdown.id
                }
            let theirs = try await call(taken, by: scene.bo, scene)
            #expect(theirs != countdown.alarm)
            try await scene.hub.cancelCountdown(taken, pin: SafetyScene.pin, by: scene.bo)
            await scene.pass(seconds: 6)
            try await scene.hub.sendMessages()
            #expect(called(sent) == 1)
            let row = try await scene.hub.database.read { try $0.alarm(countdown.alarm) }
            #expect(row?.member == scene.ana && row?.closedAt == nil)
            #expect(try await scene.alarm(of: scene.bo)?.alarm.isOpen == true)
        }
    }

    @Test func `F1: a call for help under the id of a drill is no drill, and is sent`() async throws {
        try await withTripNews { scene, sent in
            _ = try await call(try await drill(scene), by: scene.ana, scene)
            try await scene.hub.sendMessages()
            #expect(called(sent) == 1)
        }
    }

    @Test func `F1: the alarm of a call under the id of the caller's own trip has another id`() async throws {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            let alarm = try await call(trip, by: scene.ana, scene)
            #expect(alarm != ID(sharing: trip))
            #expect(try await scene.alarm(of: scene.bo)?.alarm.id == alarm)
        }
    }

    @Test func `F1: a trip under the id of an alarm or a drill is refused, the traveller's own too`() async throws {
        try await withTripNews { scene, _ in
            let drill = try await drill(scene)
            let countdown = try await scene.help(.alert)
            try await scene.hub.cancelCountdown(countdown.id, pin: SafetyScene.pin, by: scene.ana)
            for id in [
                ID<Trip>(sharing: drill), ID(sharing: countdown.alarm),
            ] {
                await #expect(throws: SafetyRefusal.idUsedOtherwise) { try await scene.start(id) }
            }
            #expect(try await scene.hub.trips(of: scene.ana).isEmpty)
            try await scene.start()
        }
    }

    @Test func `F4, F73: a call that was lost from memory is the same alarm when it is sent again`() async throws {
        try await SafetyScene.run { scene in
            let id: ID<HelpCountdown> = scene.hub.outside.newID()
            let first = try await call(id, by: scene.ana, scene)
            try await scene.hub.database.transaction { transaction in
                for table in ["safety_watch", "alarm_recipient", "alarm", "outbox"] as [StaticString] {
                    try transaction.run("DELETE FROM \(literal: table)")
                }
            }
            #expect(try await call(id, by: scene.ana, scene) == first)
            #expect(try await call(id, by: scene.bo, scene) != first, "another member's")
        }
    }

    @Test func `F67: a call that was forgotten and is sent again opens an alarm after either PIN`() async throws {
        for pin in [SafetyScene.pin, SafetyScene.duress] {
            try await SafetyScene.run { scene in
                let ids: [ID<HelpCountdown>] = (0..<17).map { _ in scene.hub.outside.newID() }
                for id in ids {
                    _ = try await call(id, by: scene.ana, scene)
                    try await scene.hub.cancelCountdown(id, pin: pin, by: scene.ana)
                }
                #expect(try await scene.hub.safetyOverview(of: scene.ana).face.alarms.isEmpty)
                _ = try await call(ids[0], by: scene.ana, scene)
                #expect(try await scene.hub.safetyOverview(of: scene.ana).face.alarms.count == 1)
            }
        }
    }
}
