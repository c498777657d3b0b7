import Crypto
import Family
import Hub
import SimulatedMachine

/// A member of the family, as the world knows them.
struct Person: Sendable {
    let number: Int
    let id: ID<Member>
    let name: String
    let phone: String
    let token: String
    let deviceToken: String
    /// Where their requests come from.
    var address: String { "192.0.2.\(10 + number)" }

    /// Adds `count` members to a hub that no fault disturbs.
    static func move(into hub: Hub, count: Int) async throws -> [Person] {
        var people: [Person] = []
        for number in 1...count {
            let phone = "+4144668\(1_000 + number)"
            let name = ["Ana", "Bo", "Cleo", "Dan", "Eva", "Finn"][(number - 1) % 6]
            let id = try await hub.addMember(phone: phone, name: name, password: nil)
            let (_, token) = try await hub.addSession(for: id)
            let (_, deviceToken) = try await hub.addDevice(hub.outside.newID(of: Device.self), for: id, name: "phone")
            people.append(
                Person(number: number, id: id, name: name, phone: phone, token: token, deviceToken: deviceToken)
            )
        }
        return people
    }

    /// Adds a child to a guardian's family, with a session of its own.
    static func addChild(of guardian: Person, in hub: Hub) async throws -> Person {
        let family = try await hub.family(of: guardian.id).id
        let child = try await hub.addChild(to: family, by: guardian.id, name: "Gus", birthYear: 2016, colour: nil)
        let (_, token) = try await hub.addSession(for: child.id)
        return Person(number: 9, id: child.id, name: "Gus", phone: "", token: token, deviceToken: "")
    }

    /// Sets both PINs, however often that takes; false where time is over before.
    func setPINs(_ pin: String, second: String, _ wire: Wire, until end: Duration) async -> Bool {
        while World.only.now < end {
            // Again with the one that an answer which was lost may have set.
            for present in ["", #""presentPin":"\#(pin)","#] {
                let body = #"{\#(present)"pin":"\#(pin)","duressPin":"\#(second)"}"#
                let answer = await wire.ask("PUT", "/api/v1/me/pins", token: token, json: body, from: address)
                if answer?.isTaken ?? false { return true }
            }
            await pause(.seconds(5))
        }
        return false
    }

    /// A fresh name for something that they make now.
    static func newID<Subject: ~Copyable>(
        _ chance: inout Chance,
        of subject: Subject.Type = Subject.self
    ) -> ID<Subject> {
        let bits = chance.next()
        return ID(now: Self.now, random: (UInt16(truncatingIfNeeded: bits), chance.next()))
    }

    /// The time of day by a clock that is right.
    static var now: Timestamp {
        Timestamp(milliseconds: machine_start_milliseconds() + machine_now() / 1_000_000)
    }
}

extension Wire {
    /// Lets a viewer see a member exactly; true once the hub has said so.
    func connect(_ viewer: Person, to subject: Person, _ chance: inout Chance, _ kept: KeptJudge) async -> Bool {
        let made = await ask(
            "PUT",
            "/api/v1/me/connect-code",
            token: subject.token,
            json: #"{"precision":"exact"}"#,
            from: subject.address
        )
        guard let made, made.isTaken, let code = made.json["code"].text else { return false }
        let id = Person.newID(&chance, of: Connection.self).text
        let body = #"{"id":"\#(id)","phone":"\#(subject.phone)","code":"\#(code)"}"#
        let answer = await ask(
            "POST",
            "/api/v1/connections",
            token: viewer.token,
            json: body,
            from: viewer.address
        )
        guard let answer, answer.status == 201 else { return false }
        // A pair that was connected already, where an answer was lost, keeps the name that it has.
        kept.promised(.connection, answer.json["id"].text ?? id, to: viewer.id.text)
        return true
    }
}
