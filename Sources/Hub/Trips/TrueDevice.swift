import Crypto
import Family
import SQL
import Storage

/// The device that goes along while a trip shows one that a forced PIN chose, for those who were told of duress (F29, F83).
///
/// For everybody else the trip goes on with the chosen device, in every respect as after the right PIN (F67).
struct TrueDevice: Codable, Hashable, Sendable {
    /// Nil until one of several phones left where it was.
    var device: String?
    /// Devices that another sender may report as: chosen with a forced PIN, or with another token or tracker since.
    var excluded: Set<String> = []
    var source: UInt8
    var heardAt: Int64
    /// How long its silence is no news.
    var patienceMilliseconds: Int64 = 0
    /// What follows from its positions.
    var state: TripState
    /// Where it was as the trip ended by an arrival; nil before, and for one kept since.
    var end: TripEnd?

    /// What is known of the newest trip as its PIN is forced.
    init(of state: TripState, _ trip: Trip, source: UInt8) {
        self.init(of: state, device: trip.device?.text, source: source, trip.signal.heardAt)
        patienceMilliseconds = trip.signal.patienceMilliseconds
    }

    /// What is known of a former trip as its PIN was forced.
    init(of state: TripState, source: UInt8, startedAt: Timestamp) {
        self.init(of: state, device: state.device, source: source, state.last?.at ?? startedAt)
    }

    private init(of state: TripState, device: String?, source: UInt8, _ heardAt: Timestamp) {
        (self.device, self.source, self.heardAt) = (device, source, heardAt.milliseconds)
        self.state = state
        (self.state.news, self.state.trueDevice) = ([], nil)
    }

    /// Whether it is the device that the trip shows.
    func isShown(as shown: ID<Device>?) -> Bool {
        guard let device, device == shown?.text else { return false }
        return !excluded.contains(device)
    }
}

extension SafetyTransaction {
    /// Keeps the true device apart from one that a forced PIN chooses; after the right PIN there is none.
    ///
    /// An attacker who forced one PIN may have forced the other: none moves it until a companion has seen the traveller
    /// safe (F78).
    func keepTrueDevice(apart state: inout TripState, from chosen: ID<Device>, of trip: Trip, source: UInt8) throws {
        guard watch.isForced(on: trip.id) else { return state.trueDevice = nil }
        var kept = state.trueDevice ?? TrueDevice(of: state, trip, source: source)
        if chosen.text != kept.device { try exclude(chosen, from: &kept, isChosen: true) }
        state.trueDevice = kept
    }

    /// Hears a device no more as the true one.
    ///
    /// Where none is the true one yet, the last place is that of the others, if it was that of a chosen one or is not known.
    private func exclude(_ device: ID<Device>, from kept: inout TrueDevice, isChosen: Bool = false) throws {
        let excluded = isChosen ? kept.excluded.union([device.text]) : kept.excluded
        kept.excluded.insert(device.text)
        guard kept.device == nil else { return }
        guard kept.state.last == nil || isChosen && kept.state.lastDevice == device.text else { return }
        let others = try hub.phones(of: member, in: transaction).filter { phone in
            try !excluded.contains(phone.id.text) && isOfStart(phone.id)
        }
        let newest = try others.compactMap { try hub.newest(from: $0.id, of: member, in: transaction, now: now)?.fix }
        kept.state.last = newest.max { $0.at < $1.at }
        kept.state.leap = nil
    }

    /// Notes what a device sent of the true way; the watch hears nothing of it.
    ///
    /// Answers whether the device is the true one, which each is where there is no other.
    mutating func followTrueDevice(
        _ report: DeviceReport,
        from device: ID<Device>,
        receivedAt: Timestamp,
        interval: Int64?
    ) throws -> Bool {
        guard let trip = watch.trip, var state = try tripState(), var kept = state.trueDevice else { return true }
        let isOurs = try kept.device.map { $0 == device.text } ?? isOfStart(device)
        let counts = isOurs && !kept.excluded.contains(device.text)
        if counts, !report.fixes.isEmpty || report.isSignOfLife {
            kept.heardAt = now.milliseconds
            kept.patienceMilliseconds = TripSignal.patience(trip.settings, interval)
        }
        if counts, kept.device == nil, kept.state.isLeft(by: device, report, of: trip, receivedAt: receivedAt) {
            kept.device = device.text
        }
        for fix in report.keptFixes(receivedAt: receivedAt) where fix.at >= trip.startedAt {
            guard counts else {
                kept.state.nameApart(device, fix)
                continue
            }
            guard receivedAt.milliseconds(since: fix.at) <= Presence.historyOnlyMilliseconds else { continue }
            var step = TripFix(fix)
            try note(&step, of: device, in: &kept.state, of: trip)
            let isSuspicious = step.isSuspicious
            guard !watch.counts(device),
                let point = sealedPoint(fix, receivedAt: receivedAt, isSuspicious: isSuspicious, of: trip)
            else { continue }
            try transaction.addTrueTripPoint(trip.id, at: fix.at, sealed: point)
        }
        state.trueDevice = kept
        self.state = state
        return counts
    }

    /// Keeps the point of a trip's way of a moment, before one of a chosen device takes its place; such a one is not kept.
    func keepTruePoint(of trip: Trip, at: Timestamp) throws {
        let rows = try transaction.tripPoints(trip.id, after: at.advanced(byMilliseconds: -1), upTo: at, limit: 1)
        guard let row = rows.first, hub.open(row.sealed, of: trip.id, key, as: [.tripPoint]) != nil else { return }
        try transaction.addTrueTripPoint(trip.id, at: at, sealed: row.sealed)
    }

    /// Makes the true device the trip's again for everybody, once a companion saw the traveller safe.
    mutating func goBackToTrueDevice() throws {
        guard let trip = watch.trip, var state = try tripState(), let kept = state.trueDevice,
            let row = try transaction.trip(trip.id)
        else { return }
        let sealing = hub.sealed(.trip, trip.id, key)
        var brief: TripBrief = try sealing.open(row.sealed)
        brief.source = kept.source
        if let end = kept.end { brief.setEnd(end) }
        try transaction.setTrip(trip.id, sealed: try sealing.seal(brief))
        watch.goBack(
            to: kept.device.flatMap(ID.init(text:)),
            heardAt: Timestamp(milliseconds: kept.heardAt),
            patienceMilliseconds: kept.patienceMilliseconds,
            now: now
        )
        try showTrueWay(of: trip.id)
        var shown = kept.state
        (shown.token, shown.code, shown.codeBytes, shown.news) = (state.token, state.code, state.codeBytes, state.news)
        state = shown
        self.state = state
        (isNewsForTraveller, isNewsForCompanions) = (true, true)
    }

    /// Shows a trip's true way alone: points of a device that was chosen go, those of the true one take their place.
    private func showTrueWay(of trip: ID<Trip>) throws {
        var from = Timestamp(milliseconds: .min)
        while true {
            let end = Timestamp(milliseconds: .max)
            let rows = try transaction.tripPoints(trip, after: from, upTo: end, limit: Hub.tripPointsMax)
            for row in rows where hub.open(row.sealed, of: trip, key, as: [.tripPoint]) == nil {
                try transaction.removeTripPoint(trip, at: row.at)
            }
            guard rows.count == Hub.tripPointsMax, let last = rows.last?.at else { break }
            from = last
        }
        try transaction.moveTrueTripPoints(trip)
    }

    /// Moves when it was heard by the step that the hub's clock makes (F80).
    mutating func moveTrueDevice(byMilliseconds step: Int64) throws {
        guard var state = try tripState(), state.trueDevice != nil else { return }
        state.trueDevice?.heardAt += step
        self.state = state
    }

    /// Hears a device no more as the true one, as another sender may use it from here on.
    fileprivate mutating func exclude(_ device: ID<Device>) throws {
        for id in Set(watch.alarms.filter { $0.isOpen && $0.isUnderDuress }.compactMap(\.trip)) {
            guard let row = try transaction.trip(id) else { continue }
            let brief: TripBrief = try hub.sealed(.trip, id, key).open(row.sealed)
            if let trip = watch.trip, trip.id == id {
                guard var state = try tripState(), state.mayHold(device, trip.device?.text) else { continue }
                var kept = state.trueDevice ?? TrueDevice(of: state, trip, source: brief.source)
                try exclude(device, from: &kept)
                state.trueDevice = kept
                self.state = state
            } else {
                try exclude(device, ofFormer: row, source: brief.source)
            }
        }
    }

    /// The same for a former trip, which is not written on while another one runs.
    private func exclude(_ device: ID<Device>, ofFormer row: TripRow, source: UInt8) throws {
        let sealing = hub.sealed(.tripState, row.id, key)
        guard var detail = try transaction.tripDetail(row.id, withRoute: false) else { return }
        var state: TripState = try sealing.open(detail.stateSealed)
        guard state.mayHold(device, state.device) else { return }
        var kept = state.trueDevice ?? TrueDevice(of: state, source: source, startedAt: row.startedAt)
        if device.text == kept.device, !kept.excluded.contains(device.text),
            let newest = try hub.newest(from: device, of: member, in: transaction, now: now)
        {
            kept.state.last = newest.fix
        }
        try exclude(device, from: &kept)
        state.trueDevice = kept
        detail.stateSealed = try sealing.seal(state)
        try transaction.setTripDetail(detail)
    }
}

extension TripState {
    /// Whether a device is, or may become, the one that goes along where the trip shows another one or none.
    fileprivate func mayHold(_ device: ID<Device>, _ shown: String?) -> Bool {
        trueDevice != nil || shown == nil || shown == device.text
    }
}

extension Hub {
    /// Notes that other tokens or trackers send as these devices from here on: readers who were told of duress hear no
    /// more of them as the trip's, while for all others the trip goes on (F83).
    ///
    /// On a trip this takes the PIN, once it looks over it does not. A watch that cannot be read keeps none from it.
    func noteNewSenders(of devices: [ID<Device>], _ member: ID<Member>, in transaction: Transaction) throws {
        guard try transaction.safetyWatch(of: member)?.isActive ?? false else { return }
        do {
            var turn = try SafetyTransaction(self, of: member, in: transaction, now: safetyNow)
            for device in devices { try turn.exclude(device) }
            _ = try turn.save(.done)
        } catch let error as StorageError where error.code == .corrupt {
            return
        }
    }
}

extension Hub {
    /// Points of one answer.
    package static let tripPointsMax = 1_000

    /// Points of a trip's way, the oldest first, a thousand at most: as its pages show it, or for readers who were told of
    /// duress on it the true ones.
    func points(
        of id: ID<Trip>,
        _ key: AEADKey,
        isTold: Bool,
        after: Timestamp?,
        upTo end: Timestamp = Timestamp(milliseconds: .max),
        in transaction: Transaction
    ) throws(StorageError) -> [FixRecord] {
        let (max, start) = (Hub.tripPointsMax, after ?? Timestamp(milliseconds: .min))
        guard isTold else {
            return try transaction.tripPoints(id, after: start, upTo: end, limit: max).compactMap {
                open($0.sealed, of: id, key, as: [.tripPoint, .shownTripPoint])
            }
        }
        var (found, from, isWhole) = ([FixRecord](), start, false)
        while found.count < max, !isWhole {
            let rows = try transaction.trueTripPoints(id, after: from, limit: max)
            for point in rows.compactMap({ open($0.sealed, of: id, key, as: [.tripPoint]) })
            where point.fix.at != found.last?.fix.at {
                found.append(point)
            }
            (from, isWhole) = (rows.last?.at ?? from, rows.count < max)
        }
        return Array(found.prefix(max))
    }

    fileprivate func open(_ sealed: [UInt8], of trip: ID<Trip>, _ key: AEADKey, as purposes: [Vault.Purpose])
        -> FixRecord?
    {
        for purpose in purposes {
            guard let bytes = key.open(sealed, additional: purpose.binding(trip.bytes)) else { continue }
            return FixRecord(bytes: bytes)
        }
        return nil
    }
}

extension TripReport {
    /// Shows what follows from the true device, where a forced PIN chose another one.
    mutating func showTrueDevice(on trip: Trip?, now: Timestamp) {
        guard let kept = trueDevice else { return }
        brief.source = kept.source
        if let end = kept.end { brief.setEnd(end) }
        (remainingMetres, remainingSeconds) = (kept.state.remainingMetres, kept.state.remainingSeconds)
        remainingAsOf = kept.state.remainingAsOf.map(Timestamp.init(milliseconds:))
        offRouteMetres = kept.state.offRouteMetres
        heardAt = Timestamp(milliseconds: kept.heardAt)
        if let trip, trip.id == id {
            signal = trip.reading(ifHeardAt: heardAt, patienceMilliseconds: kept.patienceMilliseconds, now: now)
        }
    }
}
