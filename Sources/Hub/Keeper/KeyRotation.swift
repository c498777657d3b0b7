package import Crypto

extension Hub {
    /// Gives the hub a new pepper and a new key for push services, on disk before this returns (S33).
    ///
    /// Sessions go on and nothing is lost: a password is hashed with the new pepper when it is next given, a browser
    /// subscribes again when its page is next opened, and until then the older keys serve. Throws `KeyFileError`.
    package func rotateKeys() throws(KeyFileError) {
        try vault.keys.rotate()
        note(.keysRotated)
    }
}
