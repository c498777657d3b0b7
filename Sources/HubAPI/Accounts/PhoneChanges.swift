import API
import HTTP
import Hub

extension HubService {
    func verifyPhone(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(VerifyPhoneBody.self, from: request)
        let origin = try request.origin
        let ticket = try await hub.requestPhoneCode(of: caller, to: body.phone, region: body.region, from: origin)
        let answer = VerificationTicketBody(
            id: ticket.id,
            expiresAt: ticket.expiresAt,
            resendAfterSeconds: ticket.resendAfterSeconds,
            isTexted: ticket.isTexted
        )
        return .json(answer, status: 202)
    }

    func setPhone(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(SetPhoneBody.self, from: request)
        let origin = try request.origin
        let session = try await hub.changePhone(
            of: caller,
            by: CodeProof(verification: body.verification, code: body.code),
            endingOthers: body.endOtherSessions ?? false,
            from: origin
        )
        return try await loggedIn(session, origin, request, status: 200)
    }

    func undoPhoneChange(_ origin: RequestOrigin, _ request: Request) async throws -> Response {
        let body = try JSON.read(UndoPhoneChangeBody.self, from: request)
        try await hub.undoPhoneChange(token: body.link, from: origin)
        return .done
    }
}
