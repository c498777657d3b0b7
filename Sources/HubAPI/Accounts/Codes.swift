import API
import Crypto
import HTTP
import Hub
import Languages

extension HubService {
    /// A browser's cookie lives a day, because limits count the numbers that it asks for (S8).
    static let browserSeconds: Int64 = 86_400

    func verify(_ origin: RequestOrigin, _ request: Request) async throws -> Response {
        var origin = origin
        let body = try JSON.read(VerificationBody.self, from: request)
        if request.isFromBrowser { origin.browser = origin.browser ?? SecureRandom.token(bits: 128) }
        let ticket = try await hub.requestCode(CodeRequest(body), from: origin)
        var response = Response.json(
            VerificationTicketBody(
                id: ticket.id,
                expiresAt: ticket.expiresAt,
                resendAfterSeconds: ticket.resendAfterSeconds,
                isTexted: ticket.isTexted
            ),
            status: 202
        )
        if let browser = origin.browser {
            response.headers.append(.cookie(.verify, browser, seconds: Self.browserSeconds, for: request))
        }
        return response
    }

    func register(_ origin: RequestOrigin, _ request: Request) async throws -> Response {
        let body = try JSON.read(RegisterBody.self, from: request)
        let consent = JoinConsent(sharing: body.sharing?.precision, birthYear: body.birthYear)
        if let invite = body.invite, body.verification == nil, body.code == nil {
            let session = try await hub.register(
                byInvite: invite,
                phone: try given(body.phone, "phone"),
                region: body.region,
                name: body.name,
                password: try given(body.password, "password"),
                timeZone: body.timeZone,
                joining: consent,
                from: origin
            )
            return try await loggedIn(session, origin, request)
        }
        let verification = try given(body.verification, "verification")
        let session = try await hub.register(
            CodeProof(verification: verification, code: try given(body.code, "code")),
            name: body.name,
            password: body.password,
            timeZone: body.timeZone,
            joining: consent,
            from: origin
        )
        return try await loggedIn(session, origin, request)
    }

    private func given(_ text: String?, _ field: String) throws(Problem) -> String {
        guard let text else { throw .invalid(field, "A field is missing.") }
        return text
    }
}

extension CodeRequest {
    fileprivate init(_ body: VerificationBody) {
        let purpose: CodePurpose =
            switch body.purpose {
            case .register: .register
            case .login: .login
            case .recover: .recover
            }
        self.init(
            phone: body.phone,
            region: body.region,
            purpose: purpose,
            invite: body.invite,
            claim: body.claim
        )
    }
}
