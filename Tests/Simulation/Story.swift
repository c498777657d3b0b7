import ForgettingDisk
import Family
import Hub
import HubAPI
import SimulatedMachine

/// One family's hour with one hub, as a seed has it.
///
/// Which faults there are is drawn too, so that each seed is another mixture of them.
///
/// The program has one thread, which SimulatedMachine holds it to: nonisolated(unsafe) is safe for what is in here.
final class Story: Sendable {
    /// How long people live before faults end, and how long everything has to heal.
    private let living: Duration
    private static let healing = Duration.seconds(300)
    private static let rest = Duration.seconds(660)

    private let seed: UInt64
    private let machine: Machine
    private let wire: Wire
    private let providers: Providers
    private let kept = KeptJudge()
    private let downs = Downs()
    private let alarms: AlarmJudge
    private let help: HelpJudge
    private let conduct = ConductJudge()
    private let guests = LinkJudge()
    private let money = MoneyJudge()
    private nonisolated(unsafe) var household: Household?  // one thread
    private nonisolated(unsafe) var people: [Person] = []  // one thread
    private nonisolated(unsafe) var chance: Chance  // one thread
    private nonisolated(unsafe) var providersFailed = false  // one thread
    private(set) nonisolated(unsafe) var isOver = false  // one thread

    init(seed: UInt64, minutes: Int, losesAlarms: Bool) {
        self.seed = seed
        living = .seconds(minutes * 60)
        chance = Chance(seed: seed, "story")
        providers = Providers(seed: seed)
        providers.losesAlarms = losesAlarms
        (alarms, help) = (AlarmJudge(downs), HelpJudge(downs))
        machine = Machine(seed: seed, providers: providers, conduct: conduct)
        wire = Wire(seed: seed, machine: machine, conduct: conduct, help: help)
    }

    /// Begins the first hub; the rest is the world's.
    func begin() {
        machine.onStart = { [unowned self] in self.settle() }
        machine.start()
    }

    /// What happened, in a line.
    var figures: String {
        """
        seed \(seed): \(World.only.now.components.seconds) s, \(World.only.steps) steps, \(machine.life) lives, \
        \(machine.kills) kills, \(machine.cuts) cuts, \(machine.fills) full disks, \(machine.time.steps) clock steps, \
        \(kept.given) promises, \(kept.looked) looked for, \(alarms.due) alarms due, \(alarms.quiet) called off, \
        \(alarms.forced + help.forced) forced, \(help.due) calls for help, \(help.quiet) taken back, \(help.contacts) contacts told, \
        \(guests.seen) looks by link, \(guests.seenEnded) after the end, \(money.moves) movements, \
        \(money.compared) compared, \(providers.sent.count) texts
        """
    }

    /// Moves the family in, before anything goes wrong.
    private func settle() {
        machine.onStart = {}
        guard let hub = machine.service?.hub else { return }
        let count = chance.within(3...4)
        Task {
            do {
                let people = try await Person.move(into: hub, count: count)
                let guardian = people[2]
                let (_, token) = try await hub.addSession(for: guardian.id)
                let child = try await Person.addChild(of: guardian, in: hub)
                World.only.add(.outside) {
                    self.people = people
                    self.household = Household(
                        guardian: guardian,
                        token: token,
                        child: child,
                        wire: self.wire,
                        providers: self.providers,
                        money: self.money
                    )
                    self.live()
                }
            } catch {
                Findings.only.add("story", "the family could not move in: \(error)")
            }
        }
    }

    private func live() {
        for person in people {
            kept.follow(id: person.id.text, token: person.token)
            for secret in [person.token, person.deviceToken, person.phone] { conduct.knows(secret) }
        }
        let onEnd = machine.onEnd
        machine.onEnd = { [unowned self] in
            self.downs.hubEnded(isDiskFull: self.machine.isDiskFull)
            onEnd()
        }
        machine.onStart = { [unowned self] in
            self.downs.hubBegan()
            self.outside { await self.kept.look(self.wire) }
        }
        outside { await self.liveTogether() }
    }

    private func liveTogether() async {
        let (traveller, companions) = (people[0], Array(people.dropFirst().prefix(2)))
        let caller = people[1]
        let called = [people[0], people[2]]
        for (viewers, subject) in [(companions, traveller), (called, caller)] {
            for viewer in viewers {
                while await !wire.connect(viewer, to: subject, &chance, kept) { await pause(.seconds(1)) }
            }
        }
        beginFaults()
        let end = World.only.now + living
        for person in people {
            let phone = Phone(person: person, wire: wire, kept: kept)
            let settler = Settler(
                person: person,
                others: people.filter { $0.number > max(3, person.number) },
                wire: wire,
                kept: kept
            )
            outside { await phone.live(Chance(seed: self.seed, "phone", person.number), until: end) }
            outside { await settler.live(Chance(seed: self.seed, "settler", person.number), until: end) }
        }
        let walker = Traveller(
            person: traveller,
            companions: companions,
            wire: wire,
            kept: kept,
            alarms: alarms,
            guests: guests
        )
        let inNeed = Caller(person: caller, people: called, wire: wire, providers: providers, help: help)
        let responder = Responder(person: people[2], wire: wire, help: help)
        if let household {
            outside { await household.live(Chance(seed: self.seed, "household"), until: end) }
        }
        if chance.once(in: 2) { outside { await responder.live(Chance(seed: self.seed, "responder"), until: end) } }
        outside { await inNeed.live(Chance(seed: self.seed, "caller"), until: end) }
        outside { await walker.live(Chance(seed: self.seed, "traveller"), until: end) }
        World.only.add(.outside, after: living) { self.endFaults() }
        World.only.add(.outside, after: living + Self.healing) {
            self.outside { await self.conduct.look(self.wire) }
            self.outside { await self.lookWhetherItHealed() }
        }
        World.only.add(.outside, after: living + Self.rest) { self.end() }
    }

    private func beginFaults() {
        wire.mayLose = chance.once(in: 2)
        providersFailed = chance.once(in: 3)
        providers.mayFail = providersFailed
        let seconds = Int(living.components.seconds)
        if !chance.once(in: 4) {
            wire.mayKill = true
            for _ in 0..<chance.within(1...6) {
                let (at, steps) = (chance.within(1...seconds), chance.within(0...120))
                World.only.add(.outside, after: .seconds(at)) { self.machine.kill(afterSteps: steps) }
            }
        }
        // After a power cut no elapsed time is known: a machine whose clock is set keeps its power.
        if chance.once(in: 4) {
            machine.time.isKept = chance.once(in: 2)
            for _ in 0..<chance.within(1...3) {
                let size = chance.once(in: 2) ? chance.within(1_000...110_000) : 3_600_000 * chance.within(1...24)
                let (at, step) = (chance.within(1...seconds), Int64(chance.once(in: 2) ? size : -size))
                World.only.add(.outside, after: .seconds(at)) { self.machine.time.step(byMilliseconds: step) }
            }
        } else if !chance.once(in: 3) {
            wire.mayCut = true
            for _ in 0..<chance.within(1...6) {
                let (at, writes) = (chance.within(1...seconds), chance.within(1...60))
                World.only.add(.outside, after: .seconds(at)) { self.machine.cutPower(afterWrites: writes) }
            }
        }
        if chance.once(in: 4) {
            let (at, lasts) = (chance.within(1...seconds), chance.within(20...300))
            World.only.add(.outside, after: .seconds(at)) { self.machine.fillDisk(true) }
            World.only.add(.outside, after: .seconds(at + lasts)) { self.machine.fillDisk(false) }
        }
    }

    /// Judge 8: once faults are over, the hub stores again what members make.
    private func lookWhetherItHealed() async {
        for person in people {
            var chance = Chance(seed: seed, "healed", person.number)
            let status = await Settler(person: person, others: [], wire: wire, kept: kept).addPlace(&chance)
            if let status, status < 500 { continue }
            let words = status.map { "is answered \($0)" } ?? "gets no answer"
            Findings.only.add("heals", "a place \(words) \(Self.healing.components.seconds) s after the last fault")
        }
    }

    private func endFaults() {
        machine.endFaults()
        (wire.mayLose, wire.mayKill, wire.mayCut, providers.mayFail) = (false, false, false, false)
    }

    /// Stops the hub and starts it once more: what was promised is there, and the alarms were as they must be.
    private func end() {
        let delay: Int64 = providersFailed ? 180_000_000_000 : 0
        alarms.judge(providers.sent, delay: delay)
        help.judge(providers.sent, delay: delay)
        machine.stop {
            self.machine.onStart = { [unowned self] in
                self.outside {
                    await self.kept.look(self.wire)
                    self.machine.stop { self.isOver = true }
                }
            }
            self.machine.start()
        }
    }

    /// Runs a task of the world outside the hub.
    private func outside(_ body: @escaping @Sendable () async -> Void) {
        Task(executorPreference: WorldExecutor.outside, operation: body)
    }
}
