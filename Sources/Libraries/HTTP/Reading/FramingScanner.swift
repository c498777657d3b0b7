/// Follows the requests on one connection byte by byte, and says how far they may be handed on.
///
/// A head is handed on once it is whole and judged, the line of a chunk's size once it is whole, and bodies at once.
struct FramingScanner {
    private let rules: HeadRules
    private var state = State.head
    /// The bytes of the head so far, and of the line that it is in.
    private var headBytes = 0
    private var lineBytes = 0
    private var isAfterCR = false
    /// Whether an empty line before the request was let pass (RFC 9112, 2.2).
    private var isEmptyLineSkipped = false
    /// How many heads were found whole and in order.
    private(set) var heads = 0

    private enum State {
        case head
        case body(left: UInt64)
        /// The line of a chunk's size so far.
        case size(UInt64, digits: Int, isInExtension: Bool)
        case chunk(left: UInt64)
        case chunkEnd
        /// Trailers and the empty line behind the last chunk.
        case end(bytes: Int, isInValue: Bool)
    }

    init(rules: HeadRules) {
        self.rules = rules
    }

    /// Whether a head has begun and is not whole.
    var isWithinHead: Bool {
        if case .head = state { return headBytes > 0 }
        return false
    }

    /// What ends, for the library, the request that `scan` refused: a head of its own, or the end of the body.
    var ending: String {
        switch state {
        case .head: "BAD / HTTP/1.1\r\nHost: refused\r\n\r\n"
        case .body: ""
        case .size, .end: "0\r\n\r\n"
        case .chunk, .chunkEnd: "\r\n0\r\n\r\n"
        }
    }

    /// Takes the next bytes and returns how many of them, from the first one on, may be handed on after those held.
    ///
    /// `held` are those before them that were not handed on yet. At a fault the count is what was in order before the
    /// part that is not.
    mutating func scan(
        _ bytes: UnsafeRawBufferPointer,
        after held: [UInt8]
    ) -> (handedOn: Int, fault: FramingFault?) {
        var handedOn = 0
        var index = 0
        do throws(FramingFault) {
            while index < bytes.count {
                switch state {
                case .body(let left):
                    index += skip(left, of: bytes.count - index) { $0 == 0 ? .head : .body(left: $0) }
                    handedOn = index
                case .chunk(let left):
                    index += skip(left, of: bytes.count - index) { $0 == 0 ? .chunkEnd : .chunk(left: $0) }
                    handedOn = index
                case .head:
                    let byte = unsafe bytes[index]
                    index += 1
                    guard try scanHeadByte(byte) else { continue }
                    let part = unsafe Array(bytes[handedOn..<index])
                    try endHead(handedOn == 0 ? held + part : part)
                    handedOn = index
                case .size, .chunkEnd, .end:
                    let byte = unsafe bytes[index]
                    index += 1
                    if try scanChunkByte(byte) { handedOn = index }
                }
            }
            return (handedOn, nil)
        } catch {
            return (handedOn, error)
        }
    }

    private mutating func skip(_ left: UInt64, of available: Int, then next: (UInt64) -> State) -> Int {
        let count = Int(min(left, UInt64(available)))
        state = next(left - UInt64(count))
        return count
    }

    /// Whether the byte ends the head.
    private mutating func scanHeadByte(_ byte: UInt8) throws(FramingFault) -> Bool {
        headBytes += 1
        guard headBytes <= rules.bytesMax else { throw .headTooLarge }
        switch byte {
        case UInt8(ascii: "\r"):
            guard !isAfterCR else { throw .malformed }
            isAfterCR = true
            return false
        case UInt8(ascii: "\n"):
            guard isAfterCR else { throw .malformed }
            isAfterCR = false
            if lineBytes > 0 {
                lineBytes = 0
                return false
            }
            guard headBytes == 2 else { return true }
            isEmptyLineSkipped = true
            return false
        default:
            // A NUL, another control character, or a CR alone.
            guard !isAfterCR, byte >= 0x20 && byte != 0x7F || byte == 0x09 else { throw .malformed }
            lineBytes += 1
            return false
        }
    }

    private mutating func endHead(_ head: [UInt8]) throws(FramingFault) {
        let framing = try rules.judge(head.dropFirst(isEmptyLineSkipped ? 2 : 0))
        heads += 1
        (headBytes, lineBytes, isEmptyLineSkipped) = (0, 0, false)
        switch framing {
        case .length(let count): state = count == 0 ? .head : .body(left: count)
        case .chunked: state = .size(0, digits: 0, isInExtension: false)
        }
    }

    /// Whether what the byte is part of may be handed on with it.
    private mutating func scanChunkByte(_ byte: UInt8) throws(FramingFault) -> Bool {
        if isAfterCR {
            guard byte == UInt8(ascii: "\n") else { throw .malformed }
            isAfterCR = false
            return endChunkLine()
        }
        if byte == UInt8(ascii: "\r") {
            if case .size(_, let digits, _) = state, digits == 0 { throw .malformed }
            if case .end(_, false) = state, lineBytes > 0 { throw .malformed }
            isAfterCR = true
            return false
        }
        if case .end(let bytes, let isInValue) = state {
            try scanTrailerByte(byte, bytes: bytes, isInValue: isInValue)
            return false
        }
        guard case .size(let size, let digits, let isInExtension) = state, digits < FramingScanner.sizeLineMax else {
            throw .malformed
        }
        if isInExtension {
            guard byte >= 0x20 && byte < 0x7F || byte == 0x09 else { throw .malformed }
            state = .size(size, digits: digits + 1, isInExtension: true)
        } else if byte == UInt8(ascii: ";"), digits > 0 {
            state = .size(size, digits: digits + 1, isInExtension: true)
        } else {
            // Eight digits are four gigabytes, far above any limit.
            guard let digit = hexDigit(byte), digits < 8 else { throw .malformed }
            state = .size(size << 4 | digit, digits: digits + 1, isInExtension: false)
        }
        return false
    }

    /// Trailers are read as strictly as headers, and forgotten.
    private mutating func scanTrailerByte(_ byte: UInt8, bytes: Int, isInValue: Bool) throws(FramingFault) {
        guard bytes < FramingScanner.trailerBytesMax else { throw .malformed }
        let isColon = !isInValue && byte == UInt8(ascii: ":") && lineBytes > 0
        let isOfValue = isInValue && (byte >= 0x20 && byte != 0x7F || byte == 0x09)
        guard isColon || isOfValue || !isInValue && isTokenByte(byte) else { throw .malformed }
        lineBytes += 1
        state = .end(bytes: bytes + 1, isInValue: isInValue || isColon)
    }

    /// Few enough for the library to keep them beside a head of any size.
    private static let trailerBytesMax = 512
    /// The longest line of a chunk's size.
    private static let sizeLineMax = 256

    private mutating func endChunkLine() -> Bool {
        switch state {
        case .size(0, _, _):
            state = .end(bytes: 0, isInValue: false)
            return false
        case .end(let bytes, true):
            lineBytes = 0
            state = .end(bytes: bytes, isInValue: false)
            return false
        case .size(let size, _, _):
            state = .chunk(left: size)
        case .chunkEnd:
            state = .size(0, digits: 0, isInExtension: false)
        case .end, .head, .body, .chunk:
            state = .head
        }
        return true
    }

    private func hexDigit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case 0x30...0x39: UInt64(byte - 0x30)
        case 0x41...0x46, 0x61...0x66: UInt64((byte | 0x20) - 0x61 + 10)
        default: nil
        }
    }
}
