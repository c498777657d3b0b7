import API
import HTTP
import Hub

extension HubService {
    func verifyMail(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(VerifyMailBody.self, from: request)
        let ticket = try await hub.requestMailCode(of: caller, to: body.mail)
        let answer = MailTicketBody(expiresAt: ticket.expiresAt, resendAfterSeconds: ticket.resendAfterSeconds)
        return .json(answer, status: 202)
    }

    func setMail(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(SetMailBody.self, from: request)
        try await hub.setMail(of: caller, code: body.code, from: try request.origin)
        return .json(MeBody(try await hub.profile(caller.member)))
    }

    func removeMail(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.removeMail(of: caller)
        return .done
    }
}
