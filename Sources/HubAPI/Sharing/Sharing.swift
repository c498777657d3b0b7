import API
import Family
import HTTP
import Hub

extension HubService {
    func sharing(_ visitor: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(SharingBody(try await hub.sharing(of: visitor, from: request.asker)))
    }

    func changeSharing(_ visitor: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(ChangeSharingBody.self, from: request)
        if let days = body.reminderDays { try await hub.setReminderDays(of: visitor.member, days) }
        if let most = body.precisionAtMost {
            try await hub.requirePIN(visitor)
            try await hub.limitSharing(of: visitor.member, to: most.precision)
        }
        return .json(SharingBody(try await hub.sharing(of: visitor, from: request.asker)))
    }

    func stopSharing(_ visitor: AuthenticatedSession, _ request: Request) async throws -> Response {
        let cut = try await hub.stopSharing(of: visitor, from: request.asker)
        return .json(ListBody(items: cut.map(ShareCountBody.init)))
    }

    func setPause(_ visitor: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(PauseRequestBody.self, from: request)
        try await hub.requirePIN(visitor)
        return .json(PauseBody(try await hub.setPause(of: visitor.member, until: body.until)))
    }

    func endPause(_ visitor: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.endPause(of: visitor.member)
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
