import Bus
import Family
import Hub
import Messaging
import SQL
import SQLite
import Storage
import Testing
import WireClient

@Suite struct OutboxTests {
    @Test func `without a sender messages can be read for a day, and are erased then`() async throws {
        try await TestHub.run { home in
            _ = try await home.member(1)
            _ = try await home.ask(.login, for: 1)
            #expect(!home.hub.canText)
            try await home.hub.sendMessages()
            let item = try #require(try await home.hub.outboxItems(after: nil).first)
            #expect(item.channel == .text && item.to == TestHub.phone(1) && item.createdAt == home.clock.now)
            #expect(try await home.hub.outboxItems(after: item.id).isEmpty)
            home.clock.advance(seconds: 86_399)
            await home.hub.forgetWhatIsOld()
            #expect(try await home.hub.outboxItems(after: nil).count == 1)
            home.clock.advance(seconds: 601)
            await home.hub.forgetWhatIsOld()
            #expect(try await home.hub.outboxItems(after: nil).isEmpty)
            #expect(try await home.sealedMessages() == 0)
        }
    }

    @Test func `F24: a message on its way as its alarm ends is not tried again where it fails`() async throws {
        let texts = RecordingSender()
        try await TestHub.run(senders: [.text: texts]) { test in
            let scene = try await SafetyScene(test)
            try await test.givePINs(to: scene.ana)
            let call = try await scene.help(.alert)
            texts.answer([.later(why: "status 503", afterSeconds: nil)])
            texts.meanwhile {
                // What fails here shows below.
                _ = try? await scene.hub.cancelCountdown(call.id, pin: SafetyScene.pin, by: scene.ana)
            }
            try await test.hub.sendMessages()
            await scene.pass(seconds: 60, each: 10)
            try await test.hub.sendMessages()
            let told = texts.tries.map { $0.text.contains("ALARM") }
            #expect(told.first == true && told.count { $0 } == 1, "after the end comes no alarm")
        }
    }

    @Test func `F75: of each incident the first message leaves before the second one of another`() async throws {
        try await TestHub.run { test in
            let now = test.clock.now
            let (many, one) = (test.hub.outside.newID(of: Incident.self), test.hub.outside.newID(of: Incident.self))
            let leased = try await test.hub.database.transaction { transaction in
                for (index, incident) in [many, many, many, one].enumerated() {
                    var row = OutboxRow(
                        id: test.hub.outside.newID(),
                        channel: Channel.text.rawValue,
                        recipientSealed: [1],
                        textSealed: [1],
                        createdAt: now,
                        expiresAt: now.advanced(bySeconds: 60)
                    )
                    (row.incident, row.isUrgent) = (incident, true)
                    row.dueAt = now.advanced(byMilliseconds: Int64(index) - 9)
                    try transaction.addMessage(row)
                }
                // One at a time, as a modem takes them.
                return try (1...2).flatMap { _ in
                    let until = now.advanced(bySeconds: 30)
                    return try transaction.leaseMessages("text", urgent: true, now: now, until: until, limit: 1)
                }
            }
            #expect(leased.map(\.incident) == [many, one])
        }
    }

    @Test func `S34: neither number nor text of a message lies in the database`() async throws {
        try await TestHub.run { home in
            _ = try await home.member(1)
            _ = try await home.ask(.login, for: 1)
            let digits = Array(TestHub.phone(1).dropFirst().utf8)
            let rows = try await home.hub.database.read { transaction in
                try transaction.rows("SELECT recipient_sealed, text_sealed FROM outbox").flatMap(\.values)
                    + transaction.rows("SELECT phone_lookup, phone_sealed, code_hash FROM verification")
                    .flatMap(\.values)
            }
            #expect(rows.count == 5)
            for case .blob(let bytes) in rows { #expect(bytes.firstRange(of: digits) == nil) }
        }
    }

    @Test func `a message that was sent is erased`() async throws {
        let sender = RecordingSender()
        try await TestHub.run(senders: [.text: sender]) { home in
            _ = try await home.member(1)
            _ = try await home.ask(.login, for: 1)
            #expect(home.hub.canText)
            try await home.hub.sendMessages()
            try await home.hub.sendMessages()
            #expect(sender.tries.count == 1 && sender.tries.first?.to == TestHub.phone(1))
            #expect(try await home.sealedMessages() == 0)
            #expect(try await home.hub.outboxItems(after: nil).isEmpty)
        }
    }

    @Test func `F95: a message that is on its way is sent once, however long its sender takes`() async throws {
        let pushes = HangingSender()
        try await TestHub.run(senders: [.push: pushes]) { home in
            home.hub.openOutbox()
            for number in 1...3 {
                let (caller, _) = try await home.hub.addSession(for: try await home.member(number))
                try await home.subscribe(caller, "\(browserOfTests)/\(number)")
                home.hub.ringOutbox()
                #expect(try await eventually { pushes.tries.count >= number })
                // Longer than a message is lent; with the next one the worker looks again.
                home.clock.advance(seconds: 31)
            }
            pushes.release()
            await home.hub.closeOutbox()
            #expect(pushes.tries.count == 3 && Set(pushes.tries.map(\.id)).count == 3)
        }
    }

    @Test func `F95: a modem has one text at a time, an urgent one goes first, and no other channel waits`()
        async throws
    {
        let (texts, pushes) = (HangingSender(atOnceMax: 1), RecordingSender())
        try await TestHub.run(senders: [.text: texts, .push: pushes]) { test in
            let scene = try await SafetyScene(test)
            let (bo, _) = try await test.hub.addSession(for: scene.bo)
            try await test.subscribe(bo)
            test.hub.openOutbox()
            for number in [3, 2] {
                _ = try await test.ask(.login, for: number)
                test.hub.ringOutbox()
                #expect(try await eventually { texts.hanging == 1 })
            }
            try await scene.help(.alert)
            test.hub.ringOutbox()
            #expect(try await eventually { pushes.tries.contains { $0.text.contains("may need help") } })
            #expect(texts.tries.count == 1, "the modem is busy with the first code")
            texts.release()
            #expect(try await eventually { texts.tries.count { !$0.isUrgent } == 2 })
            await test.hub.closeOutbox()
            let between = texts.tries.dropFirst().dropLast()
            #expect(!between.isEmpty && between.allSatisfy(\.isUrgent), "the other code comes last")
        }
    }

    @Test func `F4: a message that a crash interrupts is sent again after 30 seconds under the same identity`()
        async throws
    {
        let sender = RecordingSender()
        try await TestHub.run(senders: [.text: sender]) { home in
            _ = try await home.member(1)
            _ = try await home.ask(.login, for: 1)
            let now = home.clock.now
            let leased = try await home.hub.database.transaction { transaction in
                try transaction.lease(now)
            }
            #expect(leased.count == 1)
            try await home.hub.sendMessages()
            #expect(sender.tries.isEmpty, "while it is lent, nobody else sends it")
            home.clock.advance(seconds: 29)
            try await home.hub.sendMessages()
            #expect(sender.tries.isEmpty)
            home.clock.advance(seconds: 1)
            try await home.hub.sendMessages()
            #expect(sender.tries.map(\.id) == leased.map(\.id.text))
        }
    }

    @Test func `F4: a hub that starts takes back what it had lent before`() async throws {
        let sender = RecordingSender()
        try await TestHub.run(senders: [.text: sender]) { home in
            _ = try await home.member(1)
            _ = try await home.ask(.login, for: 1)
            let now = home.clock.now
            try await home.hub.database.transaction { transaction in
                _ = try transaction.lease(now)
            }
            try await home.restarted().hub.sendMessages()
            #expect(sender.tries.count == 1)
        }
    }

    @Test func `a message that cannot be sent is tried again, later each time, until it expires`() async throws {
        let sender = RecordingSender()
        sender.answer(Array(repeating: .later(why: "status 503", afterSeconds: nil), count: 99))
        try await TestHub.run(senders: [.text: sender]) { home in
            _ = try await home.member(1)
            _ = try await home.ask(.login, for: 1)
            var times: [Int64] = []
            for second in 0..<400 as Range<Int64> {
                let before = sender.tries.count
                try await home.hub.sendMessages()
                if sender.tries.count > before { times.append(second) }
                home.clock.advance(seconds: 1)
            }
            #expect(times == [0, 5, 15, 35, 75, 155], "and the code is dead after five minutes")
            #expect(try await home.sealedMessages() == 0)
            #expect(home.log.text.contains("status 503") && !home.log.text.contains(TestHub.phone(1)))
        }
    }

    @Test func `a service that asks for patience gets it, and what it refuses is given up`() async throws {
        let sender = RecordingSender()
        sender.answer([.later(why: "status 429", afterSeconds: 60), .refused(why: "status 400, error 21211")])
        try await TestHub.run(senders: [.text: sender]) { home in
            _ = try await home.member(1)
            _ = try await home.ask(.login, for: 1)
            try await home.hub.sendMessages()
            home.clock.advance(seconds: 59)
            try await home.hub.sendMessages()
            #expect(sender.tries.count == 1)
            home.clock.advance(seconds: 1)
            try await home.hub.sendMessages()
            #expect(sender.tries.count == 2)
            home.clock.advance(seconds: 100)
            try await home.hub.sendMessages()
            #expect(sender.tries.count == 2)
            #expect(try await home.sealedMessages() == 0)
        }
    }

    @Test func `a message goes out as soon as it is written, and the hub waits for it when it stops`() async throws {
        let sender = RecordingSender()
        try await TestHub.run(senders: [.text: sender]) { home in
            _ = try await home.member(1)
            home.hub.openOutbox()
            _ = try await home.ask(.login, for: 1)
            while sender.tries.isEmpty { await Task.yield() }
            await home.hub.closeOutbox()
            #expect(try await home.sealedMessages() == 0)
        }
    }
}

extension TestHub {
    /// How many messages still say whom they are for or what they say.
    fileprivate func sealedMessages() async throws -> Int64 {
        try await hub.database.read { transaction in
            let query: SQL =
                "SELECT count(*) FROM outbox WHERE text_sealed IS NOT NULL OR recipient_sealed IS NOT NULL"
            return try transaction.first(query)?.integer(0) ?? -1
        }
    }
}

extension Transaction {
    /// Lends texts that are due for half a minute.
    @discardableResult
    fileprivate func lease(_ now: Timestamp) throws(StorageError) -> [OutboxRow] {
        try leaseMessages("text", urgent: false, now: now, until: now.advanced(bySeconds: 30), limit: 9)
    }
}
