import Family
import HTTP
import Hub

/// One open stream: its viewer, what they may see, and a mark of what they were last told of each person.
struct EventWatcher: Sendable {
    let visitor: Visitor
    var stream: EventStream?
    /// The people this viewer sees: a short list, because there are thousands of streams.
    private var seen: [Seen] = []
    /// True from the moment a consent changes until the new ones are read.
    private(set) var isStale = true
    /// Grows with each change of a consent: what was read before it must not be taken after.
    private(set) var generation = 0

    /// One person, and the marks of what was last told of them: equal marks, nothing to tell.
    private struct Seen {
        var grant: Grant
        var isOnClock: Bool
        var view: Int?
        var hand: Int?
    }

    /// What this viewer may see, person by person.
    var grants: [Grant] { seen.map(\.grant) }

    init(visitor: Visitor) {
        self.visitor = visitor
    }

    /// A consent changed: nothing goes out under the ones known so far.
    mutating func distrustGrants() {
        isStale = true
        generation += 1
    }

    /// Whether time alone has ended a consent that was known.
    func hasExpiredGrant(now: Timestamp) -> Bool {
        seen.contains { $0.grant.precision(now: now) == .off }
    }

    /// Takes new consents; whoever is no longer seen is forgotten.
    mutating func replace(grants: [Grant], onClock: Set<ID<Member>>) {
        seen = grants.map { grant in
            let before = seen.first { $0.grant.subject == grant.subject }
            return Seen(
                grant: grant,
                isOnClock: onClock.contains(grant.subject),
                view: before?.view,
                hand: before?.hand
            )
        }
        isStale = false
    }

    /// The events that tell this viewer what is new of a person; nil where nothing is that they may see.
    mutating func news(of subject: Subject, _ frames: inout EventFrames) -> [UInt8]? {
        guard !isStale, let index = seen.firstIndex(where: { $0.grant.subject == subject.member }),
            let frame = frames.frame(under: seen[index].grant)
        else { return nil }
        let isNewView = seen[index].view != frame.viewMark
        let movesHand = seen[index].hand != frame.handMark && seen[index].isOnClock
        seen[index].view = frame.viewMark
        seen[index].hand = frame.handMark
        switch (isNewView, movesHand) {
        case (true, true): return frame.both
        case (true, false): return frame.presence
        case (false, true): return frame.hand
        case (false, false): return nil
        }
    }
}
