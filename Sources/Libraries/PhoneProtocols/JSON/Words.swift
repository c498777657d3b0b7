extension Span<UInt8> {
    /// Eight bytes at once, the first of them the highest; all must lie within the span.
    @inline(__always)
    func word(at position: Int) -> UInt64 {
        UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self))
    }
}

/// How many of the eight bytes of `word` come before the first that ends a text of JSON or escapes something.
@inline(__always)
func plainTextBytes(in word: UInt64) -> Int {
    let stops = bytesEqual(to: UInt8(ascii: "\""), in: word) | bytesEqual(to: UInt8(ascii: "\\"), in: word)
    return stops.leadingZeroBitCount / 8
}

/// Sets the high bit of each byte of `word` that is `byte`, and clears all else.
@inline(__always)
private func bytesEqual(to byte: UInt8, in word: UInt64) -> UInt64 {
    let lowBits: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let difference = word ^ (0x0101_0101_0101_0101 &* UInt64(byte))
    // Adding 127 to seven bits carries into the eighth unless all were zero, and never further.
    return ~((difference & lowBits) &+ lowBits | difference | lowBits)
}
