import Bus
import Family
import Languages
import Messaging
import SQL
import Storage

/// Trip news on its way to companions (F78).
extension SafetyTransaction {
    /// A push message that no browser has confirmed by then is followed by a text or a mail.
    private static let confirmationMilliseconds: Int64 = 60_000
    /// How long trip news is worth receiving.
    private static let worthMilliseconds: Int64 = 3_600_000

    /// Notifies one companion: by push, and of a milestone also by notice, and by text or mail in a minute.
    mutating func notify(_ companion: ID<Member>, of news: TripNews, on trip: ID<Trip>) throws {
        guard let row = try transaction.member(companion), row.disabledAt == nil else { return }
        let words = SafetyWords.news(news, of: person.name, trip: trip)
        var messages = try transaction.pushSubscriptions(of: companion, now: now).map {
            hub.pushMessage(words, to: $0, worthMilliseconds: Self.worthMilliseconds)
        }
        if let milestone = news.milestone {
            try transaction.addNotice(hub.notice(NoticeKind(milestone), for: companion, about: member))
            events.insert(.notice(companion))
            let text = SafetyWords.text(
                of: news,
                words,
                destination: try destination(of: trip),
                publicURL: hub.settings.publicURL
            )
            if let followUp = try followUp(
                text.text(in: row.reads),
                to: row,
                of: trip,
                isEnd: [.arrived, .ended].contains(milestone)
            ) {
                messages.append(followUp)
            }
        }
        let delivery = hub.outside.newID(of: NewsDelivery.self)
        for var message in messages {
            message.member = companion
            message.incident = ID(sharing: trip)
            message.news = delivery
            try transaction.addMessage(message)
            hasMessages = true
        }
    }

    /// The text, or else the mail, that is sent unless a browser confirms the push message first; nil without either.
    private func followUp(
        _ text: String,
        to companion: MemberRow,
        of trip: ID<Trip>,
        isEnd: Bool
    ) throws -> OutboxRow? {
        let channels = try hub.channels(of: companion, in: transaction)
        var message: OutboxRow?
        if let phone = channels.phone, channels.hasTexts || !channels.hasMails,
            try mayText(companion.id, of: trip, isEnd: isEnd)
        {
            message = hub.message(.text, to: phone, text, worthMilliseconds: Self.worthMilliseconds)
        } else if let mail = channels.mail {
            message = hub.message(.mail, to: mail, text, worthMilliseconds: Self.worthMilliseconds)
        }
        guard var message else { return nil }
        message.dueAt = message.createdAt.advanced(byMilliseconds: Self.confirmationMilliseconds)
        return message
    }

    /// The last text of a trip is kept for its end.
    private func mayText(_ companion: ID<Member>, of trip: ID<Trip>, isEnd: Bool) throws(StorageError) -> Bool {
        let limits = hub.settings.tripNews
        let most = isEnd ? limits.textsATrip : limits.textsATrip - 1
        guard try transaction.newsTexts(of: trip, to: companion) < most else { return false }
        let earlier = try hub.companionsToday(of: member, besides: trip, in: transaction, now: now)
        return limits.mayText(companion, afterTripsWith: earlier)
    }

    /// A destination as a text may name it: nil where the map's name for it would become a link (F84).
    private func destination(of trip: ID<Trip>) throws -> String? {
        guard let row = try transaction.trip(trip) else { return nil }
        let brief: TripBrief = try hub.sealed(.trip, trip, key).open(row.sealed)
        return holdsAddress(brief.name) ? nil : brief.name
    }
}

extension Hub {
    /// The possible companions of a member's trip that no channel reaches (F78), and those that would get
    /// no text of a trip that began now (F89).
    func companionGaps(
        of member: ID<Member>,
        in transaction: Transaction,
        now: Timestamp
    ) throws(StorageError) -> (unreachable: [ID<Member>], notTexted: [ID<Member>]) {
        let others =
            try transaction.connections(viewer: member).map(\.subject)
            + transaction.connections(subject: member).map(\.viewer)
        let earlier = try companionsToday(of: member, besides: nil, in: transaction, now: now)
        var gaps: (unreachable: [ID<Member>], notTexted: [ID<Member>]) = ([], [])
        for other in Set(others).sorted(by: { $0.text < $1.text })
        where try transaction.mayWatch(other, over: member, now: now) {
            guard let row = try transaction.member(other) else { continue }
            let channels = try self.channels(of: row, in: transaction)
            if channels.isNone { gaps.unreachable.append(other) }
            if channels.hasTexts, !settings.tripNews.mayText(other, afterTripsWith: earlier) {
                gaps.notTexted.append(other)
            }
        }
        return gaps
    }

    /// The companions of a traveller's trips of the last day, each once for each trip, but for one trip.
    fileprivate func companionsToday(
        of traveller: ID<Member>,
        besides trip: ID<Trip>?,
        in transaction: Transaction,
        now: Timestamp
    ) throws(StorageError) -> [ID<Member>] {
        let since = now.advanced(byMilliseconds: -86_400_000)
        return try transaction.companionsOfTrips(of: traveller, since: since, besides: trip)
    }
}

extension NoticeKind {
    init(_ milestone: TripNews.Milestone) {
        self =
            switch milestone {
            case .started: .tripStarted
            case .delayed: .tripDelayed
            case .loggedOut: .tripLoggedOut
            case .pinGuessed: .tripPinGuessed
            case .arrived: .tripArrived
            case .ended: .tripEnded
            }
    }
}
