import Crypto
package import Family

/// What a deputy asks its hub: `POST /api/v1/deputy/turns`.
package struct DeputyTurn: Codable, Hashable, Sendable {
    /// An envelope that the deputy holds.
    package struct Held: Codable, Hashable, Sendable {
        package var watch: String
        package var version: UInt64
        /// The hub's life that it came from: only that one may say that it is over without knowing it.
        package var generation: UInt64

        /// Takes its parts as they are.
        package init(watch: String, version: UInt64, generation: UInt64) {
            (self.watch, self.version, self.generation) = (watch, version, generation)
        }
    }

    /// A message that a sender took in the hub's place.
    package struct Sent: Codable, Hashable, Sendable {
        package var watch: String
        package var step: Int
        package var message: String
        package var agoMilliseconds: Int64

        /// Takes its parts as they are.
        package init(watch: String, step: Int, message: String, agoMilliseconds: Int64) {
            (self.watch, self.step, self.message, self.agoMilliseconds) = (watch, step, message, agoMilliseconds)
        }
    }

    /// Only rises; written down before it is sent.
    package var turn: UInt64
    /// Fresh for each turn: an answer has it.
    package var nonce: String
    /// For how long the hub may wait for a change.
    package var waitSeconds: Int
    package var holds: [Held]
    package var sent: [Sent]
    /// The deputy gives the pairing up.
    package var leaves: Bool

    /// Takes its parts as they are.
    package init(turn: UInt64, nonce: String, waitSeconds: Int, holds: [Held], sent: [Sent], leaves: Bool = false) {
        (self.turn, self.nonce, self.waitSeconds) = (turn, nonce, waitSeconds)
        (self.holds, self.sent, self.leaves) = (holds, sent, leaves)
    }

    /// How many bytes a turn has at most.
    package static let bytesMax = 262_144
    /// How long a hub waits at most.
    package static let waitSecondsMax = 20

    /// The turn as it is sent.
    package func signed(_ pairing: DeputyPairing, by keys: DeputyKeys) throws -> [UInt8] {
        try SignedPart(self, as: .deputy, of: pairing, by: keys.signing).json()
    }

    /// Which pairing a request says it is of; nothing is checked yet.
    package static func pairing(of request: [UInt8]) -> ID<DeputyPairing>? {
        SignedPart(json: request).flatMap { ID(text: $0.pairing) }
    }

    /// The turn in a request; nil where this pairing's deputy did not make it.
    package init?(_ request: [UInt8], of pairing: DeputyPairing) {
        guard request.count <= Self.bytesMax, let part = SignedPart(json: request),
            let turn = part.open(Self.self, as: .deputy, of: pairing)
        else { return nil }
        self = turn
    }
}

/// What a hub answers.
package struct DeputyAnswer: Codable, Hashable, Sendable {
    /// One incident to guard, closed for the deputy.
    package struct Given: Codable, Hashable, Sendable {
        package var watch: String
        package var version: UInt64
        /// How long ago its durations began.
        package var ageMilliseconds: Int64
        /// A ``DeputyEnvelope`` in its box, as base64.
        package var box: String

        /// Takes its parts as they are.
        package init(watch: String, version: UInt64, ageMilliseconds: Int64, box: String) {
            (self.watch, self.version, self.ageMilliseconds, self.box) = (watch, version, ageMilliseconds, box)
        }
    }

    package var nonce: String
    /// Another one after a backup was put back.
    package var generation: UInt64
    /// What the hub is called.
    package var hub: String
    package var envelopes: [Given]
    /// Incidents that are over, or that the hub does not have guarded any longer.
    package var ends: [String]
    /// Messages of which the hub knows now that they were sent.
    package var taken: [String]
    /// The hub gave the pairing up: the deputy forgets it.
    package var isUnpaired: Bool

    /// Takes its parts as they are.
    package init(
        nonce: String,
        generation: UInt64,
        hub: String,
        envelopes: [Given] = [],
        ends: [String] = [],
        taken: [String] = [],
        isUnpaired: Bool = false
    ) {
        (self.nonce, self.generation, self.hub) = (nonce, generation, hub)
        (self.envelopes, self.ends, self.taken, self.isUnpaired) = (envelopes, ends, taken, isUnpaired)
    }

    /// How many bytes an answer has at most: every envelope at its largest, in base64 twice.
    package static let bytesMax = 8 << 20

    /// The answer as it is sent.
    package func signed(_ pairing: DeputyPairing, by keys: DeputyKeys) throws -> [UInt8] {
        try SignedPart(self, as: .hub, of: pairing, by: keys.signing).json()
    }

    /// The answer in a response; nil where this pairing's hub did not make it, or made it for another question.
    package init?(_ response: [UInt8], to nonce: String, of pairing: DeputyPairing) {
        guard let part = SignedPart(json: response), let answer = part.open(Self.self, as: .hub, of: pairing),
            answer.nonce == nonce
        else { return nil }
        self = answer
    }
}
