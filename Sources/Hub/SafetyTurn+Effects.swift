import Bus
import Family
import Messaging
import PhoneNumbers
import SQL
import Storage

/// What the watch wants done, as rows of the same transaction.
extension SafetyTurn {
    /// How long news of a trip are worth receiving.
    private static let newsWorthMilliseconds: Int64 = 3_600_000
    /// A message about an alarm is worth receiving for so long (F16).
    private static let alarmWorthMilliseconds: Int64 = 6 * 3_600_000

    mutating func perform(_ effect: SafetyEffect) throws {
        switch effect {
        case .ask(let prompt, let trip): try ask(prompt, trip)
        case .tell(let news, let trip): try tell(news, trip)
        case .send(let wave): try send(wave)
        case .tellAlarmed(let news, let alarm): try tell(news, alarm)
        case .endSharing, .endCovertSharing: isNewsForCompanions = true
        case .leaveToPerson: try leaveToKeepers()
        }
    }

    /// Somebody is asked to watch over the trip that goes on, as the others were when it began.
    mutating func invite(_ companion: ID<Member>) throws {
        guard let trip = watch.trip else { return }
        try notify(companion, of: .started(dueAt: trip.dueAt), on: trip.id)
    }

    /// The traveller is asked: over every channel what is due, in their browsers what can wait (F10, F15).
    private mutating func ask(_ prompt: TravellerPrompt, _ trip: ID<Trip>) throws {
        isNewsForTraveller = true
        let words = SafetyWords.asked(prompt, page: "\(hub.settings.publicURL)/trip")
        switch prompt {
        case .due:
            try transaction.addNotice(hub.notice(.tripDue, for: member))
            events.insert(.notice(member))
            let alert = Alert(incident: ID(high: trip.high, low: trip.low), push: words.push, text: words.text)
            _ = try hub.send(alert, to: .member(member), in: transaction)
            hasMessages = true
        case .onTheWay, .arrival, .switchShakeOff:
            try push(words.push, to: member)
        }
    }

    private mutating func tell(_ news: TripNews, _ trip: ID<Trip>) throws {
        isNewsForCompanions = true
        if news.isWordOfTraveller, watch.isForced(on: trip) { return }
        if var state = try tripState() {
            state.news.append(TripNewsItem(news, now: now))
            if state.news.count > TripState.newsMax { state.news.removeFirst() }
            self.state = state
        }
        for companion in try transaction.companions(of: trip) { try notify(companion, of: news, on: trip) }
    }

    /// One wave, to everybody and over every channel at once (F16); who they are is fixed before anything is weakened.
    private mutating func send(_ wave: AlarmWave) throws {
        try transaction.addAlarm(AlarmRow(id: wave.alarm, member: member, trip: wave.trip, openedAt: now))
        var wanted = try transaction.openRecipients(of: wave.alarm, now: now)
        let chosen = try wave.trip.map { try transaction.companions(of: $0) } ?? []
        for other in try (chosen.isEmpty ? seers() : chosen) + (wave.isForBackups ? seers() : [])
        where !wanted.contains(other) { wanted.append(other) }
        let lastSeen = try hub.lastSeen(member, in: transaction, now: now)
        for recipient in wanted {
            // "Arrived safely" must not come after the alarm.
            if let trip = watch.trip { try transaction.removeWaitingNews(of: trip.id, to: recipient) }
            let token = hub.vault.alarmToken(wave.alarm, for: recipient)
            let linkHash = hub.vault.hash(token: Array(token.utf8)).bytes
            if try transaction.addRecipient(recipient, of: wave.alarm, linkHash: linkHash, now: now) {
                try transaction.addNotice(hub.notice(.alarm, for: recipient, about: member))
                events.formUnion([.notice(recipient), .connections(viewer: recipient)])
            }
            events.formUnion([.alarms(recipient), .trips(recipient)])
            let words = SafetyWords.alarm(
                wave,
                of: person.name,
                lastSeen: lastSeen,
                link: "\(hub.settings.publicURL)/follow#\(token)",
                emergencyNumber: hub.emergencyNumber,
                now: now
            )
            try alert(words, about: wave.alarm, to: recipient)
        }
    }

    /// For exactly those who were alarmed, over the same channels (F24).
    private mutating func tell(_ news: AlarmNews, _ alarm: ID<Alarm>) throws {
        let incident = ID<Incident>(high: alarm.high, low: alarm.low)
        var actor: String?
        switch news {
        case .acknowledged(let by), .confirmedSafe(let by): actor = try hub.name(of: by, in: transaction)
        case .acknowledgedInVain: break
        case .allClear: break
        }
        let isEnd: Bool
        switch news {
        case .allClear, .confirmedSafe: isEnd = true
        case .acknowledged, .acknowledgedInVain: isEnd = false
        }
        // What has not left yet would come after the all-clear.
        if isEnd { try transaction.cancelMessages(about: incident, now: now) }
        let words = SafetyWords.alarmed(
            news,
            of: person.name,
            by: actor,
            isUnderDuress: watch.alarms.contains { $0.id == alarm && $0.isUnderDuress },
            page: "\(hub.settings.publicURL)/alarms"
        )
        for recipient in try transaction.openRecipients(of: alarm, now: now) {
            if isEnd {
                try transaction.addNotice(hub.notice(.alarmEnded, for: recipient, about: member))
                events.insert(.notice(recipient))
            }
            events.insert(.alarms(recipient))
            // Whoever said so knows.
            if case .acknowledged(let by) = news, by.high == recipient.high, by.low == recipient.low { continue }
            try alert(words, about: alarm, to: recipient)
        }
    }

    /// Nobody is sent what is hours old: whoever runs the hub is to look at it (F5).
    private mutating func leaveToKeepers() throws {
        for keeper in try transaction.keepers() {
            try transaction.addNotice(hub.notice(.alarmsMissed, for: keeper))
            events.insert(.notice(keeper))
        }
    }

    private mutating func alert(
        _ words: (push: PushText, text: String),
        about alarm: ID<Alarm>,
        to recipient: ID<Member>
    ) throws {
        let alert = Alert(
            incident: ID(high: alarm.high, low: alarm.low),
            push: words.push,
            text: words.text,
            worthMilliseconds: Self.alarmWorthMilliseconds
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

    /// Those who are told without a trip, and after five minutes of one; never an adult of hidden hours (F76).
    private func seers() throws -> [ID<Member>] {
        try transaction.alarmSeers(of: member, now: now)
            .filter { try !transaction.isHidden(person, from: $0, trip: nil, now: now) }
    }
}

/// Where somebody was last, as a message may say it: a place's name, never a position (F22).
struct LastSeen: Sendable {
    var label: String?
    var ageSeconds: Int64?
    var batteryPercent: Double?
}

extension Hub {
    /// Where a member was last, whatever others may see of them.
    func lastSeen(_ member: ID<Member>, in transaction: Transaction, now: Timestamp) throws(StorageError) -> LastSeen {
        guard
            let subject = try subjects.subject(member, in: transaction, vault: vault, inbox: inbox)
        else { return LastSeen() }
        let presence = subject.presence(isOneself: true)
        var label: String?
        let state = presence.state(now: now, lostAfterMilliseconds: Int64.max / 4).state
        if case .place(let place) = state { label = subject.placeSet[place]?.label }
        return LastSeen(
            label: label,
            ageSeconds: presence.current.map { max(0, now.milliseconds(since: $0.at) / 1_000) },
            batteryPercent: presence.batteryPercent
        )
    }

    /// What somebody who sees to an alarm is called.
    func name(of companion: ID<Companion>, in transaction: Transaction) throws(StorageError) -> String {
        try transaction.member(ID(high: companion.high, low: companion.low))?.name ?? SafetyWords.guest
    }

    /// What is dialled for help where this hub is.
    package var emergencyNumber: String { EmergencyNumber.of(region: settings.phoneRegion.code) }
}
