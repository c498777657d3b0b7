package import Family
import SQL
import Storage

/// A child's hidden hours hold in trips and alarms too (F76): a hidden adult is told of nothing and sees nothing.
///
/// The one exception: the child chose that adult as a companion of this very trip.
extension Transaction {
    /// Whether a member's hidden hours keep a viewer from what runs for them now, but for a trip they chose them for.
    ///
    /// A companion who was removed since stays told of the alarm: under duress it was not the child who removed them.
    func isHidden(
        _ subject: MemberRow,
        from viewer: ID<Member>,
        trip: ID<Trip>?,
        now: Timestamp
    ) throws(StorageError) -> Bool {
        guard try hours(hiding: subject, from: viewer, now: now).hide(now) else { return false }
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
        let companions = try trip.map { try transaction.enabledCompanions(of: $0) } ?? []
        var hidden: [ID<Member>] = []
        let seers = try transaction.alarmSeers(of: subject.id, now: now) { seer throws(StorageError) in
            guard try transaction.isHidden(subject, from: seer, trip: nil, now: now) else { return true }
            if !companions.contains(seer) { hidden.append(seer) }
            return false
        }
        let called = companions.isEmpty ? seers : companions
        let hasContact = try transaction.outsideContacts(of: subject.id).contains { contact in
            guard contact.removedAt == nil, try self.shownState(contact, in: transaction) == .agreed else {
                return false
            }
            return try !transaction.isHidden(subject, from: contact, trip: trip, vault: vault, now: now)
        }
        return AlarmReach(reachesNobody: called.isEmpty && !hasContact, hidden: hidden)
    }
}

/// Whom an alarm would reach now, as its own member is told before it is needed.
package struct AlarmReach: Hashable, Sendable {
    /// No member would be called, and no outside contact.
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
