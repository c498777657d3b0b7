import Deputy
import Family
import Languages
import Messaging
import SQL
import Storage

/// The recipients of an incident.
extension EnvelopeMaker {
    /// A push counts as confirmed for so long after it was shown (F19).
    private static let shownMilliseconds: Int64 = 7 * 86_400_000
    /// The recipients as the traveller's own sessions show them: a hidden alarm changes nothing in them.
    func people(for plan: DeputyPlan, by deputy: DeputyRow) throws -> [Person] {
        var first: [ID<Member>] = []
        let (trip, alarmedAt) = (plan.trip, try transaction.alarm(plan.alarm)?.openedAt)
        let companions = try trip.map { try transaction.enabledCompanions(of: $0) } ?? []
        for one in try transaction.recipients(of: plan.alarm) + companions where !first.contains(one) {
            let isReachable = try transaction.isReachable(
                one,
                byAlarmOn: trip,
                about: person,
                alarmedAt: alarmedAt,
                now: now
            )
            if isReachable { first.append(one) }
        }
        let seers = try transaction.alarmSeers(of: member, now: now) { other throws(StorageError) in
            try !transaction.hoursHide(person, from: other, trip: nil, alarmedAt: alarmedAt, now: now)
        }
        let isOneKnown = try transaction.isOne(of: first, knownTo: member, sinceStartOf: trip, now: now)
        let widened = seers.filter { !first.contains($0) }
        var people = try first.map { try person(of: $0, from: 0, by: deputy) }
        people += try widened.map { try person(of: $0, from: isOneKnown ? plan.widensAt : 0, by: deputy) }
        // A contact without an account has no browser either.
        if deputy.texts != DeputyTexts.none.rawValue { people += try contacts(for: plan) }
        return Array(
            people.filter { !$0.pushes.isEmpty || $0.phone != nil || $0.mail != nil }
                .prefix(DeputyLimits.recipientsMax)
        )
    }

    private func person(of recipient: ID<Member>, from: Int, by deputy: DeputyRow) throws -> Person {
        let texts = DeputyTexts(rawValue: deputy.texts) ?? .none
        guard let row = try transaction.member(recipient) else { return Person(member: recipient, from: from) }
        var one = Person(member: recipient, language: row.reads, from: from)
        for subscription in try transaction.pushSubscriptions(of: recipient, now: now) {
            guard let address = hub.vault.pushAddress(subscription.sealed, of: subscription.session) else { continue }
            one.pushes.append((subscription.session, address, subscription.isShared))
            if let shown = subscription.shownAt, now.milliseconds(since: shown) < Self.shownMilliseconds {
                one.isPushConfirmed = true
            }
        }
        // A number or mail address is handed over only where its owner was asked, and said yes.
        guard texts == .all || (texts == .needed && !one.isPushConfirmed),
            try transaction.isGuarded(row, by: deputy.id, now: now)
        else { return one }
        let channels = try hub.channels(of: row, in: transaction)
        (one.phone, one.mail) = (channels.phone, channels.mail)
        return one
    }

    /// Outside contacts hear of an alarm once (F77): of one that they may have been told of already, nothing here.
    private func contacts(for plan: DeputyPlan) throws -> [Person] {
        guard plan.fact != .unanswered else { return [] }
        let (trip, alarmedAt) = (plan.trip, try transaction.alarm(plan.alarm)?.openedAt)
        return try transaction.outsideContacts(of: member).compactMap { contact in
            guard contact.removedAt == nil, contact.consent.isCalled,
                try !transaction.hoursHide(person, from: contact, trip: trip, alarmedAt: alarmedAt, now: now),
                let card = try hub.contactCard(of: contact, key)
            else { return nil }
            return Person(
                contact: contact.id,
                phone: card.phone,
                mail: card.mail,
                language: person.reads,
                from: 0
            )
        }
    }
}
