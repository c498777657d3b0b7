import Crypto
import Family
import Hub
import Messaging
import PostgresServer
import SQL
import Storage
import Testing
import WireClient

/// F3 and F81 in virtual time: hubs are killed in countdowns, between steps and while they send; every message counts.
@Suite struct KilledHubTests {
    private static let seeds: ClosedRange<UInt64> =
        isSweep ? 1...20 : 1...1
    private static let (alarms, killsPerAlarm) = (5, 10)
    /// The escalation of F18: 0, 60 and 180 s, then each five minutes up to an hour.
    private static let steps = 15

    @Test(arguments: seeds)
    func `F3, F81: over 50 kills each alarm, step, person and channel has one message, which arrives`(
        seed: UInt64
    ) async throws {
        let story = try await KillStory(seed: seed)
        for _ in 0..<Self.alarms { try await story.alarm(kills: Self.killsPerAlarm) }
        try await story.end()
        #expect(story.kills == Self.alarms * Self.killsPerAlarm)
        let rows = try await story.rows()
        var arrivals: [String: Int] = [:]
        for message in story.provider.arrived { arrivals[message.id, default: 0] += 1 }
        for row in rows {
            let most = story.provider.answersLost.contains(row.id.text) ? 2 : 1
            let count = arrivals.removeValue(forKey: row.id.text) ?? 0
            #expect((1...most).contains(count), "seed \(seed): \(row.channel) arrived \(count) times")
        }
        #expect(arrivals.isEmpty, "seed \(seed): nothing arrives that no row knows of")
        #expect(!story.provider.answersLost.isEmpty, "seed \(seed): some answers were lost")
        let byAlarm = Dictionary(grouping: rows, by: \.incident)
        #expect(byAlarm.count == Self.alarms)
        for (_, rows) in byAlarm {
            let steps = Dictionary(grouping: rows, by: \.createdAt).sorted { $0.key < $1.key }
            #expect(steps.count == Self.steps, "seed \(seed): \(steps.count) steps")
            for (_, messages) in steps {
                let each = messages.map { "\($0.member?.text ?? "") \($0.channel)" }
                #expect(Set(each).count == each.count && each.count == 4, "seed \(seed): two people, two channels")
            }
        }
        #expect(story.latestFirst <= 10, "seed \(seed): the first came \(story.latestFirst) s after a start")
        let doubled = story.provider.answersLost.count
        let figures = "\(rows.count) messages due, \(rows.count) told, \(doubled) of them twice"
        print("\(story.kills) kills, \(figures), an alarm's first \(story.latestFirst) s late at the latest")
        await story.close()
    }
}

/// Ana calls for help again and again, for Bo and Cleo, who have a number and a mail address each.
private final class KillStory {
    let provider = KilledProvider()
    private let database: Database
    private let clock = TestClock()
    private var test: TestHub
    private let scene: SafetyScene
    private var chance: Chance
    private var sending: [Task<Void, Never>] = []
    private var incidents: Set<[UInt8]> = []
    private(set) var kills = 0
    private var startedAt: Timestamp
    /// Seconds from a start of the hub, or from the deadline where that was later, to the first message of an alarm.
    private(set) var latestFirst: Int64 = 0

    init(seed: UInt64) async throws {
        chance = Chance(seed: seed)
        database = try Database(await UsualDatabase.withTables())
        startedAt = clock.now
        test = try await Self.hub(on: database, clock, provider)
        scene = try await SafetyScene(test)
        try await database.transaction { [scene] transaction in
            try transaction.run("UPDATE connection SET precision = 3 WHERE viewer = \(scene.cleo.bytes)")
        }
        for (member, address) in [(scene.bo, "bo@example.org"), (scene.cleo, "cleo@example.org")] {
            let (caller, _) = try await test.hub.addSession(for: member)
            _ = try await test.hub.requestMailCode(of: caller, to: address)
            try await test.hub.sendMessages()
            // What leaves together arrives in any order: the one before may be told just now that it is theirs.
            let mail = try #require(provider.arrived.last { $0.channel == .mail && $0.to == address })
            let words = mail.text.split { !$0.isNumber }
            let code = try #require(words.first { $0.count == 6 })
            try await test.hub.setMail(of: caller, code: String(code), from: RequestOrigin())
        }
        try await test.hub.sendMessages()
        provider.forget()
    }

    private static func hub(on database: Database, _ clock: TestClock, _ provider: KilledProvider) async throws
        -> TestHub
    {
        let line = provider.line()
        return try await TestHub(
            database: database,
            keys: HubKeys(master: [UInt8](0..<32)),
            settings: HubSettings(),
            clock: clock,
            senders: [.text: line, .mail: line]
        )
    }

    /// One call for help, from its countdown to the last step an hour later, with so many kills on the way.
    func alarm(kills wanted: Int) async throws {
        let request = HelpRequest(id: test.hub.outside.newID(), cause: .sos, startedAgoMilliseconds: 0)
        let taken = try await test.hub.startCountdown(request, by: scene.ana).countdown
        let incident = ID<Incident>(sharing: taken.alarm)
        incidents.insert(incident.bytes)
        var left = wanted
        // The first kills fall into the countdown and its first message.
        while Int.random(in: 0..<2, using: &chance) == 0, left > 3 {
            clock.advance(milliseconds: Int64.random(in: 0..<2_000, using: &chance))
            try await kill()
            left -= 1
        }
        var isTold = false
        while try await rows(of: incident).map(\.createdAt).reduce(into: Set(), { $0.insert($1) }).count < 15 {
            let due = try await database.read { try $0.nextSafetyDeadline() }
            let wait = due.map { max(0, $0.milliseconds(since: clock.now)) } ?? 0
            if left > 0, Bool.random(using: &chance) {
                try await kill(aroundStepInMilliseconds: wait)
                left -= 1
            } else {
                clock.advance(milliseconds: wait)
                await test.hub.handleDeadlines()
            }
            await test.hub.handleDeadlines()
            try await test.hub.sendMessages()
            if !isTold, !(try await rows(of: incident)).isEmpty {
                isTold = true
                let from = max(startedAt, taken.firesAt)
                latestFirst = max(latestFirst, clock.now.milliseconds(since: from) / 1_000)
            }
        }
        while left > 0 {
            try await kill()
            left -= 1
        }
        clock.advance(seconds: 700)
        try await test.hub.sendMessages()
        // Closed without a PIN, which would cost a tenth of a second each: the next call is an alarm of its own.
        let ana = scene.ana
        try await database.transaction { try $0.run("DELETE FROM safety_watch WHERE member = \(ana.bytes)") }
    }

    /// Somewhere before the next step, at it, or while it is sent.
    private func kill(aroundStepInMilliseconds wait: Int64) async throws {
        switch Int.random(in: 0..<3, using: &chance) {
        case 0:
            clock.advance(milliseconds: Int64.random(in: 0...max(1, wait), using: &chance))
            try await kill()
        case 1:
            clock.advance(milliseconds: wait)
            await test.hub.handleDeadlines()
            try await kill()
        default:
            clock.advance(milliseconds: wait)
            await test.hub.handleDeadlines()
            try await killWhileSending()
        }
    }

    /// Ends the hub as `kill -9` does; the next one starts after 0 to 120 s.
    private func kill() async throws {
        kills += 1
        clock.advance(milliseconds: Int64.random(in: 0...120_000, using: &chance))
        test = try await Self.hub(on: database, clock, provider)
        startedAt = clock.now
    }

    private func killWhileSending() async throws {
        let messages = Int.random(in: 1...4, using: &chance)
        provider.killWhileSending(.init(afterMessages: messages, arrives: Bool.random(using: &chance)))
        let hub = test.hub
        // What a killed hub does with its answer is nothing: its task is ended when the story is.
        sending.append(Task { try? await hub.sendMessages() })
        for _ in 0..<30_000 where !provider.isKilled { try await Task.sleep(for: .milliseconds(2)) }
        try #require(provider.isKilled)
        try await kill()
    }

    func end() async throws {
        clock.advance(seconds: 700)
        try await test.hub.sendMessages()
    }

    /// Everything that was ever to be sent about the alarms.
    func rows() async throws -> [SentRow] {
        var all: [SentRow] = []
        for bytes in incidents {
            let incident = try #require(ID<Incident>(bytes: bytes))
            all += try await rows(of: incident)
        }
        return all
    }

    private func rows(of incident: ID<Incident>) async throws -> [SentRow] {
        try await database.read { transaction in
            try transaction.rows(
                "SELECT id, channel, member, created_at FROM outbox WHERE incident = \(incident.bytes) ORDER BY id"
            ).map { row in
                SentRow(
                    id: try row.id(0),
                    channel: try row.text(1),
                    member: try row.idOrNull(2),
                    createdAt: try row.timestamp(3),
                    incident: incident
                )
            }
        }
    }

    func close() async {
        await database.close()
        provider.release()
        for task in sending { await task.value }
    }
}

private struct SentRow: Sendable {
    var id: ID<OutboxMessage>
    var channel: String
    var member: ID<Member>?
    var createdAt: Timestamp
    var incident: ID<Incident>
}
