import CSodium

/// libsodium, made ready once: `sodium_init` comes before any other of its functions.
enum Sodium {
    /// Stops the program where the machine gives no randomness, for nothing would be secret then.
    static let isReady: Void = {
        precondition(sodium_init() >= 0, "libsodium cannot start")
    }()
}

/// Compares two secrets of one length in a time that does not depend on where they differ.
///
/// The lengths themselves are no secret.
package func isEqualInConstantTime(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    guard first.count == second.count else { return false }
    return unsafe sodium_memcmp(first, second, first.count) == 0
}
