import Bus
import Crypto
import Deputy
package import Family
import SQL
package import Storage

/// A deputy that signed its question, which is not taken yet.
package struct DeputyCaller: Sendable {
    package let id: ID<DeputyMachine>
    let turn: DeputyTurn
    let number: Int64
    let own: DeputyKeys
    let pairing: DeputyPairing
}

/// What deputies ask, and what they are answered.
extension Hub {
    /// A change is answered after so long, so that several of one commit go together.
    private static let gatherMilliseconds = 200
    /// Envelopes that one answer brings.
    private static let answerMax = 20

    /// The deputy that signed a request; nil where none of this hub did, or the turn was taken before.
    ///
    /// Throws `StorageError`.
    package func deputy(signing request: [UInt8]) async throws -> DeputyCaller? {
        guard let named = DeputyTurn.pairing(of: request) else { return nil }
        let id = ID<DeputyMachine>(sharing: named)
        guard let row = try await database.read({ try $0.deputy(id) }), let (own, pairing) = deputyKeys(of: row),
            let turn = DeputyTurn(request, of: pairing), let number = Int64(exactly: turn.turn), number > row.turn
        else { return nil }
        return DeputyCaller(id: id, turn: turn, number: number, own: own, pairing: pairing)
    }

    /// Answers a deputy's turn; nil where it was taken meanwhile.
    ///
    /// It waits for a change as long as the deputy asked for, 20 s at most. An answer follows on a commit of just then, so
    /// that a hub whose database is stuck is silent. Throws `StorageError`.
    package func answer(_ caller: DeputyCaller) async throws -> [UInt8]? {
        let (id, turn) = (caller.id, caller.turn)
        guard try await takeTurn(caller.number, turn, of: id) else { return nil }
        deputies.hear(id)
        await settleEnvelopes()
        let changes = deputies.changes(for: id)
        let seconds = min(max(0, turn.waitSeconds), DeputyTurn.waitSecondsMax)
        var answer = try await makeAnswer(to: turn, of: id)
        if seconds > 0, !answer.hasNews {
            await wait(for: changes, atMost: .seconds(seconds))
            answer = try await makeAnswer(to: turn, of: id)
        }
        return try answer.signed(caller.pairing, by: caller.own)
    }

    /// Answers what a deputy sent; nil where none of this hub signed it, or it was taken before.
    ///
    /// Throws `StorageError`.
    package func answerDeputy(_ request: [UInt8]) async throws -> [UInt8]? {
        guard let caller = try await deputy(signing: request) else { return nil }
        return try await answer(caller)
    }

    /// Takes one turn from a deputy's budget; the seconds to wait where nothing is left.
    package func retryAfterSeconds(deputy id: ID<DeputyMachine>) -> Int? {
        deputies.budget.retryAfterSeconds(id, now: outside.now())
    }

    /// Answers every deputy that waits, as the hub ends.
    package func closeDeputies() { deputies.close() }

    private func wait(for changes: AsyncStream<Void>, atMost limit: Duration) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in changes { break }
                try? await Task.sleep(for: .milliseconds(Hub.gatherMilliseconds))
            }
            group.addTask {
                try? await Task.sleep(for: limit)
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// Takes the turn's number, what the deputy holds and what it sent, in one commit; false where it was taken before.
    private func takeTurn(_ number: Int64, _ turn: DeputyTurn, of id: ID<DeputyMachine>) async throws -> Bool {
        let now = safetyNow
        let taken = try await database.transaction(for: .help) { transaction -> Taken? in
            guard let row = try transaction.deputy(id) else { return nil }
            var rule = DeputyTurnRule(last: UInt64(row.turn))
            guard rule.accept(UInt64(number)) else { return nil }
            try transaction.setTurn(number, heardAt: now, of: id)
            if turn.leaves { try transaction.endDeputy(id, now: now) }
            var taken = Taken()
            guard row.endedAt == nil, !turn.leaves else { return taken }
            let isBack = !(row.heardAt.map { now.milliseconds(since: $0) < DeputyStanding.silentMilliseconds } ?? false)
            let envelopes = isBack || !turn.holds.isEmpty ? try transaction.deputyEnvelopes(of: id) : []
            if isBack { taken.shown = Set(envelopes.map(\.member)) }
            for held in turn.holds {
                guard let watch = ID<DeputyWatch>(text: held.watch), let version = Int64(exactly: held.version),
                    Int64(exactly: held.generation) == row.generation,
                    let kept = envelopes.first(where: { $0.watch == watch.bytes })
                else { continue }
                let isNew = try transaction.confirmDeputyEnvelope(watch.bytes, version: version, of: id, now: now)
                if isNew { taken.shown.insert(kept.member) }
            }
            taken.done = try self.takeOver(turn.sent, of: id, in: transaction, now: now)
            return taken
        }
        guard let taken else { return false }
        for one in taken.done { finish(one) }
        bus.publish(taken.shown.sorted().map { .trips($0) })
        return true
    }

    /// What a turn changed.
    private struct Taken {
        var done: [SafetyPostCommit] = []
        /// Members whose pages show something else of the deputy now.
        var shown: Set<ID<Member>> = []
    }

    /// Moves each watch on by what a deputy sent of it, where the deputy was given that (G9).
    private func takeOver(
        _ sent: [DeputyTurn.Sent],
        of id: ID<DeputyMachine>,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> [SafetyPostCommit] {
        guard !sent.isEmpty else { return [] }
        var done: [SafetyPostCommit] = []
        for row in try transaction.deputyEnvelopes(of: id) {
            let given: [DeputyGiven] = try deputyGiven(row.watch).open(row.givenSealed)
            var sendings: [DeputySending] = []
            for one in sent where ID<DeputyWatch>(text: one.watch)?.bytes == row.watch {
                // Nothing was due a minute ago that is not due now: a deputy that says otherwise lies.
                guard let known = given.first(where: { $0.id == one.message }), Int(known.step) == one.step,
                    now.milliseconds - known.dueAt >= DeputyRelease.lateMilliseconds / 2,
                    let sending = DeputySending(known, at: now.advanced(byMilliseconds: -max(0, one.agoMilliseconds)))
                else { continue }
                sendings.append(sending)
            }
            guard let last = sendings.max(by: { $0.step < $1.step }) else { continue }
            do {
                var turn = try SafetyTransaction(self, of: row.member, in: transaction, now: now)
                turn.sentByDeputy = try sendings.filter {
                    try transaction.addSentMessage(message($0, row), sentAt: $0.at)
                }
                guard !turn.sentByDeputy.isEmpty else { continue }
                let at = sendings.filter { $0.step == last.step }.map(\.at).max() ?? last.at
                let told = DeputyTold(alarm: row.alarm, step: last.step, at: at)
                done.append(try turn.save(try turn.apply(.toldByDeputy(told))))
            } catch SafetyRefusal.notFound {
                continue
            }
        }
        return done
    }

    /// A message that a deputy sent, as the outbox remembers it: without address and words.
    private func message(_ sending: DeputySending, _ row: DeputyEnvelopeRow) -> OutboxRow {
        var message = OutboxRow(
            id: sending.message,
            channel: sending.channel,
            recipientSealed: [],
            textSealed: [],
            createdAt: sending.at,
            expiresAt: sending.at
        )
        (message.member, message.contact) = (sending.member, sending.contact)
        message.incident = ID(sharing: row.alarm)
        message.isUrgent = true
        return message
    }

    /// What a deputy is told now, read behind a commit.
    private func makeAnswer(to turn: DeputyTurn, of id: ID<DeputyMachine>) async throws -> DeputyAnswer {
        let now = safetyNow
        let holds = Dictionary(turn.holds.map { ($0.watch, $0) }) { first, _ in first }
        return try await database.transaction(for: .help) { transaction in
            // The row stays for a month: a deputy that lost this answer would take the hub for dead.
            guard let row = try transaction.deputy(id), row.endedAt == nil else {
                return DeputyAnswer(nonce: turn.nonce, generation: 0, hub: "", isUnpaired: true)
            }
            try transaction.setTurn(row.turn, heardAt: now, of: id)
            let generation = UInt64(row.generation)
            var answer = DeputyAnswer(nonce: turn.nonce, generation: generation, hub: row.hubName)
            answer.taken = turn.sent.map(\.message)
            var known: Set<String> = []
            for envelope in try transaction.deputyEnvelopes(of: id) {
                guard let watch = ID<DeputyWatch>(bytes: envelope.watch)?.text else { continue }
                known.insert(watch)
                let held = holds[watch]
                if let endAt = envelope.endAt, endAt <= now {
                    if held == nil { try transaction.removeDeputyEnvelope(envelope.watch, of: id) }
                    if held != nil { answer.ends.append(watch) }
                    continue
                }
                let version = UInt64(envelope.version)
                guard held?.version != version || held?.generation != generation,
                    answer.envelopes.count < Hub.answerMax
                else { continue }
                answer.envelopes.append(
                    DeputyAnswer.Given(
                        watch: watch,
                        version: version,
                        ageMilliseconds: max(0, now.milliseconds(since: envelope.madeAt)),
                        box: Base64.encode(envelope.box)
                    )
                )
            }
            answer.ends += turn.holds.filter { $0.generation == generation && !known.contains($0.watch) }.map(\.watch)
            return answer
        }
    }
}

extension DeputyAnswer {
    /// Whether the deputy is to hear of it at once.
    fileprivate var hasNews: Bool { !envelopes.isEmpty || !ends.isEmpty || !taken.isEmpty || isUnpaired }
}
