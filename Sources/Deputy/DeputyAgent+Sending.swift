import Family
import Messaging
import SQL
import Synchronization

/// Lease, send, record (F4), in the hub's place.
extension DeputyAgent {
    /// How long a message is lent to its sender.
    private static let leaseMilliseconds: Int64 = 30_000
    private static let retryMilliseconds: Int64 = 5_000
    private static let retryMillisecondsMax: Int64 = 300_000

    /// A message on its way, with what is written down of it.
    private struct Leased: Sendable {
        var sending: DeputyFile.Sending
        var item: DeputyEnvelope.Item
        var envelope: DeputyEnvelope
    }

    /// Sends everything that may be sent now, all of it at once, and returns when each has an outcome.
    func sendDue() async throws {
        let now = world.lived()
        let (leased, expired, isNew) = state.withLock { state in
            let expired = state.book.removeExpired(now: now)
            for watch in expired { state.envelopes[watch] = nil }
            let due = state.book.due(&state.release, now: now)
            let leased = due.flatMap { lease($0.watch, $0.step, in: &state, now: now) }
            let isNew = !leased.isEmpty && !state.isSilenceLogged
            if isNew { state.isSilenceLogged = true }
            return (leased, expired, isNew)
        }
        let hub = hub
        if !leased.isEmpty || !expired.isEmpty {
            try await file.database.transaction { transaction in
                for watch in expired { try transaction.end(watch, of: hub.id) }
                for one in leased { try transaction.set(one.sending, of: hub.id) }
            }
        }
        if isNew { world.log("the hub is silent past a deadline: \(leased.count) messages leave in its place") }
        let silent = silentMilliseconds ?? 0
        try await withThrowingTaskGroup(of: Void.self) { group in
            for one in leased { group.addTask { try await self.send(one, silentMilliseconds: silent) } }
            try await group.waitForAll()
        }
    }

    /// Takes the messages of a step that were not sent, and are not being tried, within the limits.
    private func lease(
        _ watch: ID<DeputyWatch>,
        _ step: DeputyBook.Step,
        in state: inout State,
        now: Int64
    ) -> [Leased] {
        guard let envelope = state.envelopes[watch] else { return [] }
        let items = envelope.steps.first { $0.number == step.number }?.items ?? []
        var leased: [Leased] = []
        for item in items {
            var sending = DeputyFile.Sending(
                message: item.id,
                watch: watch,
                step: step.number,
                person: item.person,
                channel: item.channel,
                state: .leased,
                attempts: 1,
                at: now + Self.leaseMilliseconds,
                isReported: false
            )
            if let before = state.sendings[item.id] {
                guard before.state == .leased, before.at <= now else { continue }
                sending.attempts = before.attempts + 1
            } else if item.push == nil,
                !state.budget.allows(watch, person: item.person, channel: item.channel, now: now)
            {
                continue
            }
            state.sendings[item.id] = sending
            leased.append(Leased(sending: sending, item: item, envelope: envelope))
        }
        return leased
    }

    private func send(_ leased: Leased, silentMilliseconds: Int64) async throws {
        let outcome = await outcome(of: leased, silentMilliseconds: silentMilliseconds)
        let now = world.lived()
        var sending = leased.sending
        switch outcome {
        case .sent, .sentInstead: (sending.state, sending.at) = (.sent, now)
        case .refused, .gone: (sending.state, sending.at) = (.failed, now)
        case .later(_, let seconds):
            let doubled = Self.retryMilliseconds << min(Int64(sending.attempts - 1), 6)
            sending.at = now + min(max(doubled, Int64(seconds ?? 0) * 1_000), Self.retryMillisecondsMax)
        }
        let (hub, done) = (hub, sending)
        state.withLock { state in
            state.sendings[done.message] = done
            guard done.state == .sent else { return }
            state.book.note(toldOf: done.watch, at: now)
            guard done.channel != Channel.push.rawValue else { return }
            state.budget.note(done.watch, person: done.person, channel: done.channel, at: now)
        }
        try await file.database.transaction { transaction in
            try transaction.set(done, of: hub.id)
            if done.state == .sent { try transaction.setTold(done.watch, at: now, of: hub.id) }
        }
    }

    private func outcome(of leased: Leased, silentMilliseconds: Int64) async -> SendOutcome {
        let (item, envelope) = (leased.item, leased.envelope)
        if let push = envelope.push(of: item) { return await world.push(push) }
        guard let (to, text) = envelope.words(of: item), let channel = Channel(rawValue: item.channel), channel != .push
        else { return .refused(why: "nothing to send") }
        guard let sender = world.senders[channel] else { return .refused(why: "no sender for \(channel.rawValue)") }
        return await sender.send(
            Message(
                id: item.id,
                channel: channel,
                to: to,
                text: DeputyWords.filled(text, silentMilliseconds: silentMilliseconds),
                createdAt: world.wall(),
                isUrgent: true,
                worthSeconds: DeputyEnvelope.worthSeconds
            )
        )
    }
}
