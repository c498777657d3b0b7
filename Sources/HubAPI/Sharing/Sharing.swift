import API
import Family
import HTTP
import Hub

extension HubService {
    func sharing(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(SharingBody(try await hub.sharing(of: caller, from: request.origin)))
    }

    func changeSharing(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(ChangeSharingBody.self, from: request)
        if let days = body.reminderDays { try await hub.setReminderDays(of: caller.member, days) }
        if let most = body.precisionAtMost {
            try await hub.requirePIN(caller)
            try await hub.limitSharing(of: caller.member, to: most.precision)
        }
        return .json(SharingBody(try await hub.sharing(of: caller, from: request.origin)))
    }

    func stopSharing(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let cut = try await hub.stopSharing(of: caller, from: request.origin)
        return .json(ListBody(items: cut.map(ShareCountBody.init)))
    }

    func setPause(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(PauseRequestBody.self, from: request)
        try await hub.requirePIN(caller)
        return .json(PauseBody(try await hub.setPause(of: caller.member, until: body.until)))
    }

    func endPause(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.endPause(of: caller.member)
        return .done
    }
}

extension SharingBody {
    fileprivate init(_ sharing: Sharing) {
        self.init(
            items: sharing.shares.map(ShareCountBody.init),
            reminderDays: sharing.reminderDays,
            pause: sharing.pause.map(PauseBody.init),
            guardiansSee: sharing.guardiansSee ? true : nil,
            onWalls: sharing.shares.contains { $0.kind == .wallDisplays && $0.count > 0 }
        )
    }
}

extension ShareCountBody {
    fileprivate init(_ share: ShareCount) {
        self.init(kind: share.kind.rawValue, count: share.count)
    }
}

extension PauseBody {
    fileprivate init(_ pause: Pause) {
        self.init(since: pause.from, until: pause.until)
    }
}
