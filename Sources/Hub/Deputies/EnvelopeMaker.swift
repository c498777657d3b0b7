import Crypto
import Deputy
import Family
import Languages
import Messaging
import SQL
import Storage

/// Makes the envelopes of one member in one transaction.
struct EnvelopeMaker {
    struct Person {
        var member: ID<Member>?
        var contact: ID<Contact>?
        var pushes: [(session: ID<Session>, address: PushAddress, isShared: Bool)] = []
        var phone: String?
        var mail: String?
        /// In which they are written to; an outside contact in the traveller's.
        var language = Language.english
        /// Whether a browser showed that it shows alarms.
        var isPushConfirmed = false
        /// The first place of the steps that is for them.
        var from: Int
    }

    let hub: Hub
    let transaction: Transaction
    let member: ID<Member>
    let person: MemberRow
    let key: AEADKey
    private let plans: [DeputyPlan]
    let now: Timestamp

    /// Messages that are remembered of one incident.
    private static let givenMax = 2_000
    /// A push is vouched for for twelve hours: an envelope is made again long before that.
    private static let renewMilliseconds: Int64 = 3 * 3_600_000

    init(_ hub: Hub, of member: ID<Member>, in transaction: Transaction) throws {
        guard let person = try transaction.member(member),
            let key = try MemberState.key(of: member, from: transaction, vault: hub.vault)
        else { throw SafetyRefusal.notFound }
        (self.hub, self.transaction, self.member, self.person, self.key) = (hub, transaction, member, person, key)
        now = hub.safetyNow
        plans = try transaction.safetyWatch(of: member, key).deputyPlans
    }

    /// Brings a deputy's envelopes of this member up to date; false where nothing changed.
    func renew(for deputy: DeputyRow) throws -> Bool {
        guard let (own, pairing) = hub.deputyKeys(of: deputy) else { return false }
        let rows = try transaction.deputyEnvelopes(about: member).filter { $0.deputy == deputy.id }
        var isChanged = false
        // Nothing of who was not asked, or said no, is handed over.
        let isGuarded = try transaction.isGuarded(person, by: deputy.id, now: now)
        let plans = isGuarded ? plans : []
        for row in rows where row.endAt == nil && !plans.contains(where: { $0.alarm == row.alarm }) {
            let random = hub.outside.random(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let end = now.advanced(byMilliseconds: DeputyEnd.delayMilliseconds(random: random))
            try transaction.setDeputyEnd(at: end, of: row)
            isChanged = true
        }
        var room = try DeputyLimits.envelopesMax - transaction.deputyEnvelopes(of: deputy.id).count
        for plan in plans {
            let before = rows.first { $0.alarm == plan.alarm }
            guard before != nil || room > 0 else { continue }
            if before == nil { room -= 1 }
            if try renew(plan, before, for: deputy, own, pairing) { isChanged = true }
        }
        return isChanged
    }

    private func renew(
        _ plan: DeputyPlan,
        _ before: DeputyEnvelopeRow?,
        for deputy: DeputyRow,
        _ own: DeputyKeys,
        _ pairing: DeputyPairing
    ) throws -> Bool {
        let people = try people(for: plan, by: deputy)
        let words = words(plan, deputy)
        let said = words.text + [words.push.body]
        let digest = digest(of: plan, people, said.text(in: .english))
        if let before, before.endAt == nil, before.digest == digest,
            now.milliseconds(since: before.madeAt) < Self.renewMilliseconds
        {
            return false
        }
        guard let (envelope, box) = try envelope(plan, people, words, deputy, own, pairing) else { return false }
        let watch = Array(
            hub.vault.keys.tokens.authenticate(
                Vault.Purpose.deputyWatch.binding(deputy.id.bytes + plan.alarm.bytes)
            ).prefix(16)
        )
        let given = try given(envelope, people, plan, before, watch)
        var row = DeputyEnvelopeRow(
            deputy: deputy.id,
            watch: watch,
            member: member,
            alarm: plan.alarm,
            version: (before?.version ?? 0) + 1,
            digest: digest,
            madeAt: now,
            box: box,
            givenSealed: given
        )
        row.confirmedAt = before?.confirmedAt
        try transaction.setDeputyEnvelope(row)
        return true
    }

    private func words(_ plan: DeputyPlan, _ deputy: DeputyRow) -> (push: PushText, text: [Phrase]) {
        let fact: DeputyWords.Fact =
            switch plan.fact {
            case .overdue(let dueAt): .overdue(dueAt: clock(dueAt))
            case .calledForHelp(let cause, let at): .calledForHelp(cause, at: clock(at))
            case .unanswered: .unanswered
            }
        let push = DeputyWords.push(fact, of: person.name, hub: deputy.hubName)
        let page = plan.trip.map { "/watching/\($0.text)" } ?? "/alarms/\(plan.alarm.text)"
        return (
            PushText(title: push.title, body: push.body, page: page),
            DeputyWords.text(fact, of: person.name, hub: deputy.hubName, deputy: deputy.name)
        )
    }

    /// A time of day by the member's own clock, with its zone where that is not known.
    private func clock(_ moment: Timestamp) -> String {
        let offset = hub.outside.zoneRules(of: person).offsetSeconds(at: moment)
        let local = moment.advanced(bySeconds: offset).text.dropFirst(11).prefix(5)
        return person.timeZone == nil ? "\(local) UTC" : String(local)
    }

    private func envelope(
        _ plan: DeputyPlan,
        _ people: [Person],
        _ words: (push: PushText, text: [Phrase]),
        _ deputy: DeputyRow,
        _ own: DeputyKeys,
        _ pairing: DeputyPairing
    ) throws -> (DeputyEnvelope, box: [UInt8])? {
        let push = WebPush(
            vouchers: { [hub] in hub.vault.vouchers(hub.settings) },
            services: hub.settings.pushServices,
            now: hub.outside.now
        )
        // One that is too large loses later steps first, then people from the end.
        for (steps, count) in [(plan.steps.count, people.count), (2, people.count), (1, people.count), (1, 10), (1, 3)]
        {
            let steps = min(steps, plan.steps.count)
            var envelope = DeputyEnvelope(
                steps: plan.steps.prefix(steps).map { step in
                    DeputyEnvelope.Step(number: Int(step.number), afterMilliseconds: step.at.milliseconds(since: now))
                }
            )
            for (number, one) in people.prefix(count).enumerated() where one.from < steps {
                add(one, number, plan, words, steps, push, to: &envelope)
            }
            guard envelope.steps.contains(where: { !$0.items.isEmpty }) else { return nil }
            if let box = try envelope.closed(for: pairing.deputy, by: own) { return (envelope, box) }
        }
        return nil
    }

    private func add(
        _ one: Person,
        _ number: Int,
        _ plan: DeputyPlan,
        _ words: (push: PushText, text: [Phrase]),
        _ steps: Int,
        _ push: WebPush,
        to envelope: inout DeputyEnvelope
    ) {
        let who = one.member?.bytes ?? one.contact?.bytes ?? []
        let incident = ID<Incident>(sharing: plan.alarm)
        for (session, address, isShared) in one.pushes {
            func id(_ step: Int) -> ID<OutboxMessage> {
                hub.deputyMessage(plan.alarm, step: step, to: who, "push", session.bytes)
            }
            let first = id(Int(plan.steps[one.from].number))
            let shown = words.push.shown(toOthers: isShared)
            let text = hub.payload(of: shown, in: one.language, message: first, incident: incident)
            let message = Message(
                id: "",
                channel: .push,
                to: address.text,
                text: text,
                createdAt: now,
                isUrgent: true,
                worthSeconds: 6 * 3_600
            )
            guard let sealed = push.seal(message) else { continue }
            envelope.add(sealed, to: number, at: one.from..<steps) { id($0).text }
        }
        // A contact is texted once; others twice at most.
        let last = min(steps, one.from + (one.contact == nil ? DeputyLimits.textsPerPersonMax : 1))
        let text = words.text.text(in: one.language)
        for (channel, address) in Addresses(phone: one.phone, mail: one.mail).ways {
            let words = channel == .text ? text.asTextMessage : text
            envelope.add(words, by: channel, to: address, of: number, at: one.from..<last) { step in
                hub.deputyMessage(plan.alarm, step: step, to: who, channel.rawValue, []).text
            }
        }
    }

    /// What tells whether an envelope says something else than the one before.
    private func digest(of plan: DeputyPlan, _ people: [Person], _ words: String) -> [UInt8] {
        var text = "\(plan.trip?.text ?? "")\n\(plan.widensAt)\n\(words)"
        for step in plan.steps { text += "\n\(step.number) \(step.at.milliseconds)" }
        for one in people {
            text += "\n\(one.member?.text ?? "") \(one.contact?.text ?? "") \(one.from)"
            text += " \(one.phone ?? "") \(one.mail ?? "") \(one.language.rawValue)"
            for push in one.pushes { text += " \(push.session.text) \(push.address.text)" }
        }
        return hub.vault.keys.tokens.authenticate(Vault.Purpose.deputyGiven.binding(Array(text.utf8)))
    }

    /// Everything that the deputy was given for the incident, sealed: what it says that it sent is looked for here.
    private func given(
        _ envelope: DeputyEnvelope,
        _ people: [Person],
        _ plan: DeputyPlan,
        _ before: DeputyEnvelopeRow?,
        _ watch: [UInt8]
    ) throws -> [UInt8] {
        let sealing = hub.deputyGiven(watch)
        var given: [DeputyGiven] = try before.map { try sealing.open($0.givenSealed) } ?? []
        for step in envelope.steps {
            let dueAt = now.milliseconds + step.afterMilliseconds
            for item in step.items {
                let one = people[item.person]
                given.removeAll { $0.id == item.id }
                given.append(
                    DeputyGiven(
                        id: item.id,
                        step: UInt8(step.number),
                        channel: item.channel,
                        member: one.member?.text,
                        contact: one.contact?.text,
                        dueAt: dueAt
                    )
                )
            }
        }
        return try sealing.seal(Array(given.suffix(Self.givenMax)))
    }
}
