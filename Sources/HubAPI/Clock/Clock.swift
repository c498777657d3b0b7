import API
import Family
import HTTP
import Hub
import Languages

extension HubService {
    func clock(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(ClockBody(try await hub.clock(of: caller.member, on: request.screen)))
    }

    func setClock(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(SetClockBody.self, from: request)
        try await hub.setClock(of: caller.member, slots: body.slots, members: body.members)
        return .json(ClockBody(try await hub.clock(of: caller.member, on: request.screen)))
    }

    func clockLinks(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let links = try await hub.clockLinks(of: caller.member)
        return .json(ListBody(items: links.map(ClockLinkBody.init)))
    }

    func addClockLink(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try request.body.isEmpty ? AddClockLinkBody() : JSON.read(AddClockLinkBody.self, from: request)
        var parts: WallDisplay.Parts = []
        if body.map == true { parts.insert(.map) }
        if body.missions == true { parts.insert(.missions) }
        try await hub.requireRecentProof(caller)
        let (link, token) = try await hub.addClockLink(for: caller.member, showing: parts)
        let base = hubURL(for: request)
        var issued = ClockLinkBody(link)
        // Behind the `#`, which no browser sends.
        issued.page = "\(base)/wall#\(token)"
        // In a query, which stands in logs, a token is worth a clock at most.
        guard parts.isEmpty else { return .json(issued, status: 201) }
        issued.svg = "\(base)\(Route.clockSVG.methodAndPath.path)?token=\(token)"
        issued.json = "\(base)\(Route.clockJSON.methodAndPath.path)?token=\(token)"
        return .json(issued, status: 201)
    }

    func removeClockLink(_ id: ID<ClockLink>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        try await hub.removeClockLink(id, of: caller.member)
        return .done
    }

    /// The drawing for a wall display; a page that loads it again shows the clock as it is then.
    func clockSVG(_ reader: ClockReader, _ request: Request) async throws -> Response {
        let clock = try await wallClock(of: reader, request)
        let theme = request.queryFields["theme"] ?? "light"
        guard ["light", "dark"].contains(theme) else { throw Problem.invalid("theme", "Choose light or dark.") }
        let drawing = ClockDrawing(clock, dark: theme == "dark")
        return Response(
            200,
            [Header("Content-Type", "image/svg+xml"), .noStore, Header("Refresh", "30")],
            body: Array(drawing.svg.utf8)
        )
    }

    func clockJSON(_ reader: ClockReader, _ request: Request) async throws -> Response {
        var clock = ClockBody(try await wallClock(of: reader, request))
        // A link opens the clock alone, so that it could not read the pictures.
        if case .link = reader {
            for index in clock.hands.indices { clock.hands[index].picture = nil }
        }
        return .json(clock)
    }

    /// The clock that a link opens, or the caller's own.
    private func wallClock(of reader: ClockReader, _ request: Request) async throws -> ReadClock {
        switch reader {
        case .member(let caller): try await hub.clock(of: caller.member, on: request.screen)
        case .link(let owner): try await hub.clock(of: owner, on: .clockLink, isLink: true)
        }
    }
}

extension ClockLinkBody {
    fileprivate init(_ link: ClockLinkInfo) {
        self.init(
            id: link.id,
            createdAt: link.createdAt,
            map: link.parts.contains(.map),
            missions: link.parts.contains(.missions)
        )
    }
}

extension ClockBody {
    init(_ clock: ReadClock) {
        let slots = clock.reading.face.slots.map(\.label)
        self.init(
            slots: slots,
            hands: clock.reading.hands.map { hand in
                let person = clock.people[hand.member]
                return HandBody(
                    member: hand.member,
                    name: person?.name ?? "",
                    colour: person?.colour ?? 0,
                    slot: slots[hand.slot],
                    since: hand.since,
                    ageSeconds: hand.ageSeconds,
                    picture: picturePath(of: hand.member, person?.pictureVersion)
                )
            }
        )
    }
}

extension ClockSlot {
    /// The words on the face.
    var label: String {
        switch self {
        case .place(let label): label
        case .travelling: "Travelling"
        case .unknown: "Unknown"
        case .lost: "Lost"
        case .danger: "In Danger"
        }
    }
}
