import API
import HTTP
import Hub

extension HubService {
    func verifyMail(_ visitor: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(VerifyMailBody.self, from: request)
        let ticket = try await hub.requestMailCode(of: visitor, to: body.mail)
        let answer = MailTicketBody(expiresAt: ticket.expiresAt, resendAfterSeconds: ticket.resendAfterSeconds)
        return .json(answer, status: 202)
    }

    func setMail(_ visitor: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(SetMailBody.self, from: request)
        try await hub.setMail(of: visitor, code: body.code, from: try request.asker)
        return .json(MeBody(try await hub.profile(visitor.member)))
    }

    func removeMail(_ visitor: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.removeMail(of: visitor)
        return .done
    }
}
