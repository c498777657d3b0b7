import Family
import HTTP
import Hub

/// One open stream: its reader, what they may see, and a mark of what they were last told of each person.
struct EventWatcher: Sendable {
    let reader: StreamReader
    var stream: EventStream?
    /// The people this viewer sees: a short list, because there are thousands of streams.
    private var seen: [Seen] = []
    /// True from the moment a consent changes until the new ones are read.
    private(set) var isStale = true
    /// Grows with each change of a consent: what was read before it must not be taken after.
    private(set) var generation = 0
    /// How many times consents are being read; until that is over, and what it shows is sent, other frames wait, so
    /// that a stream tells what happened in its order however long the reading takes.
    private var readings = 1
    private var waiting: [[UInt8]] = []

    /// One person, and the marks of what was last told of them: equal marks, nothing to tell.
    private struct Seen {
        var grant: PresenceGrant
        var isOnClock: Bool
        var view: Int?
        var hand: Int?
    }

    /// What this viewer may see, person by person.
    var grants: [PresenceGrant] { seen.map(\.grant) }

    init(reader: StreamReader) {
        self.reader = reader
    }

    /// A consent changed: nothing goes out under the ones known so far.
    mutating func distrustGrants() {
        isStale = true
        generation += 1
        readings += 1
    }

    /// The stream to send a frame to; nil where it waits for consents to be read.
    ///
    /// One that waits already waits once.
    mutating func append(_ frame: [UInt8]) -> EventStream? {
        guard readings > 0 else { return stream }
        if !waiting.contains(frame) { waiting.append(frame) }
        return nil
    }

    /// One reading of consents is over, and what it showed was sent; answers what waited for the last one.
    mutating func endReading() -> [[UInt8]] {
        readings -= 1
        guard readings == 0 else { return [] }
        defer { waiting = [] }
        return waiting
    }

    /// Whether time alone has ended a consent that was known.
    func hasExpiredGrant(now: Timestamp) -> Bool {
        seen.contains { $0.grant.precision(now: now) == .off }
    }

    /// Takes new consents; whoever is no longer seen is forgotten.
    mutating func replace(grants: [PresenceGrant], onClock: Set<ID<Member>>) {
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
    mutating func news(of subject: MemberState, _ frames: inout EventFrames) -> [UInt8]? {
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
