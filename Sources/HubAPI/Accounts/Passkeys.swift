import API
import Crypto
import Family
import HTTP
import Hub
import Languages
import Passkeys

extension HubService {
    func makeChallenge(_ origin: RequestOrigin, _ request: Request) async throws -> Response {
        var origin = origin
        if request.isFromBrowser { origin.browser = origin.browser ?? SecureRandom.token(bits: 128) }
        let made = hub.makeChallenge(from: origin)
        var response = Response.json(
            ChallengeBody(challenge: made.challenge, relyingParty: made.relyingParty, expiresAt: made.expiresAt),
            status: 201
        )
        if let browser = origin.browser {
            response.headers.append(.cookie(.verify, browser, seconds: Self.browserSeconds, for: request))
        }
        return response
    }

    func addPasskey(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(AddPasskeyBody.self, from: request)
        let passkey = try await hub.addPasskey(
            of: caller,
            name: body.name,
            clientData: try bytes(body.clientData, of: "clientData"),
            attestation: try bytes(body.attestation, of: "attestation"),
            from: try request.origin
        )
        return .json(PasskeyBody(passkey), status: 201)
    }

    func renamePasskey(_ id: ID<PasskeyReference>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        let body = try JSON.read(RenamePasskeyBody.self, from: request)
        let passkey = try await hub.renamePasskey(
            ID(sharing: id),
            of: caller.member,
            name: body.name
        )
        return .json(PasskeyBody(passkey))
    }

    func removePasskey(_ id: ID<PasskeyReference>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        try await hub.removePasskey(ID(sharing: id), of: caller)
        return .done
    }
}

extension PasskeyBody {
    init(_ row: PasskeyInfo) {
        self.init(id: row.id.text, name: row.name, createdAt: row.createdAt, usedAt: row.usedAt)
    }
}

extension PasskeyProof {
    init(_ body: PasskeyProofBody) throws(Problem) {
        self.init(
            credentialID: try bytes(body.credential, of: "passkey.credential"),
            clientData: try bytes(body.clientData, of: "passkey.clientData"),
            authenticatorData: try bytes(body.authenticatorData, of: "passkey.authenticatorData"),
            signature: try bytes(body.signature, of: "passkey.signature")
        )
    }
}

private func bytes(_ text: String, of field: String) throws(Problem) -> [UInt8] {
    guard let bytes = Base64.decode(text) else { throw .invalid(field, "These bytes are not in base64url.") }
    return bytes
}
