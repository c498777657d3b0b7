import API
import HTTP
import Hub
import Languages

extension HubService {
    func setPassword(_ holder: SecretHolder, _ request: Request) async throws -> Response {
        let body = try JSON.read(ChangePasswordBody.self, from: request)
        guard let new = body.new else { throw Problem.invalid("new", "A field is missing.") }
        let caller: AuthenticatedSession
        switch holder {
        case .member(let member): caller = member
        case .secret(.link(let link)):
            try await hub.setPassword(byLink: link, to: new)
            return .done
        case .secret(.recovery(let token)):
            try await hub.finishRecovery(token: token, to: new)
            return .done
        }
        let origin = try request.origin
        let session = try await hub.changePassword(
            of: caller,
            proof: Proof(body),
            to: new,
            endingOthers: body.endOtherSessions ?? false,
            from: origin
        )
        return try await loggedIn(session, origin, request, status: 200)
    }

    func startRecovery(_ origin: RequestOrigin, _ request: Request) async throws -> Response {
        let body = try JSON.read(StartRecoveryBody.self, from: request)
        let proof = CodeProof(verification: body.verification, code: body.code)
        let (token, readyAt, expiresAt) = try await hub.startRecovery(proof, from: origin)
        return .json(RecoveryStartedBody(token: token, readyAt: readyAt, expiresAt: expiresAt), status: 201)
    }

    func recovery(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        guard let (startedAt, readyAt) = try await hub.recovery(of: caller.member) else { throw Problem.notFound }
        return .json(RecoveryBody(startedAt: startedAt, readyAt: readyAt))
    }

    func cancelRecovery(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.cancelRecovery(of: caller.member)
        return .done
    }
}

extension ChangePasswordBody {
    /// What stands for the session that its caller lacks: a link, or a recovery that waited long enough.
    static func secret(in request: Request) throws -> OneTimeSecret? {
        let body = try JSON.read(ChangePasswordBody.self, from: request)
        return body.link.map(OneTimeSecret.link) ?? body.recovery.map(OneTimeSecret.recovery)
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
