import API
import Family
import HTTP
import Hub

extension HubService {
    func security(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let overview = try await hub.security(of: caller.member)
        return .json(
            SecurityBody(
                hasPassword: overview.hasPassword,
                passkeys: overview.passkeys.map(PasskeyBody.init),
                authenticatorSince: overview.authenticatorSince,
                recoveryCodesLeft: overview.recoveryCodesLeft,
                phoneChange: overview.phoneChange.map {
                    PhoneChangeBody(oldPhone: $0.oldPhone?.e164, changedAt: $0.changedAt, undoUntil: $0.undoUntil)
                }
            )
        )
    }

    func setUpAuthenticator(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let (secret, link) = try await hub.setUpAuthenticator(of: caller)
        let body = AuthenticatorSetUpBody(secret: secret, link: link, qrCode: QRCode(link)?.svg)
        return .json(body, status: 201)
    }

    func confirmAuthenticator(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(ConfirmAuthenticatorBody.self, from: request)
        try await hub.confirmAuthenticator(of: caller, code: body.code, from: try request.origin)
        return .done
    }

    func removeAuthenticator(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.removeAuthenticator(of: caller)
        return .done
    }

    func makeRecoveryCodes(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(RecoveryCodesBody(codes: try await hub.makeRecoveryCodes(of: caller)), status: 201)
    }
}
