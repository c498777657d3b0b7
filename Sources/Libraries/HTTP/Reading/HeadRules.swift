/// What follows the head of a request.
enum BodyFraming: Equatable {
    case length(UInt64)
    case chunked
}

/// Why the bytes of a request are refused before anything of it is acted on.
enum FramingFault: Error, Equatable {
    case malformed
    case headTooLarge
}

/// The rules for a request's head (RFC 9112), none of them relaxed (S49): a request that two readers could take for two
/// different ones is refused.
struct HeadRules {
    /// The most bytes of a head.
    let bytesMax: Int

    /// Judges a whole head, its last empty line included, whose lines all end with CRLF.
    func judge(_ head: ArraySlice<UInt8>) throws(FramingFault) -> BodyFraming {
        var counts = Counts()
        var lineStart = head.startIndex
        var isRequestLine = true
        for index in head.indices where head[index] == UInt8(ascii: "\n") {
            let line = head[lineStart..<index - 1]
            lineStart = index + 1
            if isRequestLine {
                try readRequestLine(line, &counts)
                isRequestLine = false
            } else if !line.isEmpty {
                try readField(line, &counts)
            }
        }
        // What the library keeps for each part of a head must fit into a connection's memory beside it, or it would
        // answer by itself.
        guard counts.parts * HeadRules.bytesPerPart + counts.cookieBytes <= bytesMax else { throw .headTooLarge }
        guard counts.hosts == 1 || counts.hosts == 0 && !counts.isOneDotOne else { throw .malformed }
        guard counts.isChunked else { return .length(counts.length ?? 0) }
        guard counts.length == nil, counts.isOneDotOne else { throw .malformed }
        return .chunked
    }

    private struct Counts {
        var isOneDotOne = false
        var hosts = 0
        var length: UInt64?
        var isChunked = false
        /// Headers, cookies and parameters of the query.
        var parts = 0
        var cookieBytes = 0
    }

    /// More than the library's struct MHD_HTTP_Header takes.
    private static let bytesPerPart = 64

    private func readRequestLine(_ line: ArraySlice<UInt8>, _ counts: inout Counts) throws(FramingFault) {
        let space = UInt8(ascii: " ")
        guard let methodEnd = line.firstIndex(of: space), let targetEnd = line.lastIndex(of: space),
            methodEnd > line.startIndex, targetEnd > methodEnd + 1
        else { throw .malformed }
        let target = line[methodEnd + 1..<targetEnd]
        guard line[..<methodEnd].allSatisfy(isTokenByte), target.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw .malformed
        }
        let version = line[(targetEnd + 1)...]
        counts.isOneDotOne = version.elementsEqual("HTTP/1.1".utf8)
        guard counts.isOneDotOne || version.elementsEqual("HTTP/1.0".utf8) else { throw .malformed }
        counts.parts += 1 + target.count { $0 == UInt8(ascii: "&") }
    }

    private func readField(_ line: ArraySlice<UInt8>, _ counts: inout Counts) throws(FramingFault) {
        // A line that begins with a space would go on with the one before (obs-fold): the name is empty then.
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            line[..<colon].allSatisfy(isTokenByte)
        else { throw .malformed }
        let name = line[..<colon]
        // The library takes a space behind a length or a coding for a part of it, so that one is refused there.
        let value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
        counts.parts += 1
        if isNamed("content-length", name) {
            guard counts.length == nil else { throw .malformed }
            counts.length = try number(value)
        } else if isNamed("transfer-encoding", name) {
            guard !counts.isChunked, isNamed("chunked", value) else { throw .malformed }
            counts.isChunked = true
        } else if isNamed("host", name) {
            // A space behind it would be read as a part of it here, and by others not.
            guard isHost(value) else { throw .malformed }
            counts.hosts += 1
        } else if isNamed("cookie", name) {
            counts.cookieBytes += value.count
            counts.parts += value.count { $0 == UInt8(ascii: ";") }
        }
    }

    private func number(_ digits: ArraySlice<UInt8>) throws(FramingFault) -> UInt64 {
        guard (1...18).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .malformed
        }
        return digits.reduce(0) { $0 * 10 + UInt64($1 - 0x30) }
    }

    private func isNamed(_ name: StaticString, _ bytes: ArraySlice<UInt8>) -> Bool {
        guard name.utf8CodeUnitCount == bytes.count else { return false }
        return name.withUTF8Buffer { letters in
            unsafe zip(letters, bytes).allSatisfy { $0 == lowercased($1) }
        }
    }
}

/// Whether a byte may be in a method or a header's name (RFC 9110, 5.6.2).
func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
}
