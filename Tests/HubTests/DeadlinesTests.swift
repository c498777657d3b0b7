import Crypto
import Dispatch
import Family
import Hub
import Messaging
import PostgresServer
import SQL
import SQLite
import Storage
import Synchronization
import Testing
import WireClient

/// Many deadlines at one moment.
@Suite struct DeadlinesTests {
    /// Fifty, and a thousand where somebody asks for the long form.
    private static let travellers = isSweep ? 1_000 : 50

    @Test func `F2: when all call for help at once, the messages exist within two seconds`() async throws {
        try await TestHub.run { test in
            let companion = try await test.member(1)
            var members: [ID<Member>] = []
            for number in 2..<2 + Self.travellers { members.append(try await test.member(number)) }
            try await test.letSee(companion, members)
            for member in members {
                let help = HelpRequest(id: test.hub.outside.newID(), cause: .shake, startedAgoMilliseconds: 0)
                _ = try await test.hub.startCountdown(help, by: member)
            }
            test.clock.advance(seconds: 15)
            let began = ContinuousClock.now
            await test.hub.handleDeadlines()
            let taken = ContinuousClock.now - began
            let count = try await test.hub.database.read { try $0.first("SELECT count(*) FROM outbox")?.integer(0) }
            #expect(count == Int64(Self.travellers))
            #expect(taken < .seconds(2), "\(taken)")
            print("\(Self.travellers) alarms at once: \(taken)")
        }
    }

    @Test func `F2: of fifty calls due at once the running hub sends each within five seconds`() async throws {
        let texts = RecordingSender()
        try await TestHub.run(senders: [.text: texts]) { test in
            let companion = try await test.member(1)
            var members: [ID<Member>] = []
            for number in 2..<52 { members.append(try await test.member(number)) }
            try await test.letSee(companion, members)
            for member in members {
                let help = HelpRequest(id: test.hub.outside.newID(), cause: .shake, startedAgoMilliseconds: 0)
                _ = try await test.hub.startCountdown(help, by: member)
            }
            let count = members.count
            test.hub.openOutbox()
            let loop = Task { await test.hub.watchOver() }
            #expect(try await eventually { test.hub.tally.lastRound == test.clock.now })
            #expect(texts.tries.isEmpty, "nothing is due")
            // From here on nobody but the loop looks for what is due.
            test.clock.advance(seconds: 15)
            let began = ContinuousClock.now
            #expect(try await eventually { texts.tries.count >= count })
            let taken = ContinuousClock.now - began
            #expect(taken < .seconds(5), "\(taken)")
            #expect(Set(texts.tries.map(\.text)).count == count, "one of each")
            loop.cancel()
            await loop.value
            await test.hub.closeOutbox()
        }
    }

    @Test func `F2: alarms are told while the other work of the loop does not come back`() async throws {
        let gate = Gate()
        let database = try Database(await UsualDatabase.withTables())
        let test = try await TestHub(
            database: database,
            keys: HubKeys(master: [UInt8](0..<32)),
            settings: HubSettings(),
            clock: TestClock(),
            clockDoubt: { gate.pass() }
        )
        let scene = try await SafetyScene(test)
        let loop = Task { await test.hub.watchOver() }
        #expect(try await eventually { gate.isReached })
        // From here on the rest of the loop is held up for as long as the test likes.
        for _ in 0..<3 {
            try await scene.help(.sos)
            test.clock.advance(seconds: 5)
            #expect(try await eventually { test.hub.tally.lastRound == test.clock.now })
        }
        #expect(try await scene.texts(to: 2).count { $0.contains("pressed SOS") } >= 1)
        #expect(gate.isHeld, "nothing else of the loop went on meanwhile")
        gate.open()
        loop.cancel()
        await loop.value
        await database.close()
    }

    @Test func `F2: an alarm is told in the first round after the database came back`() async throws {
        let server = FailingDatabase(StorageError(.unavailable, "the connection broke"))
        try await withFile { path in
            // A file, beside whose writer deadlines are read all the same.
            try await SafetyScene.run(on: server.driver(SQLite(path: path), holdsWrites: false)) { scene in
                try await scene.help(.sos)
                server.isFailing = true
                scene.test.clock.advance(seconds: 5)
                #expect(await scene.hub.handleDeadlines() == false)
                server.isFailing = false
                scene.test.clock.advance(seconds: 1)
                #expect(await scene.hub.handleDeadlines())
                #expect(try await scene.texts(to: 2).count { $0.contains("pressed SOS") } == 1)
            }
        }
    }

    @Test func `F2: a member whose rows cannot be read holds up no other's alarm`() async throws {
        let disk = FailingDatabase(StorageError(.unavailable, "disk I/O error (266)"))
        try await SafetyScene.run(on: disk.driver(SQLite.inMemory())) { scene in
            let other = try await scene.test.member(4)
            try await scene.test.letSee(scene.bo, [other])
            let help = HelpRequest(id: scene.hub.outside.newID(), cause: .sos, startedAgoMilliseconds: 0)
            _ = try await scene.hub.startCountdown(help, by: other)
            try await scene.help(.sos)
            disk.unreadable = other
            scene.test.clock.advance(seconds: 5)
            #expect(await scene.hub.handleDeadlines())
            #expect(try await scene.texts(to: 2).count == 1)
            #expect(scene.test.log.text.contains("a deadline could not be handled"))
            disk.unreadable = nil
            await scene.pass(seconds: 31)
            #expect(try await scene.texts(to: 2).count == 2)
        }
    }

    @Test func `F2: an alarm leaves while a service hangs with everything that is not urgent`() async throws {
        let (texts, pushes) = (RecordingSender(), HangingSender())
        try await TestHub.run(senders: [.text: texts, .push: pushes]) { test in
            let scene = try await SafetyScene(test)
            // More than are on their way at once.
            for number in 10..<58 {
                let (caller, _) = try await test.hub.addSession(for: try await test.member(number))
                try await test.subscribe(caller, "\(browserOfTests)/\(number)")
            }
            test.hub.openOutbox()
            #expect(try await eventually { pushes.hanging > 0 })
            try await scene.help(.alert)
            test.hub.ringOutbox()
            #expect(try await eventually { !texts.tries.isEmpty })
            let text = try #require(texts.tries.first)
            #expect(text.isUrgent && text.to == TestHub.phone(2))
            #expect(pushes.hanging > 0, "and the others hang still")
            pushes.release()
            await test.hub.closeOutbox()
        }
    }

    @Test func `a clock that is set back delays no deadline and repeats none`() async throws {
        try await SafetyScene.run { scene in
            try await scene.help(.shake)
            await scene.pass(seconds: 14)
            scene.test.clock.advance(seconds: -3_600)
            await scene.hub.handleDeadlines()
            #expect(try await scene.texts(to: 2).isEmpty)
            scene.test.clock.advance(seconds: 3_601)
            await scene.hub.handleDeadlines()
            await scene.hub.handleDeadlines()
            #expect(try await scene.texts(to: 2).count == 1)
        }
    }
}

/// Work that does not come back until it may.
private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let state = Mutex((isReached: false, isOpen: false))

    var isReached: Bool { state.withLock { $0.isReached } }
    var isHeld: Bool { state.withLock { $0.isReached && !$0.isOpen } }

    func pass() -> ClockAnomaly? {
        let isOpen = state.withLock { state in
            state.isReached = true
            return state.isOpen
        }
        if !isOpen { semaphore.wait() }
        return nil
    }

    func open() {
        state.withLock { $0.isOpen = true }
        semaphore.signal()
    }
}
