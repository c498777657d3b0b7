import API
import HTTP
import Hub

extension HubService {
    func setPassword(_ request: Request) async throws -> Response {
        let body = try JSON.read(ChangePasswordBody.self, from: request)
        let asker = try request.asker
        // A link, and what waited long enough, stand for the session that somebody lacks.
        let visitor = body.recovery == nil && body.link == nil ? try await hub.visitor(of: request) : nil
        guard let new = body.new else { throw Problem.invalid("new", "A field is missing.") }
        if let link = body.link {
            try hub.countStranger(request)
            try await hub.setPassword(byLink: link, to: new)
            return .done
        }
        guard let visitor else {
            try hub.countStranger(request)
            try await hub.finishRecovery(token: body.recovery ?? "", to: new)
            return .done
        }
        let session = try await hub.changePassword(
            of: visitor,
            proof: Proof(body),
            to: new,
            endingOthers: body.endOtherSessions ?? false,
            from: asker
        )
        return try await loggedIn(session, asker, request, status: 200)
    }

    func startRecovery(_ request: Request) async throws -> Response {
        let body = try JSON.read(StartRecoveryBody.self, from: request)
        let proof = CodeProof(verification: body.verification, code: body.code)
        let (token, readyAt, expiresAt) = try await hub.startRecovery(proof, from: try hub.stranger(of: request))
        return .json(RecoveryStartedBody(token: token, readyAt: readyAt, expiresAt: expiresAt), status: 201)
    }

    func recovery(_ request: Request) async throws -> Response {
        let visitor = try await hub.visitor(of: request)
        guard let (startedAt, readyAt) = try await hub.recovery(of: visitor.member) else { throw Problem.notFound }
        return .json(RecoveryBody(startedAt: startedAt, readyAt: readyAt))
    }

    func cancelRecovery(_ request: Request) async throws -> Response {
        let visitor = try await hub.visitor(of: request)
        try await hub.cancelRecovery(of: visitor.member)
        return .done
    }
}

extension Proof {
    /// What came beside the new password; nil where nothing did.
    fileprivate init?(_ body: ChangePasswordBody) {
        if let old = body.old {
            self = .password(old)
        } else if let verification = body.verification, let code = body.code {
            self = .code(CodeProof(verification: verification, code: code))
        } else {
            return nil
        }
    }
}
