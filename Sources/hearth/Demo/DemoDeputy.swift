import Demo
import Deputy
import Family
import Glibc
import Hub
import Storage

/// A deputy beside the demo, as a process of its own that outlives a killed hub, and a trip that it guards.
struct DemoDeputy {
    /// So long after the start Anna is due; who does not answer within two minutes is overdue.
    private static let dueSeconds: Int64 = 60
    private static let answerMinutes: Int64 = 2

    private let process: ChildProcess
    private let hub: HubServer
    private let outboxPath: String
    private let alarmAt: Timestamp
    private let pin: String

    /// Pairs both, has the adults guarded, and lets Anna set out.
    ///
    /// - Throws: `CommandFailure` where the program cannot be started again, `StorageError`.
    init(of family: DemoFamily, on running: HubServer) async throws {
        hub = running
        let (own, scenario, anna) = (running.house.hub, family.scenario, family.members[0])
        pin = scenario.pin
        let data = running.house.folder + "/deputy"
        let hubName = family.spoken(scenario.familyName)
        let code = try await own.makeDeputyCode(hubName: hubName, texts: .needed)
        // A keeper's own senders are none of the demo's business.
        let arguments = try Arguments(["--data", data], flags: ["data"])
        let configuration = try Configuration(arguments, file: [:], environment: { _ in nil })
        let house = try await DeputyHouse.open(data, mayCreate: true)
        let world = try configuration.deputyWorld(of: house)
        let address = running.addressForPhones
        let row = try await house.file.join(
            address,
            typed: code,
            name: family.spoken(scenario.deputyName),
            world: world
        )
        outboxPath = house.outboxPath
        await house.close()
        let adults = scenario.people.indices.filter { scenario.people[$0].role == .adult }.map { family.members[$0] }
        let deputy = ID<DeputyMachine>(sharing: row.id)
        for adult in adults { try await own.choose(isGuarded: true, by: deputy, adult) }
        process = try ChildProcess.hearth(["deputy", "serve", "--data", data, "--texts", "outbox"])
        alarmAt = try await Self.setOut(anna, with: adults.filter { $0 != anna }, family, on: own)
    }

    /// What to try, and what is then seen.
    var words: String {
        let minutes = LocalTime(alarmAt).millisecondOfDay / 60_000
        let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        let time = "\(hour):\(minute < 10 ? "0" : "")\(minute)"
        return """

            A deputy guards Anna, who is on a trip. Unless her PIN \(pin) ends it, its alarm goes off at \(time). Kill the hub before that:
              kill -9 \(getpid())
            From a minute after \(time) to two and a half, the deputy writes what it would text to her companions into
              \(outboxPath)
            Then start the hub again: it knows who was told, and goes on with the alarm.
              hearth serve --data \(hub.house.folder) --listen \(hub.addressForPhones.dropFirst("http://".count))
            After a kill the deputy runs on:  kill \(process.pid)  ends it.
            """
    }

    /// Ends the deputy's process.
    func end() { process.stop() }

    private static func setOut(
        _ traveller: ID<Member>,
        with companions: [ID<Member>],
        _ family: DemoFamily,
        on hub: Hub
    ) async throws -> Timestamp {
        let scenario = family.scenario
        let caller = try await hub.addSession(for: traveller).caller
        try await hub.setPINs(of: caller, pin: scenario.pin, duress: nil)
        _ = try await hub.endSession(caller.session, of: caller.member)
        guard let home = scenario.people[0].places.first, let centre = scenario.ways.coordinate(home.spot) else {
            throw CommandFailure(words: "the demo lacks a place")
        }
        var request = TripRequest(
            id: hub.outside.newID(),
            name: family.spoken(home.description),
            destination: centre,
            mode: .cycle,
            companions: companions
        )
        let dueAt = hub.outside.now().advanced(bySeconds: dueSeconds)
        (request.origin, request.dueAt, request.source) = (centre, dueAt, .timerOnly)
        (request.graceMinutes, request.answerMinutes) = (5, answerMinutes)
        try await hub.startTrip(request, route: nil, by: traveller)
        return dueAt.advanced(bySeconds: answerMinutes * 60)
    }
}
