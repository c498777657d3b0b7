import Bus
import Crypto
import Family
import SQL
import Storage

/// What an opening came to.
struct OpenedView: Sendable {
    var guest: TripGuest
    var told: [BusEvent] = []
}

/// One try at a link or a code, within the transaction that decides on it.
struct ViewOpening {
    let hub: Hub
    let transaction: Transaction
    let now: Timestamp
    let browser: String
    /// The cookie that came along, hashed.
    var knownHash: [UInt8]?
    /// The new one, hashed.
    var tokenHash: [UInt8] = []
    /// What a try at a code changed, to be told after the commit.
    private(set) var done: SafetyPostCommit?

    init(hub: Hub, transaction: Transaction, now: Timestamp, browser: String) {
        (self.hub, self.transaction, self.now, self.browser) = (hub, transaction, now, browser)
    }

    mutating func open(_ key: TripKey) throws -> Result<OpenedView, SafetyRefusal> {
        switch key {
        case .token(let token):
            let hash = hub.vault.hash(token: Array(token.utf8)).bytes
            if let trip = try transaction.trip(openedBy: hash) { return try open(trip) }
            if let link = try transaction.alarm(linkHash: hash) { return try open(link.alarm, for: link.recipient) }
            if let link = try transaction.alarm(contactLinkHash: hash) {
                return try open(link.alarm, orContact: link.contact)
            }
            return .failure(.noView)
        case .code(let typed, let traveller):
            let code = TypedCode.normalized(typed) ?? ""
            if let trip = try transaction.trip(openedBy: hub.vault.hash(tripCode: code)) {
                return try open(trip, byCode: true)
            }
            return try .failure(miss(traveller))
        }
    }

    /// A code that is none, counted for the trip of whom it was said to be (F48).
    private mutating func miss(_ traveller: String?) throws -> SafetyRefusal {
        guard let traveller, let number = try? hub.phoneNumber(traveller),  // A name is nobody's number.
            let member = try transaction.member(phoneLookup: hub.vault.lookup(number))?.id
        else { return .noView }
        var turn = try SafetyTransaction(hub, of: member, in: transaction, now: now)
        guard turn.watch.isOnTrip else { return .noView }
        _ = try turn.tryCode(isRight: false)
        done = try turn.save(.done)
        return .noView
    }

    private mutating func open(_ trip: TripRow, byCode: Bool = false) throws -> Result<OpenedView, SafetyRefusal> {
        var turn = try SafetyTransaction(hub, of: trip.member, in: transaction, now: now)
        guard hub.sight(of: trip, turn.watch, turn.person, isGuest: true, now: now) != .nothing else {
            return .failure(.noView)
        }
        var viewers = LinkViewers()
        for row in try transaction.tripViewers(of: trip.id) {
            _ = viewers.open(row.id)
            if row.droppedAt != nil { _ = viewers.drop(row.id) }
        }
        let known = try knownHash.flatMap { try transaction.tripViewer(tokenHash: $0) }.flatMap {
            $0.trip == trip.id ? $0 : nil
        }
        let id = known?.id ?? hub.outside.newID()
        switch viewers.open(id) {
        case .isFull: return .failure(.tooManyViewers)
        case .wasDropped: return .failure(.viewerRemoved)
        case .isKnown, .isNew: break
        }
        if byCode {
            guard turn.watch.trip?.id == trip.id, try turn.tryCode(isRight: true) == .opens else {
                return .failure(.noView)
            }
        }
        var row = newRow(id, of: trip.member)
        row.trip = trip.id
        let isOwnNews = turn.watch.isOnTrip && turn.watch.trip?.id == trip.id
        var opened = OpenedView(guest: TripGuest(row))
        if known != nil {
            try transaction.renewTripViewer(id, tokenHash: tokenHash, expiresAt: row.expiresAt)
        } else {
            try transaction.addTripViewer(row, tokenHash: tokenHash)
            // A trip that looks over to its traveller has no new viewers for them (F29).
            if isOwnNews {
                try transaction.addNotice(hub.notice(.tripViewed, for: trip.member))
                opened.told = [.trips(trip.member), .notice(trip.member)]
            }
        }
        if byCode { done = try turn.save(.done) }
        return .success(opened)
    }

    /// The link of a text or mail: its reader sees the alarm without logging in, in three browsers at most (F70).
    private func open(
        _ alarm: ID<Alarm>,
        for recipient: ID<Member>? = nil,
        orContact contact: ID<Contact>? = nil
    ) throws -> Result<OpenedView, SafetyRefusal> {
        guard let about = try transaction.alarm(alarm) else { return .failure(.noView) }
        var row = newRow(hub.outside.newID(), of: about.member)
        (row.alarm, row.recipient, row.contact) = (alarm, recipient, contact)
        guard let seen = try hub.openAlarm(alarm, to: TripGuest(row), in: transaction) else { return .failure(.noView) }
        if let closedAt = seen.closedAt, now.milliseconds(since: closedAt) >= TripGuest.endingMilliseconds {
            return .failure(.noView)
        }
        let known = try knownHash.flatMap { try transaction.tripViewer(tokenHash: $0) }.flatMap {
            $0.alarm == alarm && $0.recipient == recipient && $0.contact == contact ? $0 : nil
        }
        if let known {
            row.id = known.id
            try transaction.renewTripViewer(row.id, tokenHash: tokenHash, expiresAt: row.expiresAt)
            return .success(OpenedView(guest: TripGuest(row)))
        }
        let browsers = try transaction.alarmViewerCount(of: alarm, for: recipient, orContact: contact)
        guard browsers < Hub.alarmBrowsersMax else { return .failure(.tooManyBrowsers) }
        try transaction.addTripViewer(row, tokenHash: tokenHash)
        let told = contact == nil ? [] : try noteOpening(of: seen, about.member)
        return .success(OpenedView(guest: TripGuest(row), told: told))
    }

    /// Tells the traveller that a contact opened an alarm in one more browser; of one that hides, once it is lifted (F29).
    private func noteOpening(of alarm: Alarm, _ member: ID<Member>) throws -> [BusEvent] {
        let watch = try hub.safetyWatch(of: member, in: transaction)
        var notice = hub.notice(.contactViewed, for: member)
        notice.isWithheld = alarm.isUnderDuress && watch.alarms.contains { $0.isOpen && $0.isUnderDuress }
        try transaction.addNotice(notice)
        return notice.isWithheld ? [] : [.notice(member)]
    }

    private func newRow(_ id: ID<LinkViewers.Viewer>, of member: ID<Member>) -> TripViewerRow {
        TripViewerRow(
            id: id,
            member: member,
            browser: browser,
            openedAt: now,
            expiresAt: now.advanced(byMilliseconds: Hub.viewMilliseconds)
        )
    }
}

extension SafetyTransaction {
    /// Counts a try at the trip's code; one that was guessed at too often is made anew, and the traveller told (F48).
    fileprivate mutating func tryCode(isRight: Bool) throws -> TripCode.Answer {
        guard var state = try tripState(), let trip = watch.trip, var code = TripCode(bytes: state.codeBytes) else {
            return .dead
        }
        let answer = code.record(isRight: isRight, trip: trip, now: now)
        if answer == .rotate {
            state.code = hub.newCode()
            try transaction.addNotice(hub.notice(.tripCodeChanged, for: member))
            events.formUnion([.notice(member), .trips(member)])
        }
        state.codeBytes = code.bytes
        self.state = state
        return answer
    }
}
