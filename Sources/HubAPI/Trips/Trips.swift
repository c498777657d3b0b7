import API
import Family
import HTTP
import Hub
import Languages
import Maps

extension HubService {
    func pins(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(try await pinsBody(of: caller.member))
    }

    func setPins(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(SetPinsBody.self, from: request)
        try await hub.setPINs(
            of: caller,
            present: body.presentPin,
            pin: body.pin,
            duress: body.duressPin,
            removesDuress: body.removesDuressPin ?? false,
            from: try request.origin
        )
        let pins = try await pinsBody(of: caller.member)
        return .json(pins, status: pins.set ? 200 : 202)
    }

    func requestPINReset(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(RequestPinResetBody.self, from: request)
        try await hub.requestPINReset(of: caller, pin: body.pin, duress: body.duressPin, from: try request.origin)
        return .json(try await pinsBody(of: caller.member), status: 202)
    }

    func cancelPINReset(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.cancelPINReset(of: caller.member, from: try request.origin)
        return .done
    }

    func cancelPINResetByLink(_ origin: RequestOrigin, _ request: Request) async throws -> Response {
        let body = try JSON.read(CancelPinResetBody.self, from: request)
        try await hub.cancelPINReset(token: body.link, from: origin)
        return .done
    }

    private func pinsBody(of member: ID<Member>) async throws -> PinsBody {
        let reset = try await hub.pinReset(of: member)
        return PinsBody(
            set: try await hub.hasPINs(member),
            reset: reset.map { PinResetBody(requestedAt: $0.requestedAt, appliesAt: $0.readyAt) }
        )
    }

    func safety(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(SafetyBody(try await hub.safetyOverview(of: caller.member), to: caller))
    }

    func trips(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(ListBody(items: try await hub.trips(of: caller.member).map(SafeTripBody.init(entry:))))
    }

    func startTrip(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(StartTripBody.self, from: request)
        var plan = try TripRequest(body)
        plan.page = caller.device
        if plan.origin == nil { plan.origin = try await hub.newestPoint(of: caller.member) }
        let found = await plan.origin.asyncMap { await way(from: $0, of: plan) }
        try await hub.startTrip(plan, route: found.map(TripRoute.init), by: caller.member)
        return .json(SafeTripBody(own: try await hub.trip(plan.id, of: caller.member), to: caller), status: 201)
    }

    /// A route is a convenience: whom no engine shows a way sets out all the same, a bus without a timetable above all.
    private func way(from start: Coordinate, of plan: TripRequest) async -> FoundRoute {
        do {
            return try await atlas.route(from: start, to: plan.destination, by: plan.mode)
        } catch {
            return .straightLine(from: start, to: plan.destination)
        }
    }

    func trip(_ id: ID<Trip>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(SafeTripBody(own: try await hub.trip(id, of: caller.member), to: caller))
    }

    func enterPIN(_ wish: PINRequest, on id: ID<Trip>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        let body = try JSON.read(PinBody.self, from: request)
        try await hub.enter(body.pin, for: wish, on: id, by: caller.member)
        return .done
    }

    func extendTrip(_ id: ID<Trip>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(ExtendTripBody.self, from: request)
        try await hub.enter(body.pin, for: .extend(minutes: body.minutes), on: id, by: caller.member)
        return .done
    }

    func answerTrip(_ id: ID<Trip>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.answerTrip(id, by: caller.member)
        return .done
    }

    func heartbeat(_ id: ID<Trip>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.hearTrip(id, by: caller)
        return .done
    }

    func chooseDevice(_ id: ID<Trip>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(ChooseDeviceBody.self, from: request)
        try await hub.chooseDevice(body.device, of: id, pin: body.pin, by: caller)
        return .done
    }

    func addCompanion(_ id: ID<Trip>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(AddCompanionBody.self, from: request)
        try await hub.addCompanion(body.member, to: id, by: caller.member)
        return .json(SafeTripBody(own: try await hub.trip(id, of: caller.member), to: caller))
    }

    func removeCompanion(_ id: ID<Trip>, _ companion: ID<Member>, _ caller: AuthenticatedSession, _ request: Request)
        async throws
        -> Response
    {
        let body = try JSON.read(PinBody.self, from: request)
        try await hub.removeCompanion(companion, of: id, pin: body.pin, by: caller.member)
        return .done
    }

    func removeViewer(
        _ id: ID<Trip>,
        _ viewer: ID<LinkViewers.Viewer>,
        _ caller: AuthenticatedSession,
        _ request: Request
    ) async throws -> Response {
        let body = try JSON.read(PinBody.self, from: request)
        try await hub.removeViewer(viewer, of: id, pin: body.pin, by: caller.member)
        return .done
    }

    func renewTripLink(_ id: ID<Trip>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(PinBody.self, from: request)
        try await hub.renewTripLink(id, pin: body.pin, by: caller.member)
        return .done
    }

    func tripPositions(_ id: ID<Trip>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let points = try await hub.tripPoints(id, of: caller.member, after: try request.afterTime)
        return .json(TripPositionsBody(points))
    }
}

extension Request {
    /// The time after which positions are asked for; nil for all.
    var afterTime: Timestamp? {
        get throws(Problem) {
            guard let text = queryFields["after"] else { return nil }
            guard let time = Timestamp(text: text) else {
                throw .invalid("after", "Write a time like 2026-03-01T08:05:00.000Z.")
            }
            return time
        }
    }
}

extension Optional {
    fileprivate func asyncMap<Result>(_ transform: (Wrapped) async -> Result) async -> Result? {
        guard let self else { return nil }
        return await transform(self)
    }
}

extension TripRequest {
    fileprivate init(_ body: StartTripBody) throws(Problem) {
        let end = body.destination
        guard let destination = Coordinate(latitude: end.latitude, longitude: end.longitude) else {
            throw .invalid("destination", "Latitude is -90 to 90 and longitude -180 to 180 degrees.")
        }
        self.init(
            id: body.id,
            name: end.name,
            destination: destination,
            mode: body.mode.mode,
            companions: body.companions
        )
        if let start = body.origin { origin = try start.checked("origin") }
        (dueAt, source, device) = (body.dueAt, body.source?.source, body.device)
        (graceMinutes, answerMinutes, silenceMinutes) = (body.graceMinutes, body.answerMinutes, body.silenceMinutes)
    }
}

extension TripRoute {
    fileprivate init(_ route: FoundRoute) {
        let isStraightLine = route.durationSeconds == nil
        self.init(
            metres: route.distanceMetres,
            seconds: route.durationSeconds,
            line: route.line,
            legs: isStraightLine
                ? [] : route.steps.map { RoutePath.Leg(pointIndex: $0.lineIndex, seconds: $0.durationSeconds) },
            isStraightLine: isStraightLine
        )
    }
}
