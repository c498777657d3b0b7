import Crypto
package import Family

/// The code that a keeper reads at the hub and types at the deputy: 130 random bits.
///
/// Too many to be found by trying, even with a recording of the pairing.
package enum DeputyCode {
    /// Characters of Crockford's base32.
    package static let characters = 26
    /// How long the hub takes it.
    package static let validMilliseconds: Int64 = 15 * 60_000

    /// A fresh one, as ``read(_:)`` gives it.
    package static func make() -> String { SecureRandom.code(characters: characters) }

    /// Reads a typed code; nil where it cannot be one.
    package static func read(_ typed: String) -> String? {
        guard let code = TypedCode.normalized(typed), code.utf8.count == characters else { return nil }
        return code
    }

    /// As people read it: groups of five characters.
    package static func shown(_ code: String) -> String {
        var groups: [String] = []
        var rest = Substring(code)
        while !rest.isEmpty {
            groups.append(String(rest.prefix(5)))
            rest = rest.dropFirst(5)
        }
        return groups.joined(separator: "-")
    }
}

/// A hub and a deputy that know each other by their keys.
package struct DeputyPairing: Hashable, Sendable {
    package let hub: DeputyPublicKeys
    package let deputy: DeputyPublicKeys

    /// Takes its parts as they are.
    package init(hub: DeputyPublicKeys, deputy: DeputyPublicKeys) {
        (self.hub, self.deputy) = (hub, deputy)
    }

    /// Names the pairing; anybody who sees the traffic learns it.
    package var id: ID<DeputyPairing> {
        var (high, low): (UInt64, UInt64) = (0, 0)
        for byte in context.prefix(8) { high = high << 8 | UInt64(byte) }
        for byte in context.dropFirst(8).prefix(8) { low = low << 8 | UInt64(byte) }
        return ID(high: high, low: low)
    }

    /// What every signature of this pairing covers, so that none is good for another one.
    var context: [UInt8] {
        SHA256.digest(Array("hearth deputy pairing 1\0".utf8), deputy.bytes, hub.bytes)
    }

    /// The deputy's proof that its keeper was told the code.
    package static func joinProof(code: String, deputy: DeputyPublicKeys) -> [UInt8] {
        HMACKey(Array(code.utf8)).authenticate(Array("hearth deputy join 1\0".utf8) + deputy.bytes)
    }

    /// The hub's proof that it made the code, over the keys of both.
    package func hubProof(code: String) -> [UInt8] {
        HMACKey(Array(code.utf8)).authenticate(Array("hearth deputy hub 1\0".utf8) + deputy.bytes + hub.bytes)
    }

    /// Whether the deputy knows the code.
    package static func isJoinProof(_ proof: [UInt8], code: String, deputy: DeputyPublicKeys) -> Bool {
        isEqualInConstantTime(proof, joinProof(code: code, deputy: deputy))
    }

    /// Whether the hub knows the code.
    package func isHubProof(_ proof: [UInt8], code: String) -> Bool {
        isEqualInConstantTime(proof, hubProof(code: code))
    }
}
