package import Family
import SQL
import Storage

extension Hub {
    private static let heardMilliseconds: Int64 = 900_000
    private static let fixMilliseconds: Int64 = 86_400_000
    private static let fixesMax = 1_000

    /// The phones that a member may take along, in the order they were added.
    func phones(of member: ID<Member>, in transaction: Transaction) throws(StorageError) -> [DeviceRow] {
        try transaction.devices(of: member).filter(\.follows)
    }

    /// Whether one of them reported within a quarter of an hour.
    func isAnyHeard(of phones: [DeviceRow], now: Timestamp) -> Bool {
        phones.contains { phone in
            guard let at = heard.lastHeard(phone.id) ?? phone.heardAt else { return false }
            return now.milliseconds(since: at) < Hub.heardMilliseconds
        }
    }

    /// The source of a trip's positions, and the device that goes along.
    ///
    /// The device is nil where the traveller has several phones and chose none, or said nothing at all: the first that
    /// leaves where it was is the trip's.
    func device(
        for request: TripRequest,
        of phones: [DeviceRow],
        now: Timestamp
    ) throws(SafetyRefusal) -> (source: ProtectionStatus.Source, device: ID<Device>?) {
        if let device = request.device {
            guard device == request.page || phones.contains(where: { $0.id == device }) else { throw .device }
            let source = device == request.page ? ProtectionStatus.Source.screen : .phoneApp
            return (request.source == .timerOnly ? .timerOnly : source, device)
        }
        let source = request.source ?? (isAnyHeard(of: phones, now: now) ? .phoneApp : .screen)
        if source == .phoneApp { return (source, phones.count == 1 ? phones[0].id : nil) }
        return (source, request.source == nil ? nil : request.page)
    }

    /// The newest position of the last day with its tag, of one device alone where one is given.
    func newest(from device: ID<Device>? = nil, of member: ID<Member>, in transaction: Transaction, now: Timestamp)
        throws -> (fix: Fix, tag: Int64)?
    {
        guard let subject = try subjects.subject(member, in: transaction, vault: vault, inbox: inbox) else {
            return nil
        }
        let since = now.advanced(byMilliseconds: -Hub.fixMilliseconds)
        let stored = try transaction.fixes(of: member, laterThan: since, limit: Hub.fixesMax)
        for row in FixWriteBuffer.merged(stored, with: inbox.rows(of: member).filter { $0.at > since }).reversed() {
            // Marks say nothing here: beside another device's each position looks like a leap.
            guard let fix = subject.open(row)?.fix else { continue }
            if let device, vault.tag(of: fix, from: device) != row.tag { continue }
            return (fix, row.tag)
        }
        return nil
    }

    /// Lets the trip under way go on with another device, nil for the caller's page; takes the PIN (F32, F83).
    ///
    /// Throws `SafetyRefusal`, or `StorageError`.
    package func chooseDevice(
        _ device: ID<Device>?,
        of id: ID<Trip>,
        pin: String,
        by caller: AuthenticatedSession
    ) async throws {
        let member = caller.member
        try await database.read { transaction in
            guard try self.isUnderWay(id, of: member, in: transaction) else { throw SafetyRefusal.notFound }
            guard let device else { return }
            guard try self.phones(of: member, in: transaction).contains(where: { $0.id == device }) else {
                throw SafetyRefusal.device
            }
        }
        try await enter(pin, for: .weaken, by: member)
        let chosen = device ?? caller.device
        let now = safetyNow
        let done = try await database.transaction(for: .reserved) { transaction in
            var turn = try SafetyTransaction(self, of: member, in: transaction, now: now)
            // The trip may have ended meanwhile, and another one begun.
            if turn.watch.trip?.id == id {
                try turn.choose(chosen, source: device == nil ? .screen : .phoneApp)
            }
            return try turn.save(.done)
        }
        finish(done)
    }

    /// Writes a session in place of another one of the same browser, as which its page goes on with a trip (F83).
    func add(
        _ session: NewSession,
        inPlaceOf caller: AuthenticatedSession,
        in transaction: Transaction
    ) throws -> SafetyPostCommit? {
        try add(session, in: transaction)
        guard try transaction.safetyWatch(of: caller.member)?.isActive ?? false else { return nil }
        do {
            var turn = try SafetyTransaction(self, of: caller.member, in: transaction, now: safetyNow)
            guard try turn.replace(caller.device, by: session.caller.device) else { return nil }
            return try turn.save(.done)
        } catch let error as StorageError where error.code == .corrupt {
            // A watch that cannot be read keeps no password from being changed.
            return nil
        }
    }
}

extension SafetyTransaction {
    /// Notes where the devices are that may go along on the trip that begins.
    mutating func noteStart(of devices: [ID<Device>], page: ID<Device>?) throws {
        guard var state = try tripState() else { return }
        state.page = page?.text
        for device in devices {
            let newest = try hub.newest(from: device, of: member, in: transaction, now: now)
            state.starts[device.text] = newest?.fix.bytes
        }
        if devices.count == 1 {
            state.last = state.starts[devices[0].text].flatMap(Fix.init(bytes:))
            state.lastDevice = devices[0].text
            if state.last == nil { try noteOther(&state) }
        }
        self.state = state
    }

    /// Notes where another device was before the start, where the trip's has sent no position.
    private func noteOther(_ state: inout TripState) throws {
        guard let (fix, tag) = try hub.newest(of: member, in: transaction, now: now) else { return }
        let device = try transaction.devices(of: member).first { hub.vault.tag(of: fix, from: $0.id) == tag }
        (state.other, state.otherDevice) = (fix, device?.id.text)
    }

    /// Makes the first device that left where it was the trip's, where none is.
    ///
    /// One position away from the start may be a Wi-Fi error: a second one must agree. A page that did not begin the
    /// trip may belong to another person who has the password.
    mutating func noteLeaving(_ device: ID<Device>, _ report: DeviceReport, receivedAt: Timestamp) throws {
        guard watch.isOnTrip, let trip = watch.trip, trip.device == nil, var state = try tripState() else { return }
        if state.isLeft(by: device, report, of: trip, receivedAt: receivedAt) { watch.choose(device) }
        self.state = state
    }

    /// Gives the trip another device, with the position that it sent last; where the one before it was is kept apart.
    fileprivate mutating func choose(_ device: ID<Device>, source: ProtectionStatus.Source) throws {
        guard let trip = watch.trip, let row = try transaction.trip(trip.id), var state = try tripState() else {
            return
        }
        (isNewsForTraveller, isNewsForCompanions) = (true, true)
        let sealing = hub.sealed(.trip, trip.id, key)
        var brief: TripBrief = try sealing.open(row.sealed)
        try keepTrueDevice(apart: &state, from: device, of: trip, source: brief.source)
        if brief.source != ProtectionStatus.Source.timerOnly.rawValue { brief.source = source.rawValue }
        watch.choose(device)
        try transaction.setTrip(trip.id, sealed: try sealing.seal(brief))
        try move(&state, from: trip.device, to: device)
        self.state = state
    }

    /// Puts a browser's new session in the place of its old one; false where that was no device of the trip's.
    fileprivate mutating func replace(_ old: ID<Device>, by new: ID<Device>) throws -> Bool {
        guard var state = try tripState() else { return false }
        let before = state
        state.rename(old.text, to: new.text)
        let isDevice = watch.trip?.device == old
        if isDevice { watch.choose(new) }
        guard isDevice || state != before else { return false }
        self.state = state
        // Of a trip that looks over there is no news (F67).
        isNewsForTraveller = watch.isOnTrip
        return true
    }

    private func move(_ state: inout TripState, from former: ID<Device>?, to device: ID<Device>) throws {
        guard former != device else { return }
        let last = state.last
        state.last = try hub.newest(from: device, of: member, in: transaction, now: now)?.fix
        state.lastDevice = device.text
        if state.otherDevice == device.text { (state.otherDevice, state.other) = (nil, nil) }
        guard let last, state.other.map({ $0.at < last.at }) ?? true else { return }
        if let former {
            (state.otherDevice, state.other) = (former.text, last)
        } else if state.last == nil {
            try noteOther(&state)
        }
    }
}

extension TripState {
    private static let awayMilliseconds: Int64 = 20_000

    /// Whether a report shows its device leave where the trip began, where none has yet.
    mutating func isLeft(
        by device: ID<Device>,
        _ report: DeviceReport,
        of trip: Trip,
        receivedAt: Timestamp
    ) -> Bool {
        guard !report.isOfPage || device.text == page else { return false }
        for fix in report.keptFixes(receivedAt: receivedAt) where fix.at >= trip.startedAt && hasLeft(device, fix) {
            // The last position may be of another device.
            (last, starts, away) = (nil, [:], [:])
            return true
        }
        return false
    }

    /// Takes a position of a device, and answers whether it is the second of two that are surely away from the start.
    fileprivate mutating func hasLeft(_ device: ID<Device>, _ fix: Fix) -> Bool {
        guard let start = starts[device.text].flatMap(Fix.init(bytes:)) else {
            starts[device.text] = fix.bytes
            return false
        }
        guard fix.isAway(from: start) else {
            away[device.text] = nil
            return false
        }
        let first = away[device.text].flatMap(Fix.init(bytes:))
        guard let first, !Hub.isLeap(from: first, to: fix) else {
            away[device.text] = fix.bytes
            return false
        }
        return fix.at.milliseconds(since: first.at) >= Self.awayMilliseconds
    }
}

extension Hub {
    /// Whether a page reports, or reported on a trip, as a device of this id: another sender of it would be that trip's
    /// device without the PIN (F83).
    ///
    /// What a forced PIN hides is not asked: the answer would tell which PIN was given (F67).
    func isOfPage(_ id: ID<Device>, _ member: ID<Member>, in transaction: Transaction) throws -> Bool {
        if try transaction.session(ID(sharing: id)) != nil { return true }
        do {
            var turn = try SafetyTransaction(self, of: member, in: transaction, now: safetyNow)
            // A page that was logged out since stays the trip's.
            guard turn.watch.isOnTrip, let state = try turn.tripState() else { return false }
            return turn.watch.counts(id) && turn.watch.trip?.device != nil || state.knows(id.text)
        } catch let error as StorageError where error.code == .corrupt {
            return false
        }
    }
}

extension TripState {
    /// Whether a device of this id is, was or may become the one that the trip shows.
    fileprivate func knows(_ device: String) -> Bool {
        [self.device, page, lastDevice, otherDevice].contains(device) || starts[device] != nil
    }
}

extension AuthenticatedSession {
    /// The device as which its page reports.
    package var device: ID<Device> { ID(sharing: session) }
}
