/// One incident that a deputy guards, by a name that says nothing to the deputy.
public enum DeputyWatch: Sendable {}

/// What a deputy holds of one hub, and what it has done in the hub's place.
///
/// A value without I/O: the hub's answers go in, what is to be sent comes out. The deputy's file is written from it.
public struct DeputyBook: Hashable, Sendable {
    /// A moment at which an incident's recipients are notified.
    public struct Step: Hashable, Sendable {
        /// As the hub counts them.
        public var number: Int
        /// By the deputy's own time.
        public var dueAt: Int64

        /// Takes its parts as they are.
        public init(number: Int, dueAt: Int64) {
            (self.number, self.dueAt) = (number, dueAt)
        }
    }

    /// An incident with what became of it here.
    public struct Entry: Hashable, Sendable {
        public var version: UInt64
        /// The hub's life that it came from; a restored hub has another one.
        public var generation: UInt64
        /// In the order in which they are due.
        public var steps: [Step]
        /// When its first message was taken by a sender; nil where none was.
        public var toldAt: Int64?
        /// The hub was heard after that: the incident is its own again, and no second release follows.
        public var isReturned = false

        public init(version: UInt64, generation: UInt64, steps: [Step], toldAt: Int64? = nil, isReturned: Bool = false)
        {
            (self.version, self.generation, self.steps) = (version, generation, steps.sorted { $0.dueAt < $1.dueAt })
            (self.toldAt, self.isReturned) = (toldAt, isReturned)
        }
    }

    /// One incident as an answer of the hub names it.
    public struct Given: Hashable, Sendable {
        public var watch: ID<DeputyWatch>
        public var version: UInt64
        public var steps: [Step]

        /// Takes its parts as they are.
        public init(watch: ID<DeputyWatch>, version: UInt64, steps: [Step]) {
            (self.watch, self.version, self.steps) = (watch, version, steps)
        }
    }

    /// What one answer changed.
    public struct Change: Hashable, Sendable {
        /// To be written, with their envelopes.
        public var kept: [ID<DeputyWatch>] = []
        /// To be removed, with their envelopes.
        public var ended: [ID<DeputyWatch>] = []
    }

    public private(set) var generation: UInt64
    public private(set) var entries: [ID<DeputyWatch>: Entry]

    /// What an earlier run wrote down, or nothing.
    public init(generation: UInt64 = 0, entries: [ID<DeputyWatch>: Entry] = [:]) {
        (self.generation, self.entries) = (generation, entries)
    }

    /// Takes a genuine answer to the latest question.
    ///
    /// Ends come first, so that an incident that is over is not told. A version that is held, or an older one, changes nothing.
    /// An incident from an earlier life of the hub stays until the hub ends it or its hour is over: a restored hub may not
    /// know of it.
    public mutating func apply(
        generation: UInt64,
        given: [Given],
        ends: [ID<DeputyWatch>],
        now: Int64
    ) -> Change {
        var change = Change()
        self.generation = generation
        for watch in ends where entries.removeValue(forKey: watch) != nil { change.ended.append(watch) }
        change.ended += removeExpired(now: now)
        for watch in entries.keys where entries[watch]?.toldAt != nil { entries[watch]?.isReturned = true }
        for one in given where !ends.contains(one.watch) {
            if let held = entries[one.watch] {
                guard held.generation != generation || held.version < one.version else { continue }
            } else if entries.count >= DeputyLimits.envelopesMax {
                continue
            }
            entries[one.watch] = Entry(
                version: one.version,
                generation: generation,
                steps: one.steps,
                toldAt: entries[one.watch]?.toldAt,
                isReturned: entries[one.watch]?.isReturned ?? false
            )
            change.kept.append(one.watch)
        }
        change.ended.sort()
        return change
    }

    /// The steps that may be sent now, the longest due first, one release an incident and an hour at most.
    ///
    /// Of several steps of one incident the latest alone: who was to be called three times is called once.
    public func due(_ release: inout DeputyRelease, now: Int64) -> [(watch: ID<DeputyWatch>, step: Step)] {
        var due: [(watch: ID<DeputyWatch>, step: Step)] = []
        for (watch, entry) in entries where !entry.isReturned {
            if let toldAt = entry.toldAt, now - toldAt > DeputyLimits.releaseMilliseconds { continue }
            let step = entry.steps.last { release.hold(dueAt: $0.dueAt, now: now) == nil }
            if let step { due.append((watch, step)) }
        }
        return due.sorted { ($0.step.dueAt, $0.watch) < ($1.step.dueAt, $1.watch) }
    }

    /// Notes that a sender took a message about an incident.
    public mutating func note(toldOf watch: ID<DeputyWatch>, at now: Int64) {
        guard let entry = entries[watch], entry.toldAt == nil else { return }
        entries[watch]?.toldAt = now
    }

    /// Drops what is too old to be told, and answers which that was.
    public mutating func removeExpired(now: Int64) -> [ID<DeputyWatch>] {
        let expired = entries.filter { isOver($0.value, now: now) }.map { $0.key }
        for watch in expired { entries[watch] = nil }
        return expired.sorted()
    }

    /// Whether nothing of it can be sent any longer.
    private func isOver(_ entry: Entry, now: Int64) -> Bool {
        guard let last = entry.steps.last else { return true }
        return now - last.dueAt > DeputyLimits.staleMilliseconds
    }
}
