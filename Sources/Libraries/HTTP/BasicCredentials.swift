/// The user name and password of HTTP's Basic scheme (RFC 7617).
package struct BasicCredentials: Hashable, Sendable {
    /// What stands before the first colon.
    package let user: String
    /// What stands behind it.
    package let password: String

    package init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// Reads the value of an Authorization header; nil for another scheme, bad base64, no colon or no UTF-8.
    package init?(authorization: String) {
        guard let encoded = authorizationValue(authorization, scheme: "basic"),
            let bytes = decodedBase64(encoded.utf8),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let user = String(validating: bytes[..<colon], as: UTF8.self),
            let password = String(validating: bytes[(colon + 1)...], as: UTF8.self)
        else { return nil }
        self.init(user: user, password: password)
    }
}

/// What follows the scheme, which is compared without regard to case, in an Authorization header.
func authorizationValue(_ header: String, scheme: StaticString) -> String? {
    let length = scheme.utf8CodeUnitCount
    let utf8 = header.utf8
    guard utf8.count > length + 1,
        scheme.withUTF8Buffer({ letters in
            // Letters A to Z in either case; the schemes asked for are written in lower case.
            unsafe zip(letters, utf8).allSatisfy { $0 == ($1 | 0x20) }
        })
    else { return nil }
    let rest = header[utf8.index(utf8.startIndex, offsetBy: length)...]
    guard rest.utf8.first == UInt8(ascii: " ") else { return nil }
    let value = rest.trimmed
    return value.isEmpty ? nil : String(value)
}

/// Reads base64 (RFC 4648, section 4), padded or not; nil for any other byte.
func decodedBase64(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount = 0
    var paddingCount = 0
    for byte in text {
        if byte == UInt8(ascii: "=") {
            paddingCount += 1
            continue
        }
        guard paddingCount == 0, let value = base64Value(byte) else { return nil }
        bits = bits << 6 | value
        bitCount += 6
        if bitCount >= 8 {
            bitCount -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
        }
    }
    // Six bits left over are a letter that says nothing; set bits left over are no encoding of anything.
    guard paddingCount <= 2, bitCount < 6, bits & (1 << UInt32(bitCount) - 1) == 0 else { return nil }
    return bytes
}

private func base64Value(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a") + 26)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0") + 52)
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
}

extension Substring {
    /// Without the spaces and tabs at both ends.
    var trimmed: Substring {
        var text = self
        while let first = text.utf8.first, first == 0x20 || first == 0x09 { text = text.dropFirst() }
        while let last = text.utf8.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
        return text
    }
}
