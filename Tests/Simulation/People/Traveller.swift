import Family
import SimulatedMachine

/// A person who goes on trips: they arrive, or do not answer when they are asked.
struct Traveller: Sendable {
    private static let pin = "2580"
    private static let duressPIN = "9137"

    let person: Person
    let companions: [Person]
    let wire: Wire
    let kept: KeptJudge
    let alarms: AlarmJudge
    let guests: LinkJudge

    func live(_ chance: Chance, until end: Duration) async {
        var chance = chance
        guard await person.setPINs(Self.pin, second: Self.duressPIN, wire, until: end) else { return }
        while World.only.now + .seconds(900) < end {
            await pause(.seconds(chance.within(5...60)))
            guard let (trip, number, dueAt) = await setOut(&chance, until: end) else { return }
            let rest = dueAt - machine_now()
            if chance.once(in: 5) {
                await pause(.nanoseconds(rest * Int64(chance.within(10...90)) / 100))
                // No PIN of theirs ends what comes of it.
                return await arrive(trip, number, Self.duressPIN)
            } else if chance.once(in: 2) {
                await pause(.nanoseconds(rest * Int64(chance.within(10...90)) / 100))
                await arrive(trip, number, Self.pin)
            } else {
                // Nothing is heard of them until all is over.
                await pause(.nanoseconds(rest) + .seconds(chance.within(420...1_000)))
                await arrive(trip, number, Self.pin)
            }
        }
    }

    private func setOut(_ chance: inout Chance, until end: Duration) async -> (ID<Trip>, Int, Int64)? {
        let id = Person.newID(&chance, of: Trip.self)
        let beganAt = machine_now()
        let dueAt = machine_now() + Int64(chance.within(120...400)) * 1_000_000_000
        let due = Timestamp(milliseconds: machine_start_milliseconds() + dueAt / 1_000_000 + wire.ahead)
        let names = companions.map { #""\#($0.id.text)""# }.joined(separator: ",")
        let body = """
            {"id":"\(id.text)","companions":[\(names)],"mode":"walk","dueAt":"\(due.text)",\
            "destination":{"name":"Harbour","latitude":47.4,"longitude":8.6},\
            "origin":{"latitude":47.37,"longitude":8.54}}
            """
        while World.only.now < end {
            let answer = await ask("POST", "/api/v1/trips", body)
            if let answer, answer.status == 201 {
                kept.promised(.trip, id.text, to: person.id.text)
                let taken = answer.moment("dueAt") ?? dueAt
                let number = alarms.began(
                    of: person.name,
                    at: beganAt,
                    dueAt: taken,
                    companions: companions.map(\.phone)
                )
                if let link = answer.json["link"].text, chance.once(in: 2) {
                    let guest = Guest(number: number, wire: wire, judge: guests)
                    let stream = Chance(seed: chance.next(), "guest")
                    Task(executorPreference: WorldExecutor.outside) {
                        await guest.follow(link, trip: number, stream, until: end)
                    }
                }
                return (id, number, taken)
            }
            // Refused for good, as where the time has passed meanwhile.
            if let answer, (400..<500).contains(answer.status), answer.status != 429 { return nil }
            await pause(.seconds(3))
        }
        return nil
    }

    private func arrive(_ trip: ID<Trip>, _ number: Int, _ pin: String) async {
        for _ in 0..<200 {
            note(number, pin, isTaken: false)
            let answer = await ask("POST", "/api/v1/trips/\(trip.text)/arrive", #"{"pin":"\#(pin)"}"#)
            if answer?.isTaken ?? false { note(number, pin, isTaken: true) }
            if let answer, answer.isTaken || answer.status == 404 || answer.status == 409 { return }
            await pause(.seconds(3))
        }
    }

    private func note(_ number: Int, _ pin: String, isTaken: Bool) {
        if isTaken { guests.ended(number) }
        if pin == Self.duressPIN {
            alarms.forced(number, isTaken: isTaken)
        } else {
            alarms.ended(number, isTaken: isTaken)
        }
    }

    private func ask(_ method: String, _ path: String, _ body: String) async -> Answer? {
        await wire.ask(method, path, token: person.token, json: body, from: person.address)
    }
}
