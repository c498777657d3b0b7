package import Family

/// What one part of the hub tells every other, on every node, after it is on disk.
package enum BusEvent: Hashable, Sendable {
    /// A member's presence changed; its new state is to be read, not carried.
    case presence(ID<Member>)
    /// Whom this viewer sees, how precisely, or what one of them is called or looks like, changed.
    case connections(viewer: ID<Member>)
    /// A session ended: its streams end with it.
    case sessionEnded(ID<Session>)
    /// A member is told something in every session.
    case notice(ID<Member>)
    /// What this member is shown of a trip changed, their own or one that they watch.
    case trips(ID<Member>)
    /// What this member is shown of alarms changed.
    case alarms(ID<Member>)
    /// What this member's wallet shows changed.
    case wallet(ID<Member>)
    /// What this member is shown of missions, countdowns or the store changed.
    case missions(ID<Member>)
    /// A member's own places, or those of their family, changed.
    case places(ID<Member>)
    /// A thing of this member's moved, or a tracker was heard: nothing of their presence.
    case devices(ID<Member>)
    /// A member was shut out.
    case memberDisabled(ID<Member>)
}

extension BusEvent: Comparable {
    /// An order that follows from the events alone, so that a set of them is told in the same order every time.
    package static func < (one: BusEvent, other: BusEvent) -> Bool {
        let (one, other) = (one.key, other.key)
        return (one.kind, one.high, one.low) < (other.kind, other.high, other.low)
    }

    private var key: (kind: Int, high: UInt64, low: UInt64) {
        switch self {
        case .sessionEnded(let session): (0, session.high, session.low)
        case .memberDisabled(let member): (1, member.high, member.low)
        case .connections(let viewer): (2, viewer.high, viewer.low)
        case .presence(let member): (3, member.high, member.low)
        case .trips(let member): (4, member.high, member.low)
        case .alarms(let member): (5, member.high, member.low)
        case .notice(let member): (6, member.high, member.low)
        case .wallet(let member): (7, member.high, member.low)
        case .missions(let member): (8, member.high, member.low)
        case .places(let member): (9, member.high, member.low)
        case .devices(let member): (10, member.high, member.low)
        }
    }
}

/// Carries events between the parts of a hub and, where there are many, its nodes.
///
/// Events are hints: a receiver that misses one still finds the truth in the database.
package protocol Bus: Sendable {
    /// Tells every subscriber, in order; returns at once.
    func publish(_ events: [BusEvent])

    /// Calls `receive` for all that is published from now on, one call at a time, until the subscription is cancelled.
    func subscribe(_ receive: @escaping @Sendable ([BusEvent]) -> Void) -> BusSubscription
}

/// One subscriber's place on the bus.
package struct BusSubscription: Sendable {
    private let cancelling: @Sendable () -> Void

    package init(cancelling: @escaping @Sendable () -> Void) {
        self.cancelling = cancelling
    }

    /// Ends it; a call under way still finishes.
    package func cancel() {
        cancelling()
    }
}
