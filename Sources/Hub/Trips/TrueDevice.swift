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
    /// Devices as which somebody else may speak: chosen with a forced PIN, or with another token or tracker since.
    var excluded: Set<String> = []
    var source: UInt8
    var heardAt: Int64
    /// How long its silence is no news.
    var patienceMilliseconds: Int64
    /// What follows from its positions.
    var state: TripState

    /// What is known of a trip whose PIN was forced just then.
    init(of state: TripState, device: String?, source: UInt8, heardAt: Timestamp, patienceMilliseconds: Int64) {
        (self.device, self.source, self.heardAt) = (device, source, heardAt.milliseconds)
        self.patienceMilliseconds = patienceMilliseconds
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
        var kept =
            state.trueDevice
            ?? TrueDevice(
                of: state,
                device: trip.device?.text,
                source: source,
                heardAt: trip.signal.heardAt,
                patienceMilliseconds: trip.signal.patienceMilliseconds
            )
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
            guard !watch.counts(device) else { continue }
            try keepPoint(fix, on: .ofTrueDevice, receivedAt: receivedAt, isSuspicious: step.isSuspicious, of: trip)
        }
        state.trueDevice = kept
        self.state = state
        return counts
    }

    /// Makes the true device the trip's again for everybody, once a companion saw the traveller safe.
    mutating func goBackToTrueDevice() throws {
        guard let trip = watch.trip, var state = try tripState(), let kept = state.trueDevice,
            let row = try transaction.trip(trip.id)
        else { return }
        let sealing = hub.sealed(.trip, trip.id, key)
        var brief: TripBrief = try sealing.open(row.sealed)
        brief.source = kept.source
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

    /// Hears a device no more as the true one, as somebody else may speak for it from here on.
    fileprivate mutating func exclude(_ device: ID<Device>) throws {
        for id in Set(watch.alarms.filter { $0.isOpen && $0.isUnderDuress }.compactMap(\.trip)) {
            let isNewest = id == watch.trip?.id
            guard let row = try transaction.trip(id), var detail = try transaction.tripDetail(id, withRoute: false),
                var state = try isNewest ? tripState() : hub.state(of: id, key, in: transaction)
            else { continue }
            let shown = isNewest ? watch.trip?.device?.text : state.device
            // Another one that does not go along is none of the trip's.
            guard state.trueDevice != nil || shown == nil || shown == device.text else { continue }
            let brief: TripBrief = try hub.sealed(.trip, id, key).open(row.sealed)
            let heardAt = (isNewest ? watch.trip?.signal.heardAt : state.last?.at) ?? row.startedAt
            var kept =
                state.trueDevice
                ?? TrueDevice(
                    of: state,
                    device: shown,
                    source: brief.source,
                    heardAt: heardAt,
                    patienceMilliseconds: watch.trip?.signal.patienceMilliseconds ?? 0
                )
            if !isNewest, device.text == kept.device, !kept.excluded.contains(device.text),
                let newest = try hub.newest(from: device, of: member, in: transaction, now: now)
            {
                // While another trip runs, this one's is not written on.
                kept.state.last = newest.fix
            }
            try exclude(device, from: &kept)
            state.trueDevice = kept
            if isNewest {
                self.state = state
            } else {
                detail.stateSealed = try hub.sealed(.tripState, id, key).seal(state)
                try transaction.setTripDetail(detail)
            }
        }
    }
}

extension Hub {
    /// Notes that another token or tracker speaks for a device from here on: who was told of duress hears no more of it as
    /// the trip's, while for everybody else it goes on (F83).
    ///
    /// On a trip this takes the PIN, once it looks over it does not. A watch that cannot be read keeps nobody from it.
    func noteNewVoice(of device: ID<Device>, of member: ID<Member>, in transaction: Transaction) throws {
        guard try transaction.safetyWatch(of: member)?.isActive ?? false else { return }
        do {
            var turn = try SafetyTransaction(self, of: member, in: transaction, now: safetyNow)
            try turn.exclude(device)
            _ = try turn.save(.done)
        } catch let error as StorageError where error.code == .corrupt {
            return
        }
    }
}

extension Hub {
    /// Points of one answer.
    package static let tripPointsMax = 1_000

    /// Points of a trip's way, the oldest first, a thousand at most: the true ones, but for readers who were not told of
    /// duress while the trip shows a device that a forced PIN chose.
    func points(
        of id: ID<Trip>,
        _ key: AEADKey,
        isTold: Bool,
        after: Timestamp?,
        upTo end: Timestamp = Timestamp(milliseconds: .max),
        in transaction: Transaction
    ) throws -> [FixRecord] {
        let (max, start) = (Hub.tripPointsMax, after ?? Timestamp(milliseconds: .min))
        guard try isTold || state(of: id, key, in: transaction)?.trueDevice == nil else {
            let rows = try transaction.tripPoints(id, after: start, upTo: end, limit: max)
            return rows.compactMap { open($0.sealed, of: id, key, as: [.tripPoint, .shownTripPoint]) }
        }
        var (found, from, isWhole) = ([FixRecord](), start, false)
        while found.count < max, !isWhole {
            let pages = try [TripWay.shown, .ofTrueDevice].map { way in
                try transaction.tripPoints(id, of: way, after: from, upTo: end, limit: max)
            }
            let last = pages.compactMap { $0.count == max ? $0.last?.at : nil }.min()
            let points = pages.joined().filter { row in last.map { row.at <= $0 } ?? true }
            found += points.compactMap { open($0.sealed, of: id, key, as: [.tripPoint]) }.sorted {
                $0.fix.at < $1.fix.at
            }
            (from, isWhole) = (last ?? from, last == nil)
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
        (remainingMetres, remainingSeconds) = (kept.state.remainingMetres, kept.state.remainingSeconds)
        remainingAsOf = kept.state.remainingAsOf.map(Timestamp.init(milliseconds:))
        offRouteMetres = kept.state.offRouteMetres
        heardAt = Timestamp(milliseconds: kept.heardAt)
        if let trip, trip.id == id {
            signal = trip.reading(ifHeardAt: heardAt, patienceMilliseconds: kept.patienceMilliseconds, now: now)
        }
    }
}
