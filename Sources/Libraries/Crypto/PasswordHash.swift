import CSodium

/// Hashes passwords with Argon2id, after a pepper that is kept outside the database.
///
/// A password is taken in its NFKC form. The pepper goes first: HMAC-SHA256 of that under it is what Argon2id hashes, so a stolen database alone allows no
/// guessing. Each call blocks for tens of milliseconds and takes `memoryKiB`; the caller chooses where and how many at once.
package struct PasswordHash: Sendable {
    /// What one hash costs.
    package struct Cost: Sendable, Hashable {
        /// Memory in units of 1 024 bytes.
        package let memoryKiB: Int
        /// Passes over the memory.
        package let passes: Int

        /// The least that is allowed: 19 MiB, two passes, one lane.
        package static let least = Cost(uncheckedMemoryKiB: 19 * 1024, passes: 2)

        /// Nil below the least.
        package init?(memoryKiB: Int, passes: Int) {
            guard memoryKiB >= Self.least.memoryKiB, passes >= Self.least.passes else { return nil }
            self.init(uncheckedMemoryKiB: memoryKiB, passes: passes)
        }

        private init(uncheckedMemoryKiB memoryKiB: Int, passes: Int) {
            self.memoryKiB = memoryKiB
            self.passes = passes
        }
    }

    private let pepper: HMACKey
    private let cost: Cost

    /// Takes the hub's pepper, and the cost of new hashes.
    package init(pepper: HMACKey, cost: Cost = .least) {
        self.pepper = pepper
        self.cost = cost
    }

    /// A new hash with its own salt and its cost: `$argon2id$v=19$m=19456,t=2,p=1$…$…`, below 128 characters.
    ///
    /// Nil where the machine has not the memory.
    package func hash(_ password: String) -> String? {
        Sodium.isReady
        let peppered = pepper.authenticate([UInt8](Self.form(of: password).utf8)).map(CChar.init(bitPattern:))
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_argon2id_STRBYTES))
        let result = unsafe crypto_pwhash_argon2id_str(
            &text,
            peppered,
            UInt64(peppered.count),
            UInt64(cost.passes),
            cost.memoryKiB * 1024
        )
        guard result == 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Whether `hash` was made of this password under this pepper, compared in constant time.
    package func verify(_ password: String, against hash: String) -> Bool {
        Self.isArgon2id(hash, of: pepper.authenticate([UInt8](Self.form(of: password).utf8)))
    }

    /// Whether `hash` is the Argon2id hash of exactly these bytes.
    package static func isArgon2id(_ hash: String, of bytes: [UInt8]) -> Bool {
        Sodium.isReady
        let characters = bytes.map(CChar.init(bitPattern:))
        return unsafe crypto_pwhash_argon2id_str_verify(hash, characters, UInt64(characters.count)) == 0
    }

    /// Whether `hash` was made at another cost than today's, or is none: hash again at the next login.
    package func needsRehash(_ hash: String) -> Bool {
        unsafe crypto_pwhash_argon2id_str_needs_rehash(hash, UInt64(cost.passes), cost.memoryKiB * 1024) != 0
    }
}
