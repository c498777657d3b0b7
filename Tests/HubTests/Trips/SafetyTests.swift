import Bus
import Family
import Hub
import Messaging
import SQL
import Storage
import Testing

/// Trips, calls for help and alarms on a real database, with a clock that the test sets.
@Suite struct SafetyTests {
    @Test func `F1: the deadline of a trip or countdown is stored before the caller is answered`() async throws {
        try await SafetyScene.run { scene in
            try await scene.start()
            let due = try await scene.hub.database.read { try $0.nextSafetyDeadline() }
            #expect(due == scene.test.clock.now.advanced(bySeconds: 300), "the silence of five minutes")
            let countdown = try await scene.help(.shake)
            #expect(countdown.firesAt == scene.test.clock.now.advanced(bySeconds: 15))
            #expect(try await scene.hub.database.read { try $0.nextSafetyDeadline() } == countdown.firesAt)
        }
    }

    @Test func `F3: a hub that falls during a countdown tells it once when it is back`() async throws {
        try await SafetyScene.run { scene in
            try await scene.start()
            try await scene.help(.sos)
            scene.test.clock.advance(seconds: 30)
            let second = try await scene.test.restarted()
            await second.hub.handleDeadlines()
            await second.hub.handleDeadlines()
            #expect(try await scene.texts(to: 2).count == 1)
            #expect(try await second.hub.alarms(for: scene.bo).count == 1)
        }
    }

    @Test func `F5: an alarm hours late is left to the keeper, and one that is minutes late says so`() async throws {
        try await SafetyScene.run { scene in
            try await scene.help(.sos)
            scene.test.clock.advance(seconds: 7 * 3_600)
            await scene.hub.handleDeadlines()
            #expect(try await scene.texts(to: 2).isEmpty)
            #expect(try await scene.hub.notices(of: scene.ana).contains { $0.kind == .alarmsMissed })
            try await scene.help(.sos)
            scene.test.clock.advance(seconds: 1_200)
            await scene.hub.handleDeadlines()
            let text = try #require(try await scene.texts(to: 2).first)
            #expect(text.contains("min late: hub was down."))
        }
    }

    @Test func `F12: a phone off from minute 3 of 40 is missed at minute 8, and overdue twenty minutes after its time`()
        async throws
    {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            for _ in 0..<18 {
                await scene.test.send(berlin, from: scene.phone)
                await scene.pass(seconds: 10, each: 5)
            }
            await scene.test.send(berlin, from: scene.phone)
            await scene.pass(seconds: 294, each: 2)
            let before = try await scene.hub.companionTrip(trip, of: scene.bo)
            await scene.pass(seconds: 6, each: 2)
            let after = try await scene.hub.companionTrip(trip, of: scene.bo)
            #expect(before.signal == .delayed && after.signal == .lost)
            #expect(after.news.map(\.kind) == ["started", "signalLost"])
            await scene.pass(seconds: (60 - 8) * 60 - 8, each: 4)
            #expect(try await scene.alarm(of: scene.bo) == nil, "asked, not alarmed")
            await scene.pass(seconds: 10, each: 2)
            let alarm = try #require(try await scene.alarm(of: scene.bo))
            #expect(alarm.alarm.facts.map(\.cause) == [.overdue])
            #expect(try await scene.texts(to: 1).count == 1, "the traveller was asked by text too")
        }
    }

    @Test func `F16, F18: danger is told at once, again, and to more people after five minutes`() async throws {
        try await SafetyScene.run { scene in
            try await scene.hub.database.transaction { transaction in
                try transaction.run("UPDATE connection SET precision = 3 WHERE viewer = \(scene.cleo.bytes)")
            }
            try await scene.start()
            try await scene.help(.alert)
            let first = try await scene.hub.database.read {
                try $0.first("SELECT count(*) FROM outbox WHERE urgent = 1")?.integer(0)
            }
            #expect(first == 1, "a text to Bo, who has neither browser nor mail")
            await scene.pass(seconds: 299)
            #expect(try await scene.texts(to: 2).count == 3)
            #expect(try await scene.texts(to: 3).isEmpty)
            await scene.pass(seconds: 2)
            #expect(try await scene.texts(to: 2).count == 4)
            #expect(try await scene.texts(to: 3).count == 1)
        }
    }

    @Test func `F17: each person's messages show how far they came, and who sees to it`() async throws {
        try await SafetyScene.run { scene in
            try await scene.start(companions: [scene.bo, scene.cleo])
            try await scene.help(.alert)
            var alarm = try #require(try await scene.alarm(of: scene.bo))
            #expect(alarm.deliveries.map(\.state) == [.queued, .queued])
            try await scene.hub.sendMessages()
            alarm = try #require(try await scene.alarm(of: scene.bo))
            #expect(alarm.deliveries.map(\.state) == [.kept, .kept])
            _ = try await scene.test.published()
            try await scene.hub.acknowledge(alarm.alarm.id, by: scene.bo)
            let told = try await scene.test.published().flatMap(\.self)
            #expect(told.contains(.alarms(scene.cleo)) && told.contains(.alarms(scene.ana)), "their pages are told")
            alarm = try #require(try await scene.alarm(of: scene.cleo))
            #expect(alarm.acknowledgedBy.map(\.name) == ["Member 2"])
            #expect(alarm.deliveries.first { $0.member == scene.bo }?.state == .acknowledged)
            let own = try await scene.hub.safetyOverview(of: scene.ana).alarms
            #expect(own.first?.acknowledgedBy.first?.member == scene.bo, "the traveller sees it too")
            #expect(try await scene.texts(to: 3).contains { $0.hasPrefix("Member 2 is responding") })
            #expect(try await !scene.texts(to: 2).contains { $0.hasPrefix("Member 2 is responding") }, "who knows")
            await scene.pass(seconds: 500, each: 10)
            #expect(try await scene.texts(to: 3).count { $0.contains("may need help") } == 1, "nobody is called again")
        }
    }

    @Test func `F21: a provider that takes no alarm is told to the keeper, and the other ways are used all the same`()
        async throws
    {
        let (texts, mails) = (RecordingSender(), RecordingSender())
        try await TestHub.run(senders: [.text: texts, .mail: mails]) { test in
            let scene = try await SafetyScene(test)
            let (bo, _) = try await test.hub.addSession(for: scene.bo)
            _ = try await test.hub.requestMailCode(of: bo, to: "bo@example.org")
            try await test.hub.sendMessages()
            let words = try #require(mails.tries.last).text.split { !$0.isNumber }
            let code = try #require(words.first { $0.count == 6 })
            try await test.hub.setMail(of: bo, code: String(code), from: RequestOrigin())
            try await test.hub.sendMessages()
            let before = mails.tries.count
            texts.answer([.later(why: "no credit", afterSeconds: nil)])
            try await scene.help(.alert)
            try await scene.hub.sendMessages()
            #expect(mails.tries.dropFirst(before).map(\.to) == ["bo@example.org"], "by mail at once")
            #expect(texts.tries.last?.isUrgent ?? false)
            let watching = Task { await scene.hub.watchOver() }
            var isTold = false
            for _ in 0..<6_000 where !isTold {
                isTold = try await scene.hub.notices(of: scene.ana).contains { $0.kind == .messagesFail }
                try await Task.sleep(for: .milliseconds(10))
            }
            watching.cancel()
            #expect(isTold, "the keeper, within a second or two")
        }
    }

    @Test func `F4, F22: a push message names no place, and what is told again takes the place of the first`()
        async throws
    {
        let pushes = RecordingSender()
        try await TestHub.run(senders: [.push: pushes]) { test in
            let scene = try await SafetyScene(test)
            _ = try await scene.hub.addPlace(scene.hub.outside.newID(), for: scene.ana, placeRequest("School", berlin))
            await scene.test.send(berlin, from: scene.phone)
            let (bo, _) = try await test.hub.addSession(for: scene.bo)
            try await test.subscribe(bo)
            try await scene.help(.alert)
            await scene.pass(seconds: 61)
            try await test.hub.sendMessages()
            let alarm = try #require(try await scene.alarm(of: scene.bo)).alarm.id.text
            let told = pushes.tries.filter(\.isUrgent).map(\.text)
            #expect(told.count == 2 && told.allSatisfy { $0.contains(#""tag":"\#(alarm)","renotify":true"#) })
            for word in ["School", "52.5", "13.4", "#"] { #expect(!told.contains { $0.contains(word) }, "\(word)") }
        }
    }

    @Test func `F22: a text names the place and carries its reader's own link, and holds no coordinates`() async throws
    {
        try await SafetyScene.run {
            $0.publicURL = "https://family.example"
        } _: { scene in
            _ = try await scene.hub.addPlace(scene.hub.outside.newID(), for: scene.ana, placeRequest("School", berlin))
            for _ in 0..<3 {
                await scene.test.send(berlin, from: scene.phone)
                scene.test.clock.advance(seconds: 60)
            }
            try await scene.help(.alert)
            let text = try #require(try await scene.texts(to: 2).first)
            #expect(text.contains("Last seen: School, "))
            #expect(text.contains("https://family.example/follow#") && text.contains("Call 112"))
            for word in ["52.5", "13.4"] { #expect(!text.contains(word)) }
            let token = try #require(text.split(separator: "#").last?.prefix { !$0.isNewline })
            let (guest, cookie) = try await scene.hub.openView(
                by: .token(String(token)),
                known: nil,
                browser: "a browser",
                from: RequestOrigin()
            )
            let view = try await scene.hub.view(of: guest)
            #expect(view.trip == nil && view.alarms.first?.fix != nil)
            #expect(try await scene.hub.guest(token: cookie) == guest)
            try await scene.hub.acknowledge(try #require(view.alarms.first).alarm.id, by: guest)
            #expect(try await scene.alarm(of: scene.bo)?.acknowledgedBy.first?.member == scene.bo)
        }
    }

    @Test func `F24: I'm safe with the PIN clears the alarm for its recipients, and texts no other member`()
        async throws
    {
        try await SafetyScene.run { scene in
            try await scene.start()
            let countdown = try await scene.help(.shake)
            await scene.pass(seconds: 16)
            let danger = try await scene.hub.views(for: scene.bo).first { $0.view.state == .danger }
            let openedAt = try await scene.alarm(of: scene.bo)?.alarm.openedAt
            #expect(openedAt != nil && danger?.view.since == openedAt, "not of the stay before it")
            #expect(try await !scene.hub.views(for: scene.cleo).contains { $0.view.state == .danger })
            try await scene.hub.cancelCountdown(countdown.id, pin: SafetyScene.pin, by: scene.ana)
            #expect(try await scene.texts(to: 2).last?.hasPrefix("Member 1 is safe") ?? false)
            #expect(try await scene.texts(to: 3).isEmpty)
            #expect(try await scene.hub.views(for: scene.bo).allSatisfy { $0.view.state != .danger })
            #expect(try await scene.alarm(of: scene.bo)?.alarm.isOpen == false)
        }
    }

    @Test func `F23: a cancelled countdown queues no message and raises no alarm`() async throws {
        try await SafetyScene.run { scene in
            let countdown = try await scene.help(.shake)
            await scene.pass(seconds: 14)
            try await scene.hub.cancelCountdown(countdown.id, pin: SafetyScene.pin, by: scene.ana)
            await scene.pass(seconds: 120, each: 5)
            #expect(try await scene.hub.outboxItems(after: nil).isEmpty)
            #expect(try await scene.hub.alarms(for: scene.bo).isEmpty)
        }
    }

    @Test func `F55, F50: after arrival a companion sees no position, and the outcome for 15 minutes`() async throws {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            await scene.test.send(berlin, from: scene.phone)
            #expect(try await scene.hub.companionTrip(trip, of: scene.bo).fix != nil)
            #expect(try await scene.hub.companionTripPoints(trip, of: scene.bo, after: nil).count == 1)
            try await scene.hub.enter(SafetyScene.pin, for: .arrive, on: trip, by: scene.ana)
            let ended = try await scene.hub.companionTrip(trip, of: scene.bo)
            #expect(ended.standing == .arrived && ended.fix == nil && ended.sight == .ending)
            await #expect(throws: SafetyRefusal.notFound) {
                try await scene.hub.companionTripPoints(trip, of: scene.bo, after: nil)
            }
            scene.test.clock.advance(seconds: 900)
            #expect(try await scene.hub.companionTrips(of: scene.bo).isEmpty)
            #expect(try await scene.hub.trips(of: scene.ana).map(\.standing) == [.arrived])
        }
    }

    @Test func `a damaged safety watch is reported as corrupt, and delays no other member's alarm`() async throws {
        try await SafetyScene.run { scene in
            try await scene.help(.shake)
            try await scene.hub.database.transaction { transaction in
                try transaction.run("UPDATE safety_watch SET sealed = x'00' WHERE member = \(scene.ana.bytes)")
            }
            let error = await #expect(throws: StorageError.self) {
                try await scene.hub.safetyOverview(of: scene.ana)
            }
            #expect(error?.code == .corrupt)
            let other = HelpRequest(id: scene.hub.outside.newID(), cause: .shake, startedAgoMilliseconds: 0)
            try await scene.test.connect(viewer: scene.bo, to: scene.cleo, number: 3, .exact)
            _ = try await scene.hub.startCountdown(other, by: scene.cleo)
            scene.test.clock.advance(seconds: 16)
            await scene.hub.handleDeadlines()
            #expect(try await scene.texts(to: 2).count == 1)
            #expect(scene.test.log.text.contains("a deadline could not be handled"))
            #expect(try await scene.hub.notices(of: scene.ana).contains { $0.kind == .alarmsMissed })
        }
    }
}
