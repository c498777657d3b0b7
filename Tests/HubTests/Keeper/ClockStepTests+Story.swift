import Crypto
import Family
import Foundation
import Hub
import Messaging
import PostgresServer
import SQL
import Storage
import Testing

extension ClockStepTests {
    /// One family, one machine, and hubs that are killed and started again.
    final class Story {
        let machine: SteppedMachine
        private(set) var time: TrustedClock
        private(set) var test: TestHub
        let scene: SafetyScene
        private var stamp: (now: Timestamp, steadyMilliseconds: Int64)
        private var stampedAt: Int64
        private var startedAt: [ID<Alarm>: Int64] = [:]
        private var rounds: [ID<Alarm>: [Int64]] = [:]

        static func run(seed: UInt64, _ body: (Story) async throws -> Void) async throws {
            let machine = SteppedMachine()
            let database = try Database(await UsualDatabase.withTables())
            let time = machine.started()
            let test = try await Story.hub(on: database, machine, time)
            try await body(Story(machine, time, test, try await SafetyScene(test)))
            await database.close()
        }

        private init(_ machine: SteppedMachine, _ time: TrustedClock, _ test: TestHub, _ scene: SafetyScene) {
            (self.machine, self.time, self.test, self.scene) = (machine, time, test, scene)
            (stamp, stampedAt) = (time.reading, machine.elapsedMilliseconds)
        }

        private static func hub(
            on database: Database,
            _ machine: SteppedMachine,
            _ time: TrustedClock
        ) async throws -> TestHub {
            try await TestHub(
                database: database,
                keys: HubKeys(master: [UInt8](0..<32)),
                settings: HubSettings(),
                clock: machine.wall,
                time: time
            )
        }

        /// By how much the machine's clock is ahead of the hub's.
        var offMilliseconds: Int64 { machine.wall.now.milliseconds(since: time.now) }

        /// Sets the machine's clock, its pace, and whether it is kept right.
        func set(_ chance: inout Chance) {
            machine.slewMilliseconds = ClockStepTests.slews.randomElement(using: &chance) ?? 0
            machine.wall.advance(seconds: ClockStepTests.steps.randomElement(using: &chance) ?? 0)
            machine.isKept = Bool.random(using: &chance)
        }

        /// Lets seconds pass as a scheduler does, with a stamp of the clock each minute.
        func pass(seconds: Int64) async throws {
            for _ in 0..<seconds {
                machine.pass(seconds: 1)
                if machine.elapsedMilliseconds - stampedAt >= 60_000 {
                    (stamp, stampedAt) = (time.reading, machine.elapsedMilliseconds)
                }
                await test.hub.handleDeadlines()
                await test.hub.correctClock()
                for id in startedAt.keys { try await note(id) }
            }
        }

        /// Ends the hub as a power cut of the process would, and starts it again.
        func kill(downSeconds: Int64) async throws {
            machine.pass(seconds: downSeconds)
            try await restart(as: machine.restarted(after: stamp))
        }

        /// Starts a hub by a clock.
        func restart(as time: TrustedClock) async throws {
            self.time = time
            test = try await Story.hub(on: test.hub.database, machine, time)
            (stamp, stampedAt) = (time.reading, machine.elapsedMilliseconds)
            await test.hub.handleDeadlines()
            for id in startedAt.keys { try await note(id) }
        }

        /// Presses SOS.
        func help() async throws -> HelpCountdown {
            let countdown = try await helpAgain(test.hub.outside.newID())
            startedAt[countdown.alarm] = machine.elapsedMilliseconds
            return countdown
        }

        /// Says again that SOS was pressed.
        func helpAgain(_ id: ID<HelpCountdown>) async throws -> HelpCountdown {
            let request = HelpRequest(id: id, cause: .sos, startedAgoMilliseconds: 0)
            return try await test.hub.startCountdown(request, by: scene.ana).countdown
        }

        /// At which second after the call Bo was texted.
        func wavesAt(_ countdown: HelpCountdown) async throws -> [Int64] { rounds[countdown.alarm] ?? [] }

        /// When the messages that wait are due.
        func waiting() async throws -> [Int64] {
            try await test.hub.database.read { transaction in
                try transaction.rows("SELECT due_at FROM outbox WHERE state = 'queued' ORDER BY id").map {
                    try $0.integer(0)
                }
            }
        }

        private func note(_ id: ID<Alarm>) async throws {
            let incident = ID<Incident>(sharing: id)
            let texts = try await test.hub.deliveries(of: incident).count {
                $0.channel == .text && $0.member == scene.bo
            }
            let second = (machine.elapsedMilliseconds - (startedAt[id] ?? 0)) / 1_000
            while rounds[id, default: []].count < texts { rounds[id, default: []].append(second) }
        }
    }
}
