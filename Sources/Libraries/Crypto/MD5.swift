import CCrypto

/// The hash function MD5 of RFC 1321: it finds out whether a file came whole, and proves nothing about who made it.
package enum MD5 {
    /// The digest of what comes in pieces, such as a file too large for memory.
    package struct Running {
        private var state = MD5_CTX()

        /// Of nothing yet.
        package init() {
            unsafe MD5_Init(&state)
        }

        /// Takes the next piece.
        package mutating func update(_ bytes: [UInt8]) {
            unsafe MD5_Update(&state, bytes, bytes.count)
        }

        /// The digest of all pieces so far, as 32 lower-case hexadecimal digits.
        package var hexadecimal: String {
            var (copy, digest) = (state, [UInt8](repeating: 0, count: 16))
            unsafe MD5_Final(&digest, &copy)
            let symbols = [UInt8]("0123456789abcdef".utf8)
            return String(decoding: digest.flatMap { [symbols[Int($0 >> 4)], symbols[Int($0 & 15)]] }, as: UTF8.self)
        }
    }
}
