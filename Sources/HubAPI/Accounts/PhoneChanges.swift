import API
import HTTP
import Hub

extension HubService {
    func verifyPhone(_ visitor: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(VerifyPhoneBody.self, from: request)
        let asker = try request.asker
        let ticket = try await hub.requestPhoneCode(of: visitor, to: body.phone, region: body.region, from: asker)
        let answer = VerificationTicketBody(
            id: ticket.id,
            expiresAt: ticket.expiresAt,
            resendAfterSeconds: ticket.resendAfterSeconds,
            isTexted: ticket.isTexted
        )
        return .json(answer, status: 202)
    }

    func setPhone(_ visitor: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(SetPhoneBody.self, from: request)
        let asker = try request.asker
        let session = try await hub.changePhone(
            of: visitor,
            by: CodeProof(verification: body.verification, code: body.code),
            endingOthers: body.endOtherSessions ?? false,
            from: asker
        )
        return try await loggedIn(session, asker, request, status: 200)
    }

    func undoPhoneChange(_ asker: RequestOrigin, _ request: Request) async throws -> Response {
        let body = try JSON.read(UndoPhoneChangeBody.self, from: request)
        try await hub.undoPhoneChange(token: body.link, from: asker)
        return .done
    }
}
