import CCrypto

/// Codes that change with the time (RFC 6238): of HMAC-SHA-1 and steps of 30 seconds, which every authenticator app knows.
package enum TOTP {
    /// A code holds for so many seconds.
    package static let stepSeconds: Int64 = 30
    /// A clock may be so many steps off.
    private static let window: Int64 = 1

    /// A fresh secret: 160 bits, as RFC 4226 recommends.
    package static func makeSecret() -> [UInt8] { SecureRandom.bytes(20) }

    /// The code of a step since 1970; 6 to 9 digits.
    package static func code(secret: [UInt8], step: Int64, digits: Int = 6) -> String {
        let message = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: step >> Int64($0)) }
        var mac = [UInt8](repeating: 0, count: 20)
        var count: UInt32 = 0
        let made = unsafe HMAC(EVP_sha1(), secret, Int32(secret.count), message, message.count, &mac, &count)
        precondition(unsafe made != nil && count == 20, "OpenSSL lacks HMAC-SHA-1")
        let offset = Int(mac[19] & 15)
        let word = mac[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let modulus = (0..<digits).reduce(UInt32(1)) { power, _ in power * 10 }
        let text = String(word % modulus)
        return String(repeating: "0", count: digits - text.utf8.count) + text
    }

    /// The step whose code somebody typed: this one, the one before or after, but none up to `used`; nil for a wrong code.
    package static func step(of typed: String, secret: [UInt8], milliseconds: Int64, after used: Int64) -> Int64? {
        let digits = Array(typed.utf8.filter { $0 != UInt8(ascii: " ") })
        let now = milliseconds / 1_000 / stepSeconds
        var found: Int64?
        for step in now - window...now + window where step > used {
            let code = Array(code(secret: secret, step: step).utf8)
            if digits.count == code.count, isEqualInConstantTime(digits, code) { found = found ?? step }
        }
        return found
    }

    /// A secret as people type it into an app: base32 of RFC 4648, without padding.
    package static func text(ofSecret secret: [UInt8]) -> String {
        let symbols = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
        var text: [UInt8] = []
        var (gathered, bits): (UInt32, Int) = (0, 0)
        for byte in secret {
            gathered = gathered << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(symbols[Int(gathered >> UInt32(bits) & 31)])
            }
        }
        if bits > 0 { text.append(symbols[Int(gathered << UInt32(5 - bits) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }
}
