package import Family
import Crypto

/// What an authenticator app does with the secret that somebody typed into it.
package enum AuthenticatorApp {
    /// The code that it shows at a moment, of a secret in base32.
    package static func code(ofSecret text: String, at moment: Timestamp) -> String {
        TOTP.code(secret: bytes(ofBase32: text), step: moment.milliseconds / 30_000)
    }

    private static func bytes(ofBase32 text: String) -> [UInt8] {
        let symbols = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let bits = text.flatMap { symbol in
            let value = symbols.firstIndex(of: symbol) ?? 0
            return (0..<5).map { value >> (4 - $0) & 1 }
        }
        return stride(from: 0, to: bits.count / 8 * 8, by: 8).map { start in
            bits[start..<start + 8].reduce(0) { $0 << 1 | UInt8($1) }
        }
    }
}
