package import Crypto

extension Hub {
    /// Gives the hub a new pepper and a new key for push services, on disk before this returns (S33).
    ///
    /// Nobody is logged out and nothing is lost: a password is hashed anew when it is next given, a browser subscribes
    /// anew when its page is next opened, and until then the older keys serve. Throws `KeyFileRefusal`.
    package func rotateKeys() throws(KeyFileRefusal) {
        try vault.keys.rotate()
        note(.keysRotated)
    }
}
