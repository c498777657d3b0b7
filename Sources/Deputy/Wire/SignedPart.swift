import Crypto
import Family
import FoundationEssentials

/// What one side of a pairing says, with its signature: `{pairing, body, signature}` as JSON.
///
/// The signature covers the body's bytes as they came, the pairing, and which side speaks. So nothing that was said in
/// another pairing, or by the other side, is taken for it.
struct SignedPart: Codable, Sendable {
    /// Which side speaks.
    enum Side: String {
        case deputy = "hearth deputy turn 1\0"
        case hub = "hearth deputy answer 1\0"
    }

    /// The pairing's id.
    let pairing: String
    /// JSON in base64.
    let body: String
    /// Base64.
    let signature: String

    /// Signs what a value is as JSON.
    init(_ value: some Encodable, as side: Side, of pairing: DeputyPairing, by key: Ed25519Key) throws {
        let encoder = JSONEncoder()
        // Without escapes the size tells nothing of random bytes in base64.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes = [UInt8](try encoder.encode(value))
        self.pairing = pairing.id.text
        body = Base64.encode(bytes)
        signature = Base64.encode(key.sign(Self.signed(bytes, as: side, of: pairing)))
    }

    /// Reads a body; nil where it has another shape.
    init?(json: [UInt8]) {
        // Whatever is no such part is told apart by nothing else.
        guard let part = try? JSONDecoder().decode(Self.self, from: Data(json)) else { return nil }
        self = part
    }

    /// The part as it is sent.
    func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(self))
    }

    /// Verifies and decodes the body; nil where the other side of this pairing did not sign it.
    func open<Value: Decodable>(_ kind: Value.Type, as side: Side, of pairing: DeputyPairing) -> Value? {
        let key = side == .hub ? pairing.hub.signing : pairing.deputy.signing
        guard self.pairing == pairing.id.text, let bytes = Base64.decode(body),
            let signature = Base64.decode(signature),
            Ed25519Key.isGenuine(signature, of: Self.signed(bytes, as: side, of: pairing), by: key)
        else { return nil }
        // A genuine part of another version of the program is no answer either.
        return try? JSONDecoder().decode(kind, from: Data(bytes))
    }

    private static func signed(_ bytes: [UInt8], as side: Side, of pairing: DeputyPairing) -> [UInt8] {
        Array(side.rawValue.utf8) + pairing.context + bytes
    }
}
