package import Crypto

/// One side's private keys of a pairing: made for it, and gone with it.
///
/// Printing them shows nothing.
package struct DeputyKeys: Sendable, CustomStringConvertible {
    /// How many bytes the two seeds have together.
    package static let seedCount = Ed25519Key.seedCount + BoxKey.seedCount

    package let signing: Ed25519Key
    package let box: BoxKey
    /// What both keys are made of, to be kept sealed or in a private file.
    package let seed: [UInt8]

    /// Makes both keys of 64 random bytes; nil for another number of them.
    package init?(seed: [UInt8]) {
        guard seed.count == Self.seedCount else { return nil }
        self.seed = seed
        signing = Ed25519Key(seed: Array(seed.prefix(Ed25519Key.seedCount)))
        box = BoxKey(seed: Array(seed.dropFirst(Ed25519Key.seedCount)))
    }

    /// Both public halves.
    package var published: DeputyPublicKeys {
        DeputyPublicKeys(signing: signing.publicKey, box: box.publicKey)
    }

    package var description: String { "DeputyKeys" }
}

/// One side's public keys.
package struct DeputyPublicKeys: Hashable, Sendable {
    package let signing: [UInt8]
    package let box: [UInt8]

    init(signing: [UInt8], box: [UInt8]) {
        (self.signing, self.box) = (signing, box)
    }

    /// Reads 64 bytes; nil for another number of them.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Ed25519Key.publicCount + BoxKey.publicCount else { return nil }
        signing = Array(bytes.prefix(Ed25519Key.publicCount))
        box = Array(bytes.dropFirst(Ed25519Key.publicCount))
    }

    /// Both behind each other.
    package var bytes: [UInt8] { signing + box }
}
