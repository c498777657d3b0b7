import API
import Family
import HTTP
import Hub

extension HubService {
    func childSeers(_ family: ID<FamilyGroup>, _ child: ID<Member>, _ caller: AuthenticatedSession, _ request: Request)
        async throws
        -> Response
    {
        let seers = try await hub.viewers(of: child, in: family, for: caller.member)
        return .json(ListBody(items: seers.map(ConnectionBody.init(seer:))))
    }

    func addChildSeer(
        _ family: ID<FamilyGroup>,
        _ child: ID<Member>,
        _ caller: AuthenticatedSession,
        _ request: Request
    )
        async throws -> Response
    {
        let body = try JSON.read(AddChildSeerBody.self, from: request)
        let seer = try await hub.addSeer(
            body.id,
            body.viewer,
            of: child,
            in: family,
            by: caller.member,
            precision: body.precision.precision
        )
        return .json(ConnectionBody(seer: seer), status: 201)
    }

    func hiddenHours(
        _ family: ID<FamilyGroup>,
        _ child: ID<Member>,
        _ caller: AuthenticatedSession,
        _ request: Request
    )
        async throws -> Response
    {
        let hours = try await hub.hiddenHours(of: child, in: family, for: caller.member)
        return .json(ListBody(items: hours.map { HiddenHoursBody($0.hours, from: $0.viewer) }))
    }

    func setHiddenHours(
        _ family: ID<FamilyGroup>,
        _ child: ID<Member>,
        _ caller: AuthenticatedSession,
        _ request: Request
    )
        async throws -> Response
    {
        let body = try JSON.read(ListBody<HiddenHoursBody>.self, from: request)
        let hours = try body.items.map { ($0.viewer, try $0.hours) }
        try await hub.setHiddenHours(of: child, in: family, by: caller.member, hours)
        return try await self.hiddenHours(family, child, caller, request)
    }
}

extension HubService {
    func agreements(
        _ family: ID<FamilyGroup>,
        _ child: ID<Member>,
        _ caller: AuthenticatedSession,
        _ request: Request
    ) async throws -> Response {
        let waiting = try await hub.agreements(about: child, in: family, for: caller.member)
        return .json(ListBody(items: waiting.map(WaitingAgreementBody.init)))
    }

    func agreeForChild(
        _ family: ID<FamilyGroup>,
        _ child: ID<Member>,
        _ asked: ID<GuardianRequest>,
        _ caller: AuthenticatedSession,
        _ request: Request
    ) async throws -> Response {
        // A child without a number has no proof to give.
        if caller.member != child { try await hub.requireRecentProof(caller) }
        try await hub.agree(to: asked, about: child, in: family, by: caller.member)
        return .done
    }

    func withdrawForChild(
        _ family: ID<FamilyGroup>,
        _ child: ID<Member>,
        _ asked: ID<GuardianRequest>,
        _ caller: AuthenticatedSession,
        _ request: Request
    ) async throws -> Response {
        try await hub.withdraw(asked, about: child, in: family, by: caller.member)
        return .done
    }
}

extension WaitingAgreementBody {
    fileprivate init(_ waiting: WaitingAgreement) {
        self.init(
            id: waiting.id,
            kind: Kind(waiting.kind),
            askedBy: waiting.askedBy,
            askedAt: waiting.askedAt,
            dueAt: waiting.dueAt,
            missing: waiting.missing,
            viewer: waiting.viewer,
            mayAgree: waiting.mayAgree,
            mayWithdraw: waiting.mayWithdraw
        )
    }
}

extension WaitingAgreementBody.Kind {
    fileprivate init(_ kind: WaitingAgreement.Kind) {
        self =
            switch kind {
            case .session: .session
            case .handOver: .handOver
            case .hiddenHours: .hiddenHours
            case .sight: .sight
            }
    }
}

extension HiddenHoursBody {
    fileprivate init(_ hours: HiddenHours, from viewer: ID<Member>) {
        self.init(
            viewer: viewer,
            days: (1...7).filter { hours.days & 1 << UInt8($0 - 1) != 0 },
            fromMinute: hours.fromMinute,
            untilMinute: hours.untilMinute,
            utcOffsetMinutes: hours.utcOffsetMinutes
        )
    }

    fileprivate var hours: HiddenHours {
        get throws(FamilyRefusal) {
            guard days.allSatisfy((1...7).contains),
                let hours = HiddenHours(
                    days: days.reduce(0) { $0 | 1 << UInt8($1 - 1) },
                    fromMinute: fromMinute,
                    untilMinute: untilMinute,
                    utcOffsetMinutes: utcOffsetMinutes
                )
            else { throw .hoursOutOfRange }
            return hours
        }
    }
}
