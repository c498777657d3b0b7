package import Family
import Messaging
import SQL
import Storage

/// A child's hidden hours hold in trips and alarms too (F76): a hidden adult is told of nothing and sees nothing.
///
/// The one exception: the child chose that adult as a companion of this very trip.
extension Transaction {
    /// Whether a member's hidden hours keep a viewer from what runs for them now, but for a trip they chose them for.
    ///
    /// A companion who was removed since stays told of the alarm: under duress it was not the child who removed them.
    func hoursHide(
        _ subject: MemberRow,
        from viewer: ID<Member>,
        trip: ID<Trip>?,
        alarmedAt: Timestamp?,
        now: Timestamp
    ) throws(StorageError) -> Bool {
        guard try hours(hiding: subject, from: viewer, alarmedAt: alarmedAt, now: now).hide(now) else { return false }
        guard let trip else { return true }
        return try !wasCompanion(viewer, of: trip)
    }
}

extension Hub {
    /// Who would be called if an alarm opened now, and who is left out of it by hidden hours.
    func reach(
        of subject: MemberRow,
        trip: ID<Trip>?,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> AlarmReach {
        let key = try MemberState.key(of: subject.id, from: transaction, vault: vault)
        let companions = try trip.map { try transaction.enabledCompanions(of: $0) } ?? []
        var hidden: [ID<Member>] = []
        let seers = try transaction.alarmSeers(of: subject.id, now: now) { seer throws(StorageError) in
            let isHidden = try transaction.hoursHide(subject, from: seer, trip: nil, alarmedAt: nil, now: now)
            guard isHidden else { return true }
            if !companions.contains(seer) { hidden.append(seer) }
            return false
        }
        let called = companions.isEmpty ? seers : companions
        let isMemberReached = try called.contains { id in
            guard let row = try transaction.member(id) else { return false }
            return try !self.channels(of: row, in: transaction).isNone
        }
        let isContactReached = try transaction.outsideContacts(of: subject.id).contains { contact in
            guard contact.removedAt == nil, try self.shownState(contact, in: transaction) == .agreed else {
                return false
            }
            guard try !transaction.hoursHide(subject, from: contact, trip: trip, alarmedAt: nil, now: now) else {
                return false
            }
            guard let key, let card = try self.contactCard(of: contact, key) else { return false }
            return self.leavesHub(phone: card.phone, mail: card.mail)
        }
        return AlarmReach(reachesNobody: !isMemberReached && !isContactReached, hidden: hidden)
    }
}

extension Hub {
    /// Whether people were notified of a countdown of the watch: a message about its alarm left the hub, or was on its way
    /// when the alarm ended (F82).
    ///
    /// Both PINs are answered alike (F28): the alarms are taken as the member's own pages show them, and without the words
    /// of their end, which go out with one PIN alone.
    func isTold(_ countdown: HelpCountdown, _ watch: SafetyWatch, in transaction: Transaction) throws -> Bool {
        guard let end = countdown.alarmedAt else { return false }
        let seen = watch.alarms.compactMap(\.withoutDuress)
        // One that joined an alarm, or was stopped while one was open, goes with what that alarm told.
        let joined = seen.filter { $0.id == countdown.alarm || $0.wasOpen(at: end) }
        if try joined.contains(where: { try hasLeft($0.id, upTo: $0.closedAt, in: transaction) }) { return true }
        // Its own alarm may be over for so long that the watch has forgotten it.
        guard case .fired = countdown.phase, !seen.contains(where: { $0.id == countdown.alarm }) else { return false }
        return try hasLeft(countdown.alarm, upTo: nil, in: transaction)
    }

    /// Whether a message about an alarm left the hub, or was on its way at the alarm's end.
    private func hasLeft(_ alarm: ID<Alarm>, upTo end: Timestamp?, in transaction: Transaction) throws -> Bool {
        try transaction.deliveries(of: ID(sharing: alarm)).contains { delivery in
            guard !delivery.isHidden, !delivery.isKept, let channel = Channel(rawValue: delivery.channel),
                leavesHub(by: channel)
            else { return false }
            // The end gives up what waits, with either PIN.
            let wasGivenUp = delivery.state == "failed" && delivery.endedAt == end
            return wasGivenUp || delivery.state != "failed" && end.map { delivery.createdAt < $0 } ?? true
        }
    }
}

extension Alarm {
    /// Whether it was open at a moment.
    fileprivate func wasOpen(at moment: Timestamp) -> Bool {
        openedAt <= moment && closedAt.map { moment <= $0 } ?? true
    }
}

/// Whom an alarm would reach now, as its own member is told before it is needed.
package struct AlarmReach: Hashable, Sendable {
    /// No message about an alarm would leave the hub: for no member, and for no outside contact (F82).
    package var reachesNobody: Bool
    /// Those whom hidden hours leave out.
    package var hidden: [ID<Member>]
}

extension Transaction {
    /// Who may see a member exactly, or else anything of them: those who are told without a trip, and after five minutes
    /// of one.
    ///
    /// Members for whom `isCounted` is false replace nobody. A member who sees exactly replaces those connected later, and
    /// after a day everybody else: somebody whom a thief connects just now keeps nobody from being called.
    func alarmSeers(
        of member: ID<Member>,
        now: Timestamp,
        isCounted: (ID<Member>) throws(StorageError) -> Bool
    ) throws(StorageError) -> [ID<Member>] {
        var open: [SeerRow] = []
        for seer in try seers(of: member, now: now) where try isEnabled(seer.viewer) {
            if try isCounted(seer.viewer) { open.append(seer) }
        }
        let exactSince = open.compactMap(\.exactSince).min()
        return open.filter { seer in
            guard seer.exactSince == nil, let exactSince else { return true }
            return exactSince > seer.connectedAt && now.milliseconds(since: exactSince) < 86_400_000
        }.map(\.viewer)
    }
}
