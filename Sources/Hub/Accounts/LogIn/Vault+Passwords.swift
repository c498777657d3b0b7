import Crypto

/// Passwords, and all else that the pepper keeps from being guessed.
extension Vault {
    /// The hash of a password, slow on purpose; nil where the machine has not the memory.
    ///
    /// It begins with the place of its pepper among the hub's, unless that is the first.
    func hash(password: String) -> String? {
        let peppers = keys.peppers
        let newest = peppers.count - 1
        return PasswordHash(pepper: peppers[newest]).hash(password).map { newest == 0 ? $0 : "\(newest)\($0)" }
    }

    /// Whether a password fits its hash, slow on purpose; with no hash it takes as long and says no.
    func verify(password: String, hash: String?) -> Bool {
        guard let hash, let (pepper, plain) = parts(of: hash) else {
            _ = self.hash(password: password)
            return false
        }
        return PasswordHash(pepper: keys.peppers[pepper]).verify(password, against: plain)
    }

    /// Whether a password's hash was made at another cost than today's (S3), or under another pepper (S33).
    func needsRehash(_ hash: String) -> Bool {
        guard let (pepper, plain) = parts(of: hash) else { return true }
        let peppers = keys.peppers
        return pepper != peppers.count - 1 || PasswordHash(pepper: peppers[pepper]).needsRehash(plain)
    }

    /// Whether a code's hash was made of a message under any of the hub's peppers, in constant time.
    func isPeppered(_ hash: [UInt8], _ message: [UInt8]) -> Bool {
        // Every pepper is tried, so that the time says nothing of which it was.
        keys.peppers.reduce(false) { $1.isValid(hash, for: message) || $0 }
    }

    /// The place of a hash's pepper, and the hash itself; nil for one under a pepper that this hub has not.
    private func parts(of hash: String) -> (pepper: Int, plain: String)? {
        let place = hash.prefix { $0 != "$" }
        guard let pepper = place.isEmpty ? 0 : Int(place), keys.peppers.indices.contains(pepper) else { return nil }
        return (pepper, String(hash.dropFirst(place.count)))
    }
}
