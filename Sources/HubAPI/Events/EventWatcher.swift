import Family
import HTTP
import Hub

/// One open stream: its viewer, what they may see, and a mark of what they were last told of each person.
struct EventWatcher: Sendable {
    let visitor: Visitor
    var stream: EventStream?
    private(set) var grants: [ID<Member>: Grant] = [:]
    /// True from the moment a consent changes until the new ones are read.
    var isStale = true
    private var onClock: Set<ID<Member>> = []
    private var lastTold: [ID<Member>: Told] = [:]

    /// Marks of a view and of the hand it moves: equal marks, nothing to tell.
    private struct Told {
        var view: Int
        var hand: Int
    }

    init(visitor: Visitor) {
        self.visitor = visitor
    }

    /// Takes new consents; whoever is no longer seen is forgotten.
    mutating func replace(grants: [Grant], onClock: Set<ID<Member>>) {
        self.grants = Dictionary(grants.map { ($0.subject, $0) }, uniquingKeysWith: { first, _ in first })
        self.onClock = onClock
        lastTold = lastTold.filter { self.grants[$0.key] != nil }
        isStale = false
    }

    /// The events that tell this viewer what is new of a person; nil where nothing is that they may see.
    mutating func news(of subject: Subject, _ frames: inout EventFrames) -> [UInt8]? {
        guard !isStale, let grant = grants[subject.member], let frame = frames.frame(under: grant) else { return nil }
        let before = lastTold[subject.member]
        lastTold[subject.member] = Told(view: frame.viewMark, hand: frame.handMark)
        let presence = before?.view != frame.viewMark ? frame.presence : []
        let movesHand = before?.hand != frame.handMark && onClock.contains(subject.member)
        let bytes = movesHand ? presence + frames.hand(of: grant, frame) : presence
        return bytes.isEmpty ? nil : bytes
    }
}
