import CSodium

/// A key for HMAC-SHA256 of RFC 2104: lookups of numbers, hashes of tokens, the pepper of passwords.
///
/// A class, so that printing it shows nothing.
package final class HMACKey: Sendable {
    /// The state after the key went in, copied for each message.
    private let keyed: crypto_auth_hmacsha256_state

    /// Takes a key of any length; 32 random bytes are right.
    package init(_ key: [UInt8]) {
        var state = crypto_auth_hmacsha256_state()
        unsafe crypto_auth_hmacsha256_init(&state, key, key.count)
        keyed = state
    }

    /// The 32 bytes that only a holder of the key can make for `message`.
    package func authenticate(_ message: [UInt8]) -> [UInt8] {
        var state = keyed
        unsafe crypto_auth_hmacsha256_update(&state, message, UInt64(message.count))
        var code = [UInt8](repeating: 0, count: 32)
        unsafe crypto_auth_hmacsha256_final(&state, &code)
        return code
    }

    /// Whether `code` belongs to `message`, in constant time.
    package func isValid(_ code: [UInt8], for message: [UInt8]) -> Bool {
        isEqualInConstantTime(authenticate(message), code)
    }

    /// A key of 32 bytes for one purpose, independent of those for others.
    ///
    /// This is HKDF-Expand of RFC 5869 for one block, and so asks for a key that is random itself.
    package func derive(_ purpose: [UInt8]) -> [UInt8] {
        authenticate(purpose + [1])
    }
}
