import Bus
import Family
import Languages
import SQL
import Storage
import Synchronization

extension Hub {
    /// For so long a notice of somebody's whereabouts can be read: others see no more than the last day (F57).
    static let whereaboutsNoticeMilliseconds: Int64 = 86_400_000
    /// A push message of it is worth receiving as long as it is news (F53).
    private static let newsWorthMilliseconds: Int64 = 600_000
    private static let crossingsAtOnce = 200
    private static let watchesAtOnce = 500
    private static let silenceMilliseconds: Int64 = 30_000

    /// Tells those who asked what became of the places that members crossed, and of silent phones; to be called once a
    /// second.
    ///
    /// Each is told once: what is told goes with the same transaction that writes the notices and the messages.
    package func tellWatchers() async {
        do {
            try await tellCrossings()
            let now = outside.now()
            let isDue = silenceLookedAt.withLock { lookedAt in
                guard now.milliseconds(since: lookedAt) >= Hub.silenceMilliseconds else { return false }
                lookedAt = now
                return true
            }
            if isDue { try await tellSilence() }
        } catch {
            outside.log(LogEntry(.error, "who watches could not be told", [("reason", safeWords(error))]))
        }
    }

    private func tellCrossings() async throws {
        while true {
            let now = outside.now()
            let due = try await database.read { try $0.dueCrossings(now: now, limit: Hub.crossingsAtOnce) }
            for row in due { try await notify(row, now: now) }
            guard due.count == Hub.crossingsAtOnce else { return }
        }
    }

    private func notify(_ row: CrossingRow, now: Timestamp) async throws {
        let subject = try await self.subject(row.member)
        let label = subject?.placeSet[row.crossing.place]?.label
        let isNews = subject.map { row.crossing.verdict($0.presence, now: now) == .tell } ?? false
        let kind: NoticeKind = row.crossing.kind == .arrived ? .arrived : .left
        let told = try await database.transaction { transaction -> [(ID<Member>, PresenceGrant)] in
            guard try transaction.removeCrossing(row.id), isNews, let label else { return [] }
            var told: [(ID<Member>, PresenceGrant)] = []
            for watch in try transaction.watches(of: row.member)
            where PlaceSubscription(stored: watch.wishes).asks(for: row.crossing.kind, of: label) {
                guard let grant = try transaction.grant(of: watch.viewer, to: row.member, now: now),
                    grant.precision(now: now) >= .place, grant.hiddenSince(now) == nil,
                    !grant.hidden.hide(row.crossing.at)
                else { continue }
                var notice = self.notice(kind, for: watch.viewer, about: row.member)
                notice.place = row.crossing.place
                try transaction.addNotice(notice)
                try self.push(kind, about: grant.person.name, label: label, to: watch.viewer, in: transaction)
                told.append((watch.viewer, grant))
            }
            return told
        }
        finishTelling(told, most: .place)
    }

    private func tellSilence() async throws {
        var last: (viewer: ID<Member>, subject: ID<Member>)?
        while true {
            let after = last
            let page = try await database.read { try $0.watches(after: after, limit: Hub.watchesAtOnce) }
            for watch in page { try await tellSilence(of: watch) }
            guard page.count == Hub.watchesAtOnce, let end = page.last else { return }
            last = (end.viewer, end.subject)
        }
    }

    private func tellSilence(of watch: WatchRow) async throws {
        let wishes = PlaceSubscription(stored: watch.wishes)
        guard wishes.quiet || wishes.lowBattery, let subject = try await subject(watch.subject) else { return }
        let now = outside.now()
        let grant = try await database.read { try $0.grant(of: watch.viewer, to: watch.subject, now: now) }
        guard let grant, let view = view(of: subject, under: grant, now: now) else { return }
        var silence = watch.silence
        let news = silence.news(
            view,
            isHidden: grant.hiddenSince(now) != nil,
            now: now,
            lostAfterMilliseconds: settings.lostAfterMilliseconds
        )
        guard silence != watch.silence else { return }
        let isTold = try await database.transaction { [silence] transaction -> Bool in
            guard try transaction.setSilence(silence, of: watch) else { return false }
            let kinds = news.compactMap { one -> NoticeKind? in
                switch one {
                case .quiet: wishes.quiet ? .quiet : nil
                case .lowBattery: wishes.lowBattery ? .lowBattery : nil
                }
            }
            for kind in kinds {
                try transaction.addNotice(self.notice(kind, for: watch.viewer, about: watch.subject))
                try self.push(kind, about: grant.person.name, label: "", to: watch.viewer, in: transaction)
            }
            return !kinds.isEmpty
        }
        if isTold { finishTelling([(watch.viewer, grant)], most: .coarse) }
    }

    /// Records that they were shown something, and sends it.
    private func finishTelling(_ told: [(ID<Member>, PresenceGrant)], most: Precision) {
        guard !told.isEmpty else { return }
        for (viewer, grant) in told {
            noteLooks(by: viewer, at: [grant], on: .notice, most: most)
            bus.publish([.notice(viewer)])
        }
        outbox.ring()
    }

    private func push(
        _ kind: NoticeKind,
        about name: String,
        label: String,
        to viewer: ID<Member>,
        in transaction: Transaction
    ) throws(StorageError) {
        let (title, body): (Phrase, Phrase) =
            switch kind {
            case .arrived: ("\(name) arrived", "\(label)")
            case .left: ("\(name) left", "\(label)")
            case .quiet: ("No signal from \(name)", "No recent position. The phone may be off or offline.")
            default: ("\(name)'s battery is low", "The phone may soon stop reporting.")
            }
        for subscription in try transaction.pushSubscriptions(of: viewer, now: outside.now()) {
            let text = PushText(title: title, body: body, page: "/notices")
            let message = pushMessage(text, to: subscription, worthMilliseconds: Hub.newsWorthMilliseconds)
            try transaction.addMessage(message)
        }
    }
}

extension Transaction {
    /// What one viewer may see of one member; nil where that is nothing.
    func grant(of viewer: ID<Member>, to subject: ID<Member>, now: Timestamp) throws(StorageError) -> PresenceGrant? {
        guard let connection = try connection(viewer: viewer, subject: subject), connection.isOpen(now: now),
            connection.precision > .off, let row = try member(subject), row.disabledAt == nil,
            let other = try member(viewer), other.disabledAt == nil
        else { return nil }
        return PresenceGrant(
            subject: subject,
            precision: connection.precision,
            expiresAt: connection.expiresAt,
            changed: connection.changed,
            person: Person(row, called: connection.ownName),
            hidden: try hours(hiding: row, from: viewer, now: now)
        )
    }
}
