import Crypto
import Family
import Storage

extension Vault {
    /// A new key for a ledger, and the form in which the database keeps it.
    func makeLedgerKey(
        _ id: ID<LedgerKey>,
        of holder: ID<LedgerHolder>?,
        random: (Int) -> [UInt8]
    ) -> (holding: LedgerKeyHolding, secret: Ed25519Key, sealed: [UInt8]) {
        let seed = random(Ed25519Key.seedCount)
        let secret = Ed25519Key(seed: seed)
        let holding = LedgerKeyHolding(id: id, holder: holder, keeping: .hub, publicKey: secret.publicKey)
        return (holding, secret, keys.wrapping.seal(seed, additional: Purpose.ledgerKey.binding(id.bytes)))
    }

    /// A key that the hub keeps; nil for a device's, or one sealed elsewhere.
    func open(_ key: LedgerKeyRow) -> Ed25519Key? {
        let additional = Purpose.ledgerKey.binding(key.holding.id.bytes)
        guard let sealed = key.seedSealed, let seed = keys.wrapping.open(sealed, additional: additional),
            seed.count == Ed25519Key.seedCount
        else { return nil }
        let secret = Ed25519Key(seed: seed)
        return secret.publicKey == key.holding.publicKey ? secret : nil
    }
}
