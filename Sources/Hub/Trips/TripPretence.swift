import Crypto
import Family
import SQL
import Storage

/// A trip as shown to readers who must not learn that its device was chosen with the second PIN: the traveller, and
/// watchers who were not told of the alarm (F29, F67, F83).
struct TripPretence: Codable, Hashable, Sendable {
    var device: String
    var source: UInt8
    /// When the first one was chosen.
    var since: Int64
    var heardAt: Int64
    /// What follows from the positions of that device.
    var state: TripState
}

extension SafetyTransaction {
    /// Notes what the device sent that the traveller's pages show; the watch hears nothing of it.
    mutating func pretend(_ sighting: DeviceReport, from device: ID<Device>, receivedAt: Timestamp) throws {
        guard watch.isOnTrip, let trip = watch.trip, var state = try tripState(), var shown = state.shown else {
            return
        }
        let isShown = shown.device == device.text
        if isShown, !sighting.fixes.isEmpty || sighting.isSignOfLife { shown.heardAt = now.milliseconds }
        for given in sighting.fixes.sorted(by: { $0.at < $1.at }) {
            var fix = given
            fix.at = Presence.timeKept(of: given, receivedAt: receivedAt)
            guard fix.at >= trip.startedAt else { continue }
            if isShown {
                guard receivedAt.milliseconds(since: fix.at) <= Presence.historyOnlyMilliseconds else { continue }
                var step = TripFix(fix)
                try note(&step, in: &shown.state, of: trip)
            } else {
                shown.state.nameApart(device, fix)
            }
        }
        state.shown = shown
        self.state = state
    }
}

extension SafetyTransaction {
    /// Shows the trip's true device to everyone again, once a companion saw the traveller safe.
    mutating func endPretence() throws {
        guard var state = try tripState(), state.shown != nil else { return }
        state.shown = nil
        self.state = state
        (isNewsForTraveller, isNewsForCompanions) = (true, true)
    }
}

extension TripReport {
    /// Shows what follows from the device that the second PIN chose, where it chose one.
    mutating func pretend(on trip: Trip?, now: Timestamp) {
        guard let pretence else { return }
        brief.source = pretence.source
        (remainingMetres, remainingSeconds) = (pretence.state.remainingMetres, pretence.state.remainingSeconds)
        remainingAsOf = pretence.state.remainingAsOf.map(Timestamp.init(milliseconds:))
        offRouteMetres = pretence.state.offRouteMetres
        heardAt = Timestamp(milliseconds: pretence.heardAt)
        if let trip, trip.id == id { signal = trip.reading(ifHeardAt: heardAt, now: now) }
        // What the true device did meanwhile would contradict it.
        news.removeAll { $0.isOfDevice && $0.toldAt >= pretence.since }
    }
}

extension Hub {
    private static let historyMax = 10_000

    /// Points of a trip's way for readers who must not learn of the second PIN: since it chose a device, those of that
    /// device, out of its member's history.
    func pretendedPoints(
        of id: ID<Trip>,
        _ member: ID<Member>,
        _ key: AEADKey,
        after: Timestamp?,
        upTo end: Timestamp,
        in transaction: Transaction
    ) throws -> [FixRecord] {
        guard let shown = try state(of: id, key, in: transaction)?.shown, let device = ID<Device>(text: shown.device),
            let subject = try subjects.subject(member, in: transaction, vault: vault, inbox: inbox)
        else { return try points(of: id, key, after: after, upTo: end, in: transaction) }
        let since = Timestamp(milliseconds: shown.since)
        var found = try points(of: id, key, after: after, upTo: min(end, since), in: transaction)
        let from = max(after ?? since, since)
        let stored = try transaction.fixes(of: member, laterThan: from, limit: Hub.historyMax)
        var last: Fix?
        for row in FixWriteBuffer.merged(stored, with: inbox.rows(of: member).filter { $0.at > from }) {
            guard found.count < Hub.tripPointsMax, row.at <= end else { break }
            guard var record = subject.open(row), vault.tag(of: record.fix, from: device) == row.tag else { continue }
            record.marks = Hub.isLeap(from: last, to: record.fix) ? .suspicious : []
            if record.marks.isEmpty { last = record.fix }
            found.append(record)
        }
        return found
    }
}
