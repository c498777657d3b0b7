/// Whether the value of a `Host` header is a host of RFC 3986 (3.2.2), alone or with a port (RFC 9110, 7.2).
///
/// A name that is compared by another rule would make `[::1]anything` this machine (S62).
func isHost(_ value: ArraySlice<UInt8>) -> Bool {
    guard value.first == UInt8(ascii: "[") else {
        let host = value.prefix { $0 != UInt8(ascii: ":") }
        return isRegisteredName(host) && isPort(value[host.endIndex...])
    }
    guard let end = value.firstIndex(of: UInt8(ascii: "]")) else { return false }
    return isAddressLiteral(value[value.startIndex + 1..<end]) && isPort(value[(end + 1)...])
}

/// Nothing, or a colon and digits.
private func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.isEmpty || bytes.first == UInt8(ascii: ":") && bytes.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
}

/// An address of IPv6 without a zone, or one of a version that there is not yet.
private func isAddressLiteral(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, lowercased(first) == UInt8(ascii: "v") else {
        let isPlain = bytes.allSatisfy { isHexDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
        guard isPlain, bytes.contains(UInt8(ascii: ":")) else { return false }
        return ClientAddress(String(decoding: bytes, as: UTF8.self)) != nil
    }
    let parts = bytes.dropFirst().split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy(isHexDigit), !parts[1].isEmpty else { return false }
    return parts[1].allSatisfy { isNameByte($0) || $0 == UInt8(ascii: ":") }
}

private func isRegisteredName(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "%") {
            guard let high = rest.popFirst(), let low = rest.popFirst(), isHexDigit(high), isHexDigit(low) else {
                return false
            }
        } else if !isNameByte(byte) {
            return false
        }
    }
    return true
}

/// Unreserved characters and sub-delims.
private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    case UInt8(ascii: "!"), UInt8(ascii: "$"), 0x26...0x2C, UInt8(ascii: ";"), UInt8(ascii: "="): true
    default: false
    }
}

private func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(lowercased(byte))
}
