import Crypto
import FoundationEssentials

/// What a deputy asks to be paired: `POST /api/v1/deputy/pairings`.
package struct DeputyJoin: Codable, Hashable, Sendable {
    /// What the deputy's keeper calls it: "Grandma's house".
    package var name: String
    /// Both public keys, in base64.
    package var keys: String
    /// ``DeputyPairing/joinProof(code:deputy:)``, in base64.
    package var proof: String

    /// Asks with a code that was read at the hub.
    package init(name: String, keys: DeputyPublicKeys, code: String) {
        self.name = name
        self.keys = Base64.encode(keys.bytes)
        proof = Base64.encode(DeputyPairing.joinProof(code: code, deputy: keys))
    }

    /// Reads a request; nil where it is another one.
    package init?(json: [UInt8]) {
        // Whatever is no such request is told apart by nothing else.
        guard let join = try? JSONDecoder().decode(Self.self, from: Data(json)) else { return nil }
        self = join
    }

    /// The request as it is sent.
    package var bytes: [UInt8] {
        // Plain texts always encode.
        (try? JSONEncoder().encode(self)).map { [UInt8]($0) } ?? []
    }

    /// The deputy's keys; nil where it has none, or does not know the code.
    package func proven(code: String) -> DeputyPublicKeys? {
        guard let keys = Base64.decode(keys).flatMap(DeputyPublicKeys.init(bytes:)),
            let proof = Base64.decode(proof), DeputyPairing.isJoinProof(proof, code: code, deputy: keys)
        else { return nil }
        return keys
    }
}

/// What a hub answers to that.
package struct DeputyWelcome: Codable, Hashable, Sendable {
    /// What the hub is called.
    package var hub: String
    /// Both public keys, in base64.
    package var keys: String
    /// ``DeputyPairing/hubProof(code:)``, in base64.
    package var proof: String
    /// What the deputy is given to say: ``DeputyTexts``.
    package var texts: String

    /// Answers a deputy that proved itself.
    package init(hub: String, pairing: DeputyPairing, code: String, texts: String) {
        (self.hub, self.texts) = (hub, texts)
        keys = Base64.encode(pairing.hub.bytes)
        proof = Base64.encode(pairing.hubProof(code: code))
    }

    /// Reads an answer; nil where it is another one.
    package init?(json: [UInt8]) {
        // Whatever is no such answer is told apart by nothing else.
        guard let welcome = try? JSONDecoder().decode(Self.self, from: Data(json)) else { return nil }
        self = welcome
    }

    /// The answer as it is sent.
    package var json: [UInt8] {
        // Plain texts always encode.
        (try? JSONEncoder().encode(self)).map { [UInt8]($0) } ?? []
    }

    /// The pairing; nil where the hub does not know the code.
    package func proven(code: String, deputy: DeputyPublicKeys) -> DeputyPairing? {
        guard let keys = Base64.decode(keys).flatMap(DeputyPublicKeys.init(bytes:)),
            let proof = Base64.decode(proof)
        else { return nil }
        let pairing = DeputyPairing(hub: keys, deputy: deputy)
        return pairing.isHubProof(proof, code: code) ? pairing : nil
    }
}
