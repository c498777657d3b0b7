import Family
import Messaging
import SQL
import Storage
import Synchronization

/// Carries messages from the outbox to their senders: lease, send, record (F4).
///
/// What a crash interrupts between sending and recording is sent again; nothing is skipped. A channel without a sender
/// keeps its messages for reading.
final class OutboxWorker: Sendable {
    /// How many messages of a channel may leave now.
    private struct Places {
        let channel: String
        let all: Int
        let ordinary: Int
    }

    private struct State {
        var isOpen = false
        var isRung = false
        var running: Task<Void, Never>?
        /// Messages on their way, each with its task.
        var sending: [ID<OutboxMessage>: (row: OutboxRow, task: Task<Void, Never>)] = [:]
        /// What tries came to.
        var outcomes: [MessageTries: Int] = [:]
    }

    /// How long a message is lent to its sender; one that is on its way is lent for as long as it takes (F95).
    private static let leaseSeconds: Int64 = 30
    /// Messages of a channel that are on their way at once: one slow service holds up no other.
    private static let sendingMax = 32
    /// How many of them are not urgent: an alarm finds a place while a service hangs with news (F2).
    private static let ordinaryMax = 16
    /// After so many tries a message is given up.
    private static let attemptsMax = 10
    private static let pauseSecondsMax: Int64 = 600

    private let database: Database
    private let vault: Vault
    private let outside: HubDependencies
    private let senders: [Channel: any MessageSender]
    private let troubled: @Sendable (OutboxRow) -> Void
    private let state = Mutex(State())

    /// `troubled` is called with an urgent message that a provider does not take.
    init(
        database: Database,
        vault: Vault,
        outside: HubDependencies,
        senders: [Channel: any MessageSender],
        troubled: @escaping @Sendable (OutboxRow) -> Void = { _ in }
    ) {
        self.troubled = troubled
        self.database = database
        self.vault = vault
        self.outside = outside
        self.senders = senders
    }

    /// What tries came to since the start.
    var outcomes: [MessageTries: Int] { state.withLock { $0.outcomes } }

    /// From here on, a ring sends what is due.
    func open() {
        state.withLock { $0.isOpen = true }
        ring()
    }

    /// Sends what is due, soon; to be called after the commit that added a message, and once a second.
    func ring() {
        state.withLock { state in
            guard state.isOpen else { return }
            state.isRung = true
            guard state.running == nil else { return }
            state.running = Task { await work() }
        }
    }

    /// Sends nothing new, and waits for what is on its way.
    func close() async {
        let running = state.withLock { state in
            state.isOpen = false
            return state.running
        }
        await running?.value
        for task in state.withLock({ $0.sending.values.map(\.task) }) { await task.value }
    }

    /// Sends everything that is due now, and returns once all of it is recorded.
    func sendDue() async throws {
        while true {
            let leased = try await lease()
            guard !leased.isEmpty else { return }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for row in leased { group.addTask { try await self.send(row) } }
                try await group.waitForAll()
            }
        }
    }

    private func work() async {
        while takeRing() {
            do {
                let now = outside.now()
                // Mostly nothing is due that has a place: a look costs no write.
                let open = places().filter { $0.all > 0 }.map(\.channel)
                let isDue = try await database.read { transaction in
                    try open.contains { (try transaction.nextMessageDueAt($0)).map { $0 <= now } ?? false }
                }
                guard isDue else { continue }
                for row in try await lease() { start(row) }
            } catch {
                fault(error)
            }
        }
    }

    /// Takes messages that are due, those of each channel that its sender has a place for.
    private func lease() async throws -> [OutboxRow] {
        let (places, sending) = (places(), state.withLock { Set($0.sending.keys) })
        return try await database.transaction(for: .help) { [outside] transaction in
            // Read here, so that the clock is not corrected between reading and writing (F80).
            let now = outside.now()
            let until = now.advanced(bySeconds: Self.leaseSeconds)
            for id in try transaction.endedLeases(now: now) where sending.contains(id) {
                try transaction.extendLease(of: id, until: until)
            }
            _ = try transaction.expireMessages(now: now)
            return try places.flatMap { place throws(StorageError) -> [OutboxRow] in
                let urgent = try transaction.leaseMessages(
                    place.channel,
                    urgent: true,
                    now: now,
                    until: until,
                    limit: place.all
                )
                let rest = min(place.ordinary, place.all - urgent.count)
                return try urgent
                    + transaction.leaseMessages(place.channel, urgent: false, now: now, until: until, limit: rest)
            }
        }
    }

    /// The places that each channel's sender has left.
    private func places() -> [Places] {
        let sending = state.withLock { $0.sending.values.map(\.row) }
        return Channel.allCases.map { channel in
            let own = sending.filter { $0.channel == channel.rawValue }
            let most = min(Self.sendingMax, senders[channel]?.atOnceMax ?? Self.sendingMax)
            let ordinary = min(Self.ordinaryMax, most) - own.count { !$0.isUrgent }
            return Places(channel: channel.rawValue, all: most - own.count, ordinary: ordinary)
        }
    }

    /// Sends one message while others are looked for; its place is for the next one as soon as it is recorded.
    private func start(_ row: OutboxRow) {
        state.withLock { state in
            let task = Task {
                do {
                    try await send(row)
                } catch {
                    fault(error)
                }
                self.state.withLock { $0.sending[row.id] = nil }
                ring()
            }
            state.sending[row.id] = (row, task)
        }
    }

    /// Whether it was rung since the last look; where it was not, the work is over.
    private func takeRing() -> Bool {
        state.withLock { state in
            guard state.isRung, state.isOpen else {
                state.running = nil
                return false
            }
            state.isRung = false
            return true
        }
    }

    private func send(_ row: OutboxRow) async throws {
        guard let message = try await message(of: row) else {
            let looksSent = try await database.read { try $0.mustLookSent(row) }
            // Like any other message of a channel that nothing sends.
            if looksSent, Channel(rawValue: row.channel).map({ senders[$0] == nil }) ?? false {
                return try await keep(row)
            }
            return try await end(row, isSent: looksSent, keeping: false)
        }
        let channel = message.channel
        guard let sender = senders[channel] else {
            return try await keep(row)
        }
        let outcome = await sender.send(message)
        let tries = MessageTries(channel, outcome)
        state.withLock { $0.outcomes[tries, default: 0] += 1 }
        switch outcome {
        case .sent:
            // On trial, what browsers were sent can be read as well.
            try await end(row, isSent: true, keeping: channel == .push && senders[.text] == nil)
        case .sentInstead(let why):
            // The keeper is to know that one provider is all that is left (F21).
            troubled(row)
            log("a message left by the second provider", row, why)
            try await end(row, isSent: true, keeping: false)
        case .refused(let why):
            log("a message was refused", row, why)
            try await end(row, isSent: false, keeping: false)
        case .gone(let why):
            log("a browser takes no more messages", row, why)
            if let session = row.subscription {
                try await database.transaction(for: .help) { _ = try $0.removePushSubscription(of: session) }
            }
            try await end(row, isSent: false, keeping: false)
        case .later(let why, let seconds):
            log("a message could not be sent yet", row, why)
            try await postpone(row, afterSeconds: seconds)
        }
    }

    /// What is sent; nil where it was erased, or there is nobody to send it to.
    private func message(of row: OutboxRow) async throws -> Message? {
        // Asked at each sending: whoever lost their right meanwhile is sent nothing any longer (F70, F77).
        let now = outside.now()
        guard try await database.read({ try $0.mayLeave(row, vault: self.vault, now: now) }) else { return nil }
        guard let channel = Channel(rawValue: row.channel), let to = try await recipient(of: row),
            let text = vault.open(row.textSealed, as: .message, of: row.id)
        else { return nil }
        return Message(
            id: row.id.text,
            channel: channel,
            to: to,
            text: text,
            createdAt: row.createdAt,
            isUrgent: row.isUrgent,
            worthSeconds: row.expiresAt.milliseconds(since: outside.now()) / 1_000
        )
    }

    /// Where a message goes; nil where it was erased, or a browser takes none any more.
    private func recipient(of row: OutboxRow) async throws -> String? {
        guard row.channel == Channel.push.rawValue else {
            return vault.open(row.recipientSealed, as: .recipient, of: row.id)
        }
        guard let session = row.subscription,
            let subscription = try await database.read({ try $0.pushSubscription(of: session) }),
            subscription.member == row.member
        else { return nil }
        return vault.pushAddress(subscription.sealed, of: session)?.text
    }

    private func postpone(_ row: OutboxRow, afterSeconds asked: Int?) async throws {
        guard row.attempts < Self.attemptsMax else { return try await end(row, isSent: false, keeping: false) }
        let doubled = Int64(5) << min(row.attempts - 1, 10)
        let seconds = min(max(doubled, Int64(asked ?? 0)), Self.pauseSecondsMax)
        try await database.transaction(for: .help) { [outside] transaction in
            try transaction.postponeMessage(row.id, until: outside.now().advanced(bySeconds: seconds))
        }
    }

    private func end(_ row: OutboxRow, isSent: Bool, keeping: Bool) async throws {
        let now = outside.now()
        try await database.transaction(for: .help) {
            try $0.endMessage(row.id, isSent: isSent, keeping: keeping, now: now)
            if isSent, row.incident == nil, let contact = row.contact { try $0.noteQuestion(to: contact, now: now) }
        }
    }

    /// Nothing sends messages of its channel: it is kept, and nobody is notified by it (F82).
    private func keep(_ row: OutboxRow) async throws {
        let now = outside.now()
        try await database.transaction(for: .help) {
            try $0.keepMessage(row.id, now: now)
            if row.incident == nil, let contact = row.contact { try $0.noteQuestion(to: contact, now: now) }
        }
    }

    private func fault(_ error: any Error) {
        outside.log(LogEntry(.error, "messages could not be sent", [("reason", safeWords(error))]))
    }

    private func log(_ what: String, _ row: OutboxRow, _ why: String) {
        // A browser that takes no more says nothing of the provider.
        if row.isUrgent, row.channel != Channel.push.rawValue { troubled(row) }
        outside.log(
            LogEntry(
                .warning,
                what,
                [("message", row.id.text), ("channel", row.channel), ("try", "\(row.attempts)"), ("reason", why)]
            )
        )
    }
}
