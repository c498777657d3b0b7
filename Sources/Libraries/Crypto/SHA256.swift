import CCrypto
import CSodium

/// The hash function SHA-256 of FIPS 180-4.
package enum SHA256 {
    /// The 32 bytes that stand for `bytes`, and for what comes behind them.
    ///
    /// By libcrypto, which uses the processor's own instructions: for one block it takes two thirds of libsodium's time, for
    /// five a fifth. Its functions for this one hash need no memory of their own, unlike those for any.
    package static func digest(_ bytes: [UInt8], _ second: [UInt8] = [], _ third: [UInt8] = []) -> [UInt8] {
        var state = SHA256_CTX()
        unsafe SHA256_Init(&state)
        unsafe SHA256_Update(&state, bytes, bytes.count)
        unsafe SHA256_Update(&state, second, second.count)
        unsafe SHA256_Update(&state, third, third.count)
        return unsafe [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
            unsafe SHA256_Final(digest.baseAddress, &state)
            count = 32
        }
    }

    /// The same as 64 lower-case hexadecimal digits.
    package static func hexadecimal(_ bytes: [UInt8]) -> String {
        digits(of: digest(bytes))
    }

    fileprivate static func digits(of digest: [UInt8]) -> String {
        let symbols = [UInt8]("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [symbols[Int($0 >> 4)], symbols[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The digest of what comes in pieces, such as a file too large for memory.
    package struct Running {
        private var state = crypto_hash_sha256_state()

        /// Of nothing yet.
        package init() {
            unsafe crypto_hash_sha256_init(&state)
        }

        /// Takes the next piece.
        package mutating func update(_ bytes: [UInt8]) {
            unsafe crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count))
        }

        /// The digest of all pieces so far, as 64 hexadecimal digits.
        package var hexadecimal: String {
            var (copy, digest) = (state, [UInt8](repeating: 0, count: 32))
            unsafe crypto_hash_sha256_final(&copy, &digest)
            return digits(of: digest)
        }
    }
}
