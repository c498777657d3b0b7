package import Family
import SQL
import Storage

/// Another device of a traveller, named apart from the trip's (F83).
package struct OtherDevice: Sendable {
    /// Nil for a browser.
    package var name: String?
    package var place: String?
    package var fix: PositionView
}

/// Where a member was last.
struct LastKnown: Sendable {
    var fix: Fix?
    var place: String?
    var batteryPercent: Double?
    var other: OtherDevice?
    fileprivate var otherFix: Fix?

    /// By which country help is dialled: another device's position where the trip's device sent none yet.
    var emergencyFix: Fix? { fix ?? otherFix }
}

extension Hub {
    /// Where a member was last: on a trip by the trip's device, else by whichever of theirs reported last.
    ///
    /// `ofTrueDevice` for who was told of duress: a forced PIN may have chosen the device that is shown (F29, F67).
    func lastKnown(
        of member: ID<Member>,
        _ watch: SafetyWatch,
        onTrip id: ID<Trip>?,
        ofTrueDevice: Bool = false,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> LastKnown {
        guard let subject = try subjects.subject(member, in: transaction, vault: vault, inbox: inbox) else {
            return LastKnown()
        }
        if let id {
            let known =
                watch.trip?.id == id
                ? try lastOnTrip(id, watch, subject, ofTrueDevice: ofTrueDevice, in: transaction, now: now)
                : try formerLast(of: id, subject, ofTrueDevice: ofTrueDevice, in: transaction, now: now)
            if let known { return known }
        }
        let presence = subject.presence(isOneself: true)
        var known = LastKnown(fix: presence.current, batteryPercent: presence.batteryPercent)
        let state = presence.state(now: now, lostAfterMilliseconds: .max / 4).state
        if case .place(let place) = state { known.place = subject.placeSet[place]?.label }
        return known
    }

    /// Where the device of the newest trip was last, and another one; nil where the trip has no device.
    private func lastOnTrip(
        _ id: ID<Trip>,
        _ watch: SafetyWatch,
        _ subject: MemberState,
        ofTrueDevice: Bool,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> LastKnown? {
        // An alarm leaves without a place rather than not at all.
        let kept = try? state(of: id, subject.key, in: transaction)
        let trueDevice = ofTrueDevice ? kept?.trueDevice : nil
        guard trueDevice != nil || watch.trip?.device != nil else { return nil }
        guard let state = trueDevice?.state ?? kept else { return LastKnown() }
        let (fix, places) = (state.last, subject.placeSet)
        var known = LastKnown(fix: fix, batteryPercent: fix?.batteryPercent)
        known.place = fix.flatMap { places.label(at: $0) }
        // One from before the start stands in until the trip's device sends where it is.
        if let other = state.other, fix == nil || other.at >= watch.trip?.startedAt ?? other.at {
            let device = state.otherDevice.flatMap(ID<Device>.init(text:))
            known.otherFix = other
            let row = try device.flatMap { try transaction.device($0) }
            // Adding one takes no PIN: its name could be words to those who look for its owner (F84).
            let isKnown = row.map { $0.createdAt <= watch.trip?.startedAt ?? $0.createdAt } ?? false
            known.other = OtherDevice(
                name: isKnown ? row?.name : nil,
                place: places.label(at: other),
                fix: PositionView(other, now: now, isOnTrip: true)
            )
        }
        return known
    }

    /// Where the device of a trip was last whose alarm goes on while its traveller is on another one; nil where it had
    /// none.
    private func formerLast(
        of id: ID<Trip>,
        _ subject: MemberState,
        ofTrueDevice: Bool,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> LastKnown? {
        // An alarm leaves without a place rather than not at all.
        guard let state = try? self.state(of: id, subject.key, in: transaction) else { return nil }
        let kept = ofTrueDevice ? state.trueDevice : nil
        let name = kept.map { $0.device } ?? state.device
        guard kept != nil || name != nil else { return nil }
        var fix = (kept?.state ?? state).last
        if let name, kept?.excluded.contains(name) != true, let device = ID<Device>(text: name),
            let newest = try newest(from: device, of: subject.member, in: transaction, now: now)
        {
            fix = newest.fix
        }
        var known = LastKnown(fix: fix, batteryPercent: fix?.batteryPercent)
        known.place = fix.flatMap { subject.placeSet.label(at: $0) }
        return known
    }
}

extension PlaceSet {
    /// What the smallest place around a position is called.
    fileprivate func label(at fix: Fix) -> String? {
        places.first { fix.coordinate.distanceMetres(to: $0.centre) <= $0.radiusMetres }?.label
    }
}
