import CSodium

/// Points of the curve of Ed25519, as coins use them.
package enum Ed25519Point {
    /// Whether a secret number, as 32 bytes in little-endian order, is the one behind a public point.
    ///
    /// A number that is not below the group's order is not, as no wallet makes one.
    package static func isSecret(_ secret: [UInt8], of point: [UInt8]) -> Bool {
        guard secret.count == 32, point.count == 32 else { return false }
        Sodium.isReady
        var reduced = [UInt8](repeating: 0, count: 32)
        // It reads 64 bytes (crypto_core_ed25519_scalar_reduce in libsodium's manual).
        unsafe crypto_core_ed25519_scalar_reduce(&reduced, secret + [UInt8](repeating: 0, count: 32))
        guard isEqualInConstantTime(reduced, secret) else { return false }
        var found = [UInt8](repeating: 0, count: 32)
        guard unsafe crypto_scalarmult_ed25519_base_noclamp(&found, secret) == 0 else { return false }
        return isEqualInConstantTime(found, point)
    }
}
