import Family
import SimulatedMachine

/// A person who calls for help now and then: in earnest, by mistake, or forced to take it back.
struct Caller: Sendable {
    private static let pin = "2580"
    private static let duressPIN = "9137"

    let person: Person
    /// Those who see them exactly from the beginning.
    let people: [Person]
    let wire: Wire
    let providers: Providers
    let help: HelpJudge

    func live(_ chance: Chance, until end: Duration) async {
        var chance = chance
        let contact = chance.once(in: 2) ? await agreedContact(&chance, until: end) : nil
        guard await person.setPINs(Self.pin, second: Self.duressPIN, wire, until: end) else { return }
        while World.only.now + .seconds(60) < end {
            await pause(.seconds(chance.within(5...300)))
            guard let (id, number, firesAt) = await call(&chance, contact, until: end) else { return }
            if chance.once(in: 4) {
                // Forced: no PIN of theirs ends the alarm under duress.
                await pause(.seconds(chance.within(0...90)))
                return await safe(id, number, Self.duressPIN, until: end)
            } else if chance.once(in: 2) {
                await pause(.milliseconds(chance.within(0...4_000)))
            } else {
                let rest = Int((end - World.only.now).components.seconds)
                await pause(.nanoseconds(max(0, firesAt - machine_now())))
                await pause(.seconds(chance.within(10...max(20, rest))))
            }
            await safe(id, number, Self.pin, until: end)
        }
    }

    /// Adds an outside contact, who agrees by the link of their text; nil where the answer was lost.
    private func agreedContact(_ chance: inout Chance, until end: Duration) async -> String? {
        let phone = "+41446681999"
        let id = Person.newID(&chance, of: Contact.self).text
        let body = #"{"id":"\#(id)","name":"Dora","phone":"\#(phone)"}"#
        while World.only.now < end {
            let answer = await ask("/api/v1/me/contacts", body)
            if answer?.status == 201 { break }
            // The proof of the first minutes is over.
            if let answer, answer.status < 500, answer.status != 429 { return nil }
            await pause(.seconds(3))
        }
        while World.only.now < end {
            await pause(.seconds(chance.within(5...30)))
            guard let text = providers.sent.first(where: { $0.to == phone })?.words,
                let token = text.split(whereSeparator: \.isWhitespace).first(where: { $0.contains("#") })?
                    .split(separator: "#").last
            else { continue }
            let words = #"{"token":"\#(token)","agree":true}"#
            let answer = await wire.ask("POST", "/api/v1/contact-answers", token: nil, json: words, from: "203.0.113.9")
            if answer?.status == 200 { return phone }
        }
        return nil
    }

    private func call(
        _ chance: inout Chance,
        _ contact: String?,
        until end: Duration
    ) async -> (ID<HelpCountdown>, Int, Int64)? {
        let id = Person.newID(&chance, of: HelpCountdown.self)
        let beganAt = machine_now()
        let cause = chance.once(in: 2) ? "sos" : "shake"
        while World.only.now < end {
            let passed = (machine_now() - beganAt) / 1_000_000
            let body = #"{"id":"\#(id.text)","cause":"\#(cause)","startedAgoMilliseconds":\#(passed)}"#
            let answer = await ask("/api/v1/countdowns", body)
            if let answer, answer.status == 201, let firesAt = answer.moment("firesAt") {
                let phones = people.map(\.phone)
                let number = help.began(
                    of: person.name,
                    at: beganAt,
                    firesAt: firesAt,
                    people: phones,
                    contact: contact
                )
                return (id, number, firesAt)
            }
            // Refused for good.
            if let answer, (400..<500).contains(answer.status), answer.status != 429 {
                Findings.only.add("help", "a call for help was answered \(answer.status)")
                return nil
            }
            await pause(.seconds(1))
        }
        return nil
    }

    /// Says that all is well, until the hub has taken it.
    private func safe(_ id: ID<HelpCountdown>, _ number: Int, _ pin: String, until end: Duration) async {
        // An alarm that stays open is told of again: those texts would pass for another call's.
        while World.only.now < end {
            // From now on it may be over.
            note(number, pin, nil)
            let answer = await ask("/api/v1/countdowns/\(id.text)/safe", #"{"pin":"\#(pin)"}"#)
            if let answer, answer.isTaken {
                if case .truth(let told) = answer.json["told"] { note(number, pin, told) }
                return
            }
            await pause(.seconds(2))
        }
    }

    private func note(_ number: Int, _ pin: String, _ told: Bool?) {
        if pin == Self.duressPIN {
            help.forced(number, isTaken: told != nil)
        } else {
            help.ended(number, told: told)
        }
    }

    private func ask(_ path: String, _ body: String) async -> Answer? {
        await wire.ask("POST", path, token: person.token, json: body, from: person.address)
    }
}

/// A recipient of alarms who says again and again that they see to it, and does nothing.
struct Responder: Sendable {
    let person: Person
    let wire: Wire
    let help: HelpJudge

    func live(_ chance: Chance, until end: Duration) async {
        var chance = chance
        while World.only.now < end {
            await pause(.seconds(chance.within(20...200)))
            let askedAt = machine_now()
            let list = await ask("GET", "/api/v1/alarms")
            for alarm in list?.json["items"].items ?? [] {
                guard alarm["closedAt"] == .null, let id = alarm["id"].text else { continue }
                let caller = alarm["name"].text ?? ""
                // Taken by the hub, though its answer may have been lost. By the end of this loop that may be long ago.
                guard alarm["mine"] != .truth(true) else {
                    help.acknowledged(by: person.name, of: caller, at: askedAt)
                    continue
                }
                let answer = await ask("POST", "/api/v1/alarms/\(id)/acknowledge")
                if answer?.isTaken ?? false { help.acknowledged(by: person.name, of: caller, at: machine_now()) }
            }
        }
    }

    private func ask(_ method: String, _ path: String) async -> Answer? {
        await wire.ask(method, path, token: person.token, from: person.address)
    }
}
