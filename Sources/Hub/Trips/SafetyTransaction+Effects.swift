import Bus
import Family
import Languages
import Messaging
import PhoneNumbers
import SQL
import Storage

/// What the watch wants done, as rows of the same transaction.
extension SafetyTransaction {
    /// How long news of a trip are worth receiving.
    private static let newsWorthMilliseconds: Int64 = 3_600_000
    /// A message about an alarm is worth receiving for so long (F16).
    static let alarmWorthMilliseconds: Int64 = 6 * 3_600_000

    mutating func perform(_ effect: SafetyEffect) throws {
        switch effect {
        case .ask(let prompt, let trip): try ask(prompt, trip)
        case .tell(let news, let trip): try notify(news, trip)
        case .send(let round): try send(round)
        case .tellAlarmed(let news, let alarm): try notify(news, alarm)
        case .pretend(let news, let trip): try pretend(news, trip)
        case .endSharing: isNewsForCompanions = true
        case .endCovertSharing: isNewsForTold = true
        case .leaveToPerson(let alarm, let trip): try leaveToPeople(alarm, of: trip)
        case .recordTold(let round): try record(round)
        case .toldInVain(let alarm): try endForToldInVain(alarm)
        }
    }

    /// Somebody is asked to watch over the trip that goes on, as the others were when it began.
    mutating func invite(_ companion: ID<Member>) throws {
        guard let trip = watch.trip else { return }
        try notify(companion, of: .started(dueAt: trip.dueAt), on: trip.id)
    }

    /// Lets those who watch over the trip under way know that its traveller can answer nothing on this hub.
    mutating func tellLoggedOut() throws {
        guard watch.isOnTrip, let trip = watch.trip else { return }
        try notify(.loggedOut, trip.id)
    }

    /// The traveller is asked: over every channel what is due, in their browsers what can wait (F10, F15).
    private mutating func ask(_ prompt: TravellerPrompt, _ trip: ID<Trip>) throws {
        isNewsForTraveller = true
        let words = SafetyWords.asked(prompt, page: "\(hub.settings.publicURL)/trip")
        switch prompt {
        case .due:
            try transaction.addNotice(hub.notice(.tripDue, for: member))
            events.insert(.notice(member))
            let alert = Alert(incident: ID(sharing: trip), push: words.push, text: words.text)
            _ = try hub.send(alert, to: .member(member), in: transaction)
            hasMessages = true
        case .onTheWay, .arrival, .switchShakeOff: try push(words.push, to: member)
        }
    }

    private mutating func notify(_ news: TripNews, _ trip: ID<Trip>) throws {
        isNewsForCompanions = true
        // Until it is lifted, whatever PIN it came with (F78): recipients of the duress alarm hear none of it.
        if news.isWordOfTraveller, watch.isForced(on: trip) { return try pretend(news, trip) }
        let item = TripNewsItem(news, now: now)
        // Nor what a device sends that a forced PIN chose (F83).
        if item.isOfDevice, let kept = try tripState()?.trueDevice, !kept.isShown(as: watch.trip?.device) {
            return try pretend(news, trip)
        }
        try keep(item)
        for companion in try transaction.companions(of: trip) { try notify(companion, of: news, on: trip) }
    }

    /// What the traveller was made to say, or a device that they were made to choose, for the companions who are no
    /// recipients of the duress alarm, and for viewers without an account (F67).
    private mutating func pretend(_ news: TripNews, _ trip: ID<Trip>) throws {
        try keep(TripNewsItem(news, isPretended: true, now: now))
        let told = try companionsTold(of: trip)
        for companion in try transaction.companions(of: trip) {
            guard !told.contains(companion) else {
                // That browser would have confirmed this push; confirming the alarm's in its place counts as much.
                try transaction.countAlarmPushes(to: companion)
                continue
            }
            events.insert(.trips(companion))
            try notify(companion, of: news, on: trip)
        }
    }

    private mutating func keep(_ item: TripNewsItem) throws {
        guard var state = try tripState() else { return }
        state.news.append(item)
        if state.news.count > TripState.newsMax { state.news.removeFirst() }
        self.state = state
    }

    /// One round, to everybody and over every channel at once (F16); who they are is fixed before anything is weakened.
    private mutating func send(_ round: NotificationRound) throws {
        try transaction.addAlarm(AlarmRow(id: round.alarm, member: member, trip: round.trip, openedAt: now))
        try takeOutLateRecipients(of: round)
        let lastSeen = try LastSeenByReader(self, onTrip: round.trip)
        let isFirst = try !transaction.isAnybody(toldOf: round.alarm)
        let told = Set(try transaction.recipients(of: round.alarm))
        for recipient in try audience(of: round) {
            // "Arrived safely" must not come after the alarm.
            if let trip = watch.trip { try transaction.removeWaitingNews(of: trip.id, to: recipient, now: now) }
            let token = hub.vault.alarmToken(round.alarm, for: recipient)
            if !told.contains(recipient),
                try transaction.addRecipient(
                    recipient,
                    of: round.alarm,
                    knownAt: transaction.knownSince(recipient, to: member, onTrip: round.trip, now: now),
                    linkHash: hub.vault.hash(token: Array(token.utf8)).bytes,
                    now: now
                )
            {
                try transaction.addNotice(hub.notice(.alarm, for: recipient, about: member))
                events.formUnion([.notice(recipient), .connections(viewer: recipient)])
            }
            events.formUnion([.alarms(recipient), .trips(recipient)])
            let isUnderDuress = try knowsOfDuress(recipient)
            let words = SafetyWords.alarm(
                round,
                of: person.name,
                isUnderDuress: isUnderDuress,
                lastSeen: try lastSeen.seen(by: recipient, in: self),
                link: "\(hub.settings.publicURL)/follow#\(token)",
                now: now
            )
            try alert(words, about: round.alarm, to: recipient)
        }
        try sendToContacts(round, lastSeen: lastSeen, isFirst: isFirst)
    }

    /// For exactly those who were alarmed, over the same channels (F24).
    private mutating func notify(_ news: AlarmNews, _ alarm: ID<Alarm>) throws {
        let incident = ID<Incident>(sharing: alarm)
        var actor: Phrase?
        switch news {
        case .acknowledged(let by), .confirmedSafe(let by): actor = try hub.name(of: by, in: transaction)
        case .acknowledgedInVain: break
        case .allClear: break
        }
        // What has not left yet would come after the all-clear.
        if news.isEnd { try transaction.cancelMessages(about: incident, now: now) }
        try notify(news, by: actor, alarm, to: transaction.recipients(of: alarm))
        if news.isEnd { try endForContacts(news, by: actor, alarm) }
    }

    /// The same for some of those who were alarmed.
    mutating func notify(
        _ news: AlarmNews,
        by actor: Phrase?,
        _ alarm: ID<Alarm>,
        to recipients: [ID<Member>]
    ) throws {
        for recipient in recipients where try mayHear(recipient, of: alarm, isEnd: news.isEnd) {
            if news.isEnd {
                try transaction.addNotice(hub.notice(.alarmEnded, for: recipient, about: member))
                events.formUnion([.notice(recipient), .connections(viewer: recipient)])
            }
            events.insert(.alarms(recipient))
            // Whoever said so knows.
            if case .acknowledged(let by) = news, by.high == recipient.high, by.low == recipient.low { continue }
            let words = SafetyWords.alarmed(
                news,
                of: person.name,
                by: actor,
                isUnderDuress: try isUnderDuress(alarm, to: recipient) || knowsOfDuress(recipient),
                page: "\(hub.settings.publicURL)/alarms"
            )
            try alert(words, about: alarm, to: recipient)
        }
    }

    /// Nobody is sent what is hours old: the keeper is to look at it, unless it is hidden from them, and so are those who
    /// would have been called (F5).
    ///
    /// An alarm that has recipients was told before: its page still shows it.
    private mutating func leaveToPeople(_ alarm: ID<Alarm>, of trip: ID<Trip>?) throws {
        if try transaction.recipients(of: alarm).isEmpty {
            for companion in try everybody(for: alarm, on: trip) {
                try transaction.addNotice(hub.notice(.alarmNotTold, for: companion, about: member))
                events.insert(.notice(companion))
            }
        }
        for keeper in try transaction.keepers() where keeper != member || !isUnderDuress(alarm) {
            try transaction.addNotice(hub.notice(.alarmsMissed, for: keeper))
            events.insert(.notice(keeper))
        }
    }

    mutating func alert(
        _ words: (push: PushText, text: [Phrase]),
        about alarm: ID<Alarm>,
        to recipient: ID<Member>
    ) throws {
        let alert = Alert(
            incident: ID(sharing: alarm),
            push: words.push,
            text: words.text,
            worthMilliseconds: Self.alarmWorthMilliseconds,
            isHidden: try isUnderDuress(alarm, to: recipient)
        )
        if try hub.send(alert, to: .member(recipient), in: transaction) > 0 { hasMessages = true }
    }

    private mutating func push(_ words: PushText, to recipient: ID<Member>) throws {
        for subscription in try transaction.pushSubscriptions(of: recipient, now: now) {
            try transaction.addMessage(
                hub.pushMessage(
                    words,
                    to: subscription,
                    isUrgent: true,
                    worthMilliseconds: Self.newsWorthMilliseconds
                )
            )
            hasMessages = true
        }
    }
}

/// Where somebody was last, as a message may say it: a place's name, never a position (F22).
struct LastSeen: Sendable {
    var label: String?
    var ageSeconds: Int64?
    var batteryPercent: Double?
    /// Where another of their devices is; said where nothing is known of the trip's (F83).
    var otherLabel: String?
    var otherAgeSeconds: Int64?
    /// What to dial there.
    var emergencyNumbers: [String] = []
}

/// Where a member was last: for readers who were told of duress by the device that goes along, for all others by the one
/// that the trip's pages show (F67, F83).
struct LastSeenByReader {
    private let told: LastSeen
    private let untold: LastSeen
    private let trip: ID<Trip>?

    init(_ turn: SafetyTransaction, onTrip trip: ID<Trip>?) throws {
        let person = turn.person
        func seen(ofTrueDevice: Bool) throws -> LastSeen {
            let known = try turn.hub.lastKnown(
                of: turn.member,
                turn.watch,
                onTrip: trip,
                ofTrueDevice: ofTrueDevice,
                in: turn.transaction,
                now: turn.now
            )
            var seen = LastSeen(known, now: turn.now)
            seen.emergencyNumbers = turn.hub.emergency(of: person, at: known.emergencyFix, now: turn.now).dialled
            return seen
        }
        untold = try seen(ofTrueDevice: false)
        self.trip = trip
        let isForced = trip.map(turn.watch.isForced) ?? false
        told = isForced ? try seen(ofTrueDevice: true) : untold
    }

    func seen(byTold isTold: Bool) -> LastSeen { isTold ? told : untold }

    func seen(by recipient: ID<Member>, in turn: SafetyTransaction) throws(StorageError) -> LastSeen {
        guard let trip, turn.watch.isForced(on: trip) else { return untold }
        let (person, watch) = (turn.person, turn.watch)
        return seen(byTold: try turn.transaction.isTold(recipient, of: trip, about: person, watch, now: turn.now))
    }
}

extension LastSeen {
    fileprivate init(_ known: LastKnown, now: Timestamp) {
        self.init(
            label: known.place,
            ageSeconds: known.fix.map { max(0, now.milliseconds(since: $0.at) / 1_000) },
            batteryPercent: known.batteryPercent,
            otherLabel: known.other?.place,
            otherAgeSeconds: known.other.map { max(0, $0.fix.ageSeconds) }
        )
    }
}

extension Hub {
    /// The name of a person without an account for a reader; in English where the reader has none either.
    func guestName(for reader: ID<Member>?, in transaction: Transaction) throws(StorageError) -> String {
        guard let reader, let row = try transaction.member(reader) else { return SafetyWords.guest.text(in: .english) }
        return SafetyWords.guest.text(in: row.reads)
    }

    /// What somebody who sees to an alarm is called.
    func name(of companion: ID<Companion>, in transaction: Transaction) throws(StorageError) -> Phrase {
        let member = try transaction.member(ID(sharing: companion))
        return member.map { "\($0.name)" } ?? SafetyWords.guest
    }
}
