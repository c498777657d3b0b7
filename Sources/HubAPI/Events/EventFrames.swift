import API
import Family
import Hub

/// The events that one change of one person makes, written once for all viewers of the same level.
///
/// What goes out is shared by every stream it goes to, so that ten thousand readers cost no ten thousand copies.
struct EventFrames {
    /// What viewers of one level are told.
    struct Frame {
        /// Whose name, colour and picture the hand carries.
        let person: Person
        /// Equal for two views that say the same, whatever their age.
        let viewMark: Int
        /// Equal while the hand of a clock stays where and whose it is, and its news are of the same minute.
        let handMark: Int
        /// The `presence` event.
        let presence: [UInt8]
        /// The `clock` event that moves this person's hand.
        let hand: [UInt8]
        /// Both, one after the other.
        let both: [UInt8]
    }

    let subject: MemberState
    let hub: Hub
    let now: Timestamp
    private var frames: [Level: Frame] = [:]

    /// Who is told the same.
    private struct Level: Hashable {
        let precision: Precision
        /// The subject, where they see something else than others.
        let isOneself: Bool
        let hiddenSince: Timestamp?
        let inDangerSince: Timestamp?
    }

    init(subject: MemberState, hub: Hub, now: Timestamp) {
        self.subject = subject
        self.hub = hub
        self.now = now
    }

    /// The events under a consent; nil where it lets nothing through, or no longer.
    mutating func frame(under grant: PresenceGrant) -> Frame? {
        let isOneself = grant.isOneself && subject.hasOwnView
        let level = Level(
            precision: grant.precision(now: now),
            isOneself: isOneself,
            hiddenSince: grant.hiddenSince(now),
            inDangerSince: grant.inDangerSince
        )
        if let known = frames[level], known.person == grant.person { return known }
        guard let view = hub.view(of: subject, under: grant, now: now) else { return nil }
        let id = subject.changed(isOneself: isOneself)
        let presence = EventFrame.event("presence", id: id, PresenceBody(view, of: subject.member))
        let hand = EventFrame.event("clock", id: id, hand(view, of: grant.person))
        let newest = subject.presence(isOneself: isOneself).newestFixAt
        // Whoever cannot find somebody learns nothing from a new fix, not even that there is one.
        let minute = level.hiddenSince == nil ? newest.map { $0.milliseconds / 60_000 } : nil
        let frame = Frame(
            person: grant.person,
            viewMark: viewMark(view, newsMinute: minute),
            handMark: handMark(view, of: grant.person, newsMinute: minute),
            presence: presence,
            hand: hand,
            both: presence + hand
        )
        frames[level] = frame
        return frame
    }

    /// Who sees no position learns from a new fix only how old the news are, which is worth telling once a minute.
    private func viewMark(_ view: PresenceView, newsMinute: Int64?) -> Int {
        var hasher = Hasher()
        hasher.combine(view.mark)
        hasher.combine(newsMinute)
        return hasher.finalize()
    }

    private func handMark(_ view: PresenceView, of person: Person, newsMinute: Int64?) -> Int {
        var hasher = Hasher()
        hasher.combine(person)
        hasher.combine(ClockSlot(view))
        hasher.combine(view.since)
        hasher.combine(newsMinute)
        return hasher.finalize()
    }

    private func hand(_ view: PresenceView, of person: Person) -> HandBody {
        HandBody(
            member: subject.member,
            name: person.name,
            colour: person.colour,
            slot: ClockSlot(view).label,
            since: view.since,
            ageSeconds: view.ageSeconds,
            picture: picturePath(of: subject.member, person.pictureVersion)
        )
    }
}

/// The events of a stream as they go over the wire (the HTML standard, server-sent events).
enum EventFrame {
    /// The first words: how soon to come back after a break.
    static let opening = Array("retry: 2000\n\n".utf8)
    /// Proof of life: an event, because browsers do not tell their pages of comments.
    static let beat = Array("event: beat\ndata: {}\n\n".utf8)
    /// The last words to a reader that was too slow: read everything anew.
    static let resync = Array("event: resync\ndata: {}\n\n".utf8)
    /// Whom the viewer sees, who sees them, or what one of them is called or looks like, changed.
    static let connectionsChanged = Array("event: notice\ndata: {\"kind\":\"connectionsChanged\"}\n\n".utf8)
    /// The reader is to be told something: `GET /notices` says what.
    static let noticesChanged = Array("event: notice\ndata: {\"kind\":\"noticesChanged\"}\n\n".utf8)

    /// What is watched over for the reader, or a trip that they are to watch, changed.
    static let tripsChanged = Array("event: trip\ndata: {\"kind\":\"tripsChanged\"}\n\n".utf8)
    /// An alarm that the reader was told of, or one about them, changed.
    static let alarmsChanged = Array("event: alarm\ndata: {\"kind\":\"alarmsChanged\"}\n\n".utf8)
    /// What a live link shows changed: its level, its end, or what its member is called.
    static let liveChanged = Array("event: live\ndata: {\"kind\":\"liveChanged\"}\n\n".utf8)
    /// A live link is over.
    static let liveEnded = Array("event: live\ndata: {\"kind\":\"liveEnded\"}\n\n".utf8)
    /// What the reader's wallet shows changed.
    static let walletChanged = Array("event: wallet\ndata: {\"kind\":\"walletChanged\"}\n\n".utf8)

    /// What the reader's missions, their countdown or the store show changed.
    static let missionsChanged = Array("event: mission\ndata: {\"kind\":\"missionsChanged\"}\n\n".utf8)
    static let placesChanged = Array("event: place\ndata: {\"kind\":\"placesChanged\"}\n\n".utf8)
    /// One of the reader's things moved.
    static let devicesChanged = Array("event: device\ndata: {\"kind\":\"devicesChanged\"}\n\n".utf8)

    /// Changes within these microseconds before the last event a reader got are told again: events of different
    /// people may leave in another order than their numbers, and telling a state twice does no harm.
    private static let overlapMicroseconds: Int64 = 5_000_000

    /// The change number after which a reader is to be told, nil for everything.
    ///
    /// A number that this hub has not yet reached is another hub's, or from before its clock was set back; one that is
    /// not positive is nobody's.
    static func resumeAfter(_ lastEventID: Int64?, newest: Int64) -> Int64? {
        guard let lastEventID, lastEventID > 0, lastEventID <= newest else { return nil }
        return lastEventID - overlapMicroseconds
    }

    /// One event with its number and data.
    static func event(_ name: String, id: Int64, _ body: some Encodable) -> [UInt8] {
        // A reader keeps the last number it saw; nothing changed yet has none.
        var bytes = Array((id > 0 ? "id: \(id)\n" : "").utf8)
        bytes.append(contentsOf: Array("event: \(name)\ndata: ".utf8))
        bytes.append(contentsOf: JSON.bytes(body))
        bytes.append(contentsOf: [UInt8(ascii: "\n"), UInt8(ascii: "\n")])
        return bytes
    }
}

extension PresenceView {
    /// Equal for two views that say the same, whatever their age.
    fileprivate var mark: Int {
        var view = self
        view.ageSeconds = nil
        view.position?.ageSeconds = 0
        view.position?.isLive = false
        return view.hashValue
    }
}
