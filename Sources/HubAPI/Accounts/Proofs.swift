import API
import HTTP
import Hub
import Languages
import Passkeys

extension HubService {
    func renewProof(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(ProveBody.self, from: request)
        let origin = try request.origin
        let session = try await hub.renewProof(of: caller, by: try Proof(body), from: origin)
        return try await loggedIn(session, origin, request, status: 200)
    }
}

extension Proof {
    fileprivate init(_ body: ProveBody) throws(Problem) {
        if let passkey = body.passkey {
            self = .passkey(try PasskeyProof(passkey))
        } else if let password = body.password {
            self = .password(password)
        } else if let code = body.totp {
            self = .totp(code)
        } else if let code = body.recoveryCode {
            self = .recoveryCode(code)
        } else if let verification = body.verification, let code = body.code {
            self = .code(CodeProof(verification: verification, code: code))
        } else {
            throw .invalid("password", "A field is missing.", detail: "Send one of `proofs`.")
        }
    }
}
