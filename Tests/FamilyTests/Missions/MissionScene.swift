import Family
import Testing

/// A mission, its occurrence, and a hub that knows no more than they do.
final class MissionScene {
    static let adult = ID<Member>(high: 1, low: 1)
    static let child = ID<Member>(high: 1, low: 2)
    static let sibling = ID<Member>(high: 1, low: 3)

    var mission: Mission
    var occurrence: Occurrence
    var settings = MissionSettings.usual
    var focus = Focus()
    var now = moment("2026-11-16T15:00:00Z")
    private var sessions: UInt64 = 0

    /// A mission of 20 minutes that was given to the child, or that it gave itself.
    init(
        minutes: Int64 = 20,
        priority: MissionPriority = .medium,
        given: Bool = true,
        assignee: ID<Member>? = child,
        repeats: MissionRepeat? = nil
    ) {
        let mission = Mission(
            id: ID(high: 5, low: 5),
            name: missionName("Tidy up"),
            minutes: missionMinutes(minutes),
            priority: priority,
            giver: given ? MissionScene.adult : MissionScene.child,
            assignee: assignee,
            repeats: repeats,
            needsApproval: given,
            addedAt: now
        )
        self.mission = mission
        occurrence = mission.firstOccurrence(today: TestZone.zurich.day(now))
    }

    /// The same scene, which goes on by itself from here.
    init(copying other: MissionScene) {
        (mission, occurrence, settings) = (other.mission, other.occurrence, other.settings)
        (focus, now, sessions) = (other.focus, other.now, other.sessions)
    }

    var today: LocalDay { TestZone.zurich.day(now) }

    func take(_ event: MissionEvent) throws(MissionRefusal) -> MissionAnswer {
        try occurrence.apply(
            event,
            in: MissionContext(mission: mission, settings: settings, now: now, today: today)
        )
    }

    /// Gold that the answer to an event pays or takes back; nil where it was handled already.
    func gold(_ event: MissionEvent) throws(MissionRefusal) -> (paid: UInt128, reversed: UInt128)? {
        guard case .taken(let effects) = try take(event) else { return nil }
        var sums: (paid: UInt128, reversed: UInt128) = (0, 0)
        for effect in effects {
            if case .pay(let payment) = effect { sums.paid += payment.amount.units }
            if case .reverse(let payment) = effect { sums.reversed += payment.amount.units }
        }
        return sums
    }

    func wait(seconds: Int64) {
        now = now.advanced(bySeconds: seconds)
    }

    /// Starts a countdown for the occurrence; where either of them refuses, both are as before.
    func start(by member: ID<Member> = child) throws -> ID<FocusSession> {
        sessions += 1
        let id = ID<FocusSession>(high: 6, low: sessions)
        var focus = focus
        let plan = FocusPlan(
            id: id,
            member: member,
            occurrence: occurrence,
            of: mission,
            today: today,
            settings: settings
        )
        _ = try focus.start(plan, now: now)
        _ = try take(.started(id, by: member))
        self.focus = focus
        return id
    }

    /// Ends a countdown by a request.
    func end(_ id: ID<FocusSession>, _ request: FocusRequest) throws -> FocusSession {
        let ended = try focus.apply(request, of: id, now: now)
        return try #require(ended)
    }

    /// Runs a countdown for so many seconds and stops it, or lets it end; answers what was paid.
    func run(seconds: Int64) throws -> UInt128 {
        let id = try start()
        wait(seconds: seconds)
        let ended = try focus.handleDeadline(now: now) ?? focus.apply(.stop, of: id, now: now)
        guard let ended else { return 0 }
        return try gold(.ended(ended))?.paid ?? 0
    }
}

/// A name for a test; what is none is "none".
func missionName(_ text: String) -> MissionName {
    MissionName(text) ?? missionName("none")
}

/// Minutes for a test; what are none is one.
func missionMinutes(_ count: Int64) -> MissionMinutes {
    MissionMinutes(count) ?? missionMinutes(1)
}
