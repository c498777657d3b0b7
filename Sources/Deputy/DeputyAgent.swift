import Crypto
package import Family
import SQL
import Synchronization

/// Guards one hub: asks it again and again, keeps what it answers, and sends in its place when it is silent.
///
/// One task runs it. Each decision is on disk before it is acted on.
package final class DeputyAgent: Sendable {
    /// The result of one turn.
    package enum Outcome: Hashable, Sendable {
        /// The next turn is due after this delay.
        case next(afterMilliseconds: Int64)
        /// The hub gave the pairing up; everything of it is forgotten.
        case unpaired
    }

    struct State {
        var book: DeputyBook
        var release: DeputyRelease
        var budget = DeputyRateLimiter()
        var envelopes: [ID<DeputyWatch>: DeputyEnvelope] = [:]
        var sendings: [String: DeputyFile.Sending] = [:]
        var turn: UInt64
        /// Whether the last turn was answered.
        var isHeard = false
        /// Whether that the hub is silent was logged.
        var isSilenceLogged = false
    }

    /// A silent hub is asked so often.
    static let pauseMilliseconds: Int64 = 2_000
    /// A hub is not asked more often than this, whatever it answers.
    static let turnMilliseconds: Int64 = 1_000
    /// Messages that one turn reports.
    private static let reportsMax = 200
    /// Sent messages are remembered for this long, for the day's count.
    private static let sentMilliseconds: Int64 = 2 * 86_400_000

    let hub: DeputyFile.Hub
    let file: DeputyFile
    let world: DeputyWorld
    let state: Mutex<State>

    /// Goes on from what the file says; throws `StorageError`.
    package init(_ hub: DeputyFile.Hub, file: DeputyFile, world: DeputyWorld) async throws {
        (self.hub, self.file, self.world) = (hub, file, world)
        var entries: [ID<DeputyWatch>: DeputyBook.Entry] = [:]
        var envelopes: [ID<DeputyWatch>: DeputyEnvelope] = [:]
        for kept in try await file.kept(of: hub.id) {
            guard let envelope = DeputyEnvelope(kept.box, from: hub.pairing.hub, with: hub.keys) else { continue }
            envelopes[kept.watch] = envelope
            entries[kept.watch] = DeputyBook.Entry(
                version: kept.version,
                generation: kept.generation,
                steps: envelope.steps(madeAt: kept.madeAt),
                toldAt: kept.toldAt,
                isReturned: kept.isReturned
            )
        }
        var state = State(
            book: DeputyBook(generation: hub.generation, entries: entries),
            release: DeputyRelease(startedAt: world.lived(), heardAt: hub.heardAt),
            turn: hub.turn
        )
        state.envelopes = envelopes
        for sending in try await file.sendings(of: hub.id) {
            state.sendings[sending.message] = sending
            if sending.channel != "push", sending.state == .sent {
                state.budget.note(sending.watch, person: sending.person, channel: sending.channel, at: sending.at)
            }
        }
        self.state = Mutex(state)
    }

    /// Runs until the task is cancelled or the hub gives the pairing up.
    package func run() async {
        while !Task.isCancelled {
            var pause = Self.pauseMilliseconds
            do {
                guard case .next(let milliseconds) = try await step() else { return }
                pause = milliseconds
            } catch {
                world.log("the deputy's file cannot be used")
            }
            try? await Task.sleep(for: .milliseconds(pause))
        }
    }

    /// Takes one turn, and sends what is due where it came to nothing; throws `StorageError`.
    package func step() async throws -> Outcome {
        let begin = world.lived()
        let (turn, request) = try await nextTurn(leaves: false)
        let response = await world.post(hub.url + DeputyPath.turns, request, turn.waitSeconds)
        if let response, let answer = DeputyAnswer(response, to: turn.nonce, of: hub.pairing) {
            guard !answer.isUnpaired else {
                try await file.remove(hub.id)
                world.log("the hub ended the pairing")
                return .unpaired
            }
            try await apply(answer, reported: turn.sent.map(\.message))
            return .next(afterMilliseconds: max(0, Self.turnMilliseconds - (world.lived() - begin)))
        }
        let endpoints = state.withLock { state in
            Set(state.envelopes.values.flatMap(\.pushes).map(\.endpoint))
        }
        let isOnline = await world.ownNetworkWorks(endpoints)
        let now = world.lived()
        state.withLock { state in
            state.isHeard = false
            state.release.fail(at: now, ownNetworkWorks: isOnline)
        }
        try await sendDue()
        return .next(afterMilliseconds: Self.pauseMilliseconds)
    }

    /// Gives the pairing up: the hub is told where it can be reached, and this side forgets it in any case.
    ///
    /// Answers whether the hub knows.
    package func leave() async throws -> Bool {
        let (turn, request) = try await nextTurn(leaves: true)
        let response = await world.post(hub.url + DeputyPath.turns, request, turn.waitSeconds)
        let answer = response.flatMap { DeputyAnswer($0, to: turn.nonce, of: hub.pairing) }
        try await file.remove(hub.id)
        return answer?.isUnpaired ?? false
    }

    /// How long ago the hub was heard; nil where it never was.
    package var silentMilliseconds: Int64? {
        let now = world.lived()
        return state.withLock { $0.release.heardAt.map { now - $0 } }
    }

    /// The incidents that are guarded.
    package var guarded: [ID<DeputyWatch>] { state.withLock { $0.book.entries.keys.sorted() } }

    /// The next question; its number is written down before it leaves.
    private func nextTurn(leaves: Bool) async throws -> (DeputyTurn, request: [UInt8]) {
        let now = world.lived()
        let nonce = Base64.encode(world.random(24))
        let turn = state.withLock { state in
            state.turn += 1
            let sent = state.sendings.values.filter { $0.state == .sent && !$0.isReported }
                .sorted { ($0.at, $0.message) < ($1.at, $1.message) }.prefix(Self.reportsMax)
            return DeputyTurn(
                turn: state.turn,
                nonce: nonce,
                waitSeconds: state.isHeard && !leaves ? world.waitSeconds : 0,
                holds: state.book.entries.sorted { $0.key < $1.key }.map { watch, entry in
                    DeputyTurn.Held(watch: watch.text, version: entry.version, generation: entry.generation)
                },
                sent: sent.map { sending in
                    DeputyTurn.Sent(
                        watch: sending.watch.text,
                        step: sending.step,
                        message: sending.message,
                        agoMilliseconds: max(0, now - sending.at)
                    )
                },
                leaves: leaves
            )
        }
        let hub = hub
        try await file.database.transaction { try $0.set(turn: turn.turn, of: hub.id) }
        return (turn, try turn.signed(hub.pairing, by: hub.keys))
    }

    /// Takes a genuine answer: memory first, then the file; a file that fails is written again with the next answer.
    private func apply(_ answer: DeputyAnswer, reported: [String]) async throws {
        let now = world.lived()
        let (kept, opened) = open(answer, now: now)
        let given = kept.values.map { kept in
            DeputyBook.Given(
                watch: kept.watch,
                version: kept.version,
                steps: opened[kept.watch]?.steps(madeAt: kept.madeAt) ?? []
            )
        }
        let taken = Set(answer.taken).intersection(reported)
        let change = state.withLock { state in
            state.release.hear(at: now)
            (state.isHeard, state.isSilenceLogged) = (true, false)
            let change = state.book.apply(
                generation: answer.generation,
                given: given,
                ends: answer.ends.compactMap { ID(text: $0) },
                now: now
            )
            for watch in change.ended {
                state.envelopes[watch] = nil
                state.budget.forget(watch)
            }
            for watch in change.kept { state.envelopes[watch] = opened[watch] }
            for message in taken { state.sendings[message]?.isReported = true }
            let old = now - Self.sentMilliseconds
            state.sendings = state.sendings.filter { $0.value.at >= old }
            return change
        }
        let (hub, rows) = (hub, change.kept.compactMap { kept[$0] })
        try await file.database.transaction { transaction in
            try transaction.set(heardAt: now, generation: answer.generation, name: answer.hub, of: hub.id)
            for watch in change.ended { try transaction.end(watch, of: hub.id) }
            for row in rows { try transaction.set(row, of: hub.id) }
            for message in taken { try transaction.setReported(message, of: hub.id) }
            try transaction.forgetSendings(before: now - Self.sentMilliseconds, of: hub.id)
        }
    }

    /// Opens the envelopes of an answer; one that does not open is left out.
    private func open(
        _ answer: DeputyAnswer,
        now: Int64
    ) -> (kept: [ID<DeputyWatch>: DeputyFile.Kept], opened: [ID<DeputyWatch>: DeputyEnvelope]) {
        var kept: [ID<DeputyWatch>: DeputyFile.Kept] = [:]
        var opened: [ID<DeputyWatch>: DeputyEnvelope] = [:]
        for given in answer.envelopes.prefix(DeputyLimits.envelopesMax) {
            guard let watch = ID<DeputyWatch>(text: given.watch), let box = Base64.decode(given.box),
                let envelope = DeputyEnvelope(box, from: hub.pairing.hub, with: hub.keys)
            else {
                world.log("an envelope could not be opened")
                continue
            }
            opened[watch] = envelope
            kept[watch] = DeputyFile.Kept(
                watch: watch,
                version: given.version,
                generation: answer.generation,
                madeAt: now - max(0, given.ageMilliseconds),
                box: box,
                isReturned: false
            )
        }
        return (kept, opened)
    }
}

extension DeputyEnvelope {
    /// The steps by the deputy's own time.
    func steps(madeAt: Int64) -> [DeputyBook.Step] {
        steps.map { DeputyBook.Step(number: $0.number, dueAt: madeAt + $0.afterMilliseconds) }
    }
}
