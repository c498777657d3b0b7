import Crypto
import FoundationEssentials

/// What the browser says of the page that asked the authenticator, as the authenticator signs it (WebAuthn Level 2, 5.8.1).
package struct ClientData: Hashable, Sendable {
    /// What was asked of the authenticator.
    package enum Purpose: String, Sendable {
        case create = "webauthn.create"
        case get = "webauthn.get"
    }

    package var purpose: Purpose
    package var challenge: [UInt8]
    /// Scheme, host and port of the page.
    package var origin: String
    /// Whether the page stood within another one.
    package var isWithinOther: Bool

    /// Reads it; nil where it is none.
    package init?(_ bytes: [UInt8]) {
        // What cannot be read is no client data; why not, nobody needs to know.
        guard let fields = try? JSONDecoder().decode(Fields.self, from: Data(bytes)),
            let purpose = Purpose(rawValue: fields.type), let challenge = Base64.decode(fields.challenge)
        else { return nil }
        self.purpose = purpose
        self.challenge = challenge
        origin = fields.origin
        isWithinOther = fields.crossOrigin ?? false
    }

    private struct Fields: Decodable {
        var type: String
        var challenge: String
        var origin: String
        var crossOrigin: Bool?
    }
}
