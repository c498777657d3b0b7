import API
import Family
import HTTP
import Hub
import Languages

extension HubService {
    func presence(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(ListBody(items: try await presence(for: caller.member, on: request.screen)))
    }

    /// Everyone that a member may see, which is recorded as a look on this screen.
    func presence(for viewer: ID<Member>, on screen: Screens) async throws -> [PresenceBody] {
        try await hub.views(for: viewer, on: screen).map { PresenceBody($0.view, of: $0.member) }
    }

    /// The page's own fixes, while it is open.
    func addFixes(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let receivedAt = hub.outside.now()
        let bodies = try JSON.read([FixBody].self, from: request)
        guard bodies.count <= 4_000 else { throw Problem.invalid(nil, "Send at most 4 000 fixes at once.") }
        let fixes = bodies.compactMap(\.fix)
        let outcome = await hub.ingest(fixes, ofPageIn: caller, receivedAt: receivedAt)
        switch outcome {
        case .success(let outcome):
            return .json(
                FixesStoredBody(
                    stored: outcome.stored,
                    repeated: outcome.repeated,
                    refused: bodies.count - fixes.count
                )
            )
        case .failure(.throttled(let seconds)):
            throw Problem(503, "tooFast", "Too many positions from this page. Wait a moment.").retry(
                afterSeconds: seconds
            )
        case .failure(.notStored):
            throw Problem(503, "notStored", "Not stored. Try again.").retry(afterSeconds: 5)
        }
    }
}

extension PresenceBody {
    /// What a view says, as the API writes it.
    init(_ view: PresenceView, of member: ID<Member>) {
        self.init(member: member, state: State(view.state))
        place = view.placeLabel
        since = view.since
        ageSeconds = view.ageSeconds
        motion = view.motion.map { MotionName($0) }
        motionSince = view.motionSince
        batteryPercent = view.batteryPercent
        cell = view.cell.map { cell in
            CellBody(latitude: cell.centre.latitude, longitude: cell.centre.longitude, sizeMetres: 1_000)
        }
        fix = view.position.map(PresenceFixBody.init)
    }
}

extension PresenceBody.State {
    fileprivate init(_ state: PresenceState) {
        self =
            switch state {
            case .place: .place
            case .travelling: .travelling
            case .unknown: .unknown
            case .lost: .lost
            case .danger: .danger
            }
    }
}

extension PresenceFixBody {
    /// A position as the API writes it.
    init(_ position: PositionView) {
        self.init(
            latitude: position.coordinate.latitude,
            longitude: position.coordinate.longitude,
            at: position.at,
            ageSeconds: position.ageSeconds,
            live: position.isLive
        )
        accuracyMetres = position.accuracyMetres
        speedMetresPerSecond = position.speedMetresPerSecond
        courseDegrees = position.courseDegrees
        batteryPercent = position.batteryPercent
    }
}

extension FixBody {
    /// The fix, or nil where it lies off the globe, or at 0/0 without accuracy (F52).
    fileprivate var fix: Fix? {
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else { return nil }
        guard latitude != 0 || longitude != 0 || accuracyMetres ?? 0 > 0 else { return nil }
        var fix = Fix(coordinate: coordinate, at: at)
        fix.accuracyMetres = accuracyMetres.flatMap { $0 > 0 ? $0 : nil }
        fix.altitudeMetres = altitudeMetres
        fix.speedMetresPerSecond = speedMetresPerSecond.flatMap { $0 >= 0 ? $0 : nil }
        fix.courseDegrees = courseDegrees.flatMap { $0 >= 0 && $0 < 360 ? $0 : nil }
        fix.batteryPercent = batteryPercent.flatMap { (0...100).contains($0) ? $0 : nil }
        fix.motion = motion?.motion
        return fix
    }
}
