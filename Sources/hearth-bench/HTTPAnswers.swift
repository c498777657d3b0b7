/// Reads the answers that come over one connection, of which only the status is wanted.
struct HTTPAnswers {
    /// What has come of an answer that is not whole yet.
    private var rest: [UInt8] = []
    /// How long the last answer was that came in one piece.
    private var usualCount = -1

    /// Takes what was received, and says the statuses of answers that are whole now through `each`.
    ///
    /// Answers have a Content-Length, or no body.
    mutating func append(_ buffer: [UInt8], count: Int, each: (Int) -> Void) {
        // Answers to the same question are of one length: mostly there is nothing to look for.
        if rest.isEmpty, count == usualCount, let status = HTTPAnswers.status(buffer) { return each(status) }
        rest.append(contentsOf: buffer[..<count])
        while let length = HTTPAnswers.length(rest), rest.count >= length {
            guard let status = HTTPAnswers.status(rest) else { break }
            usualCount = length
            rest.removeFirst(length)
            each(status)
        }
    }

    private static func status(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 12 else { return nil }
        return bytes[9..<12].reduce(0) { $0 * 10 + Int($1) - Int(UInt8(ascii: "0")) }
    }

    /// The bytes of head and body; nil until the head is whole.
    private static func length(_ bytes: [UInt8]) -> Int? {
        let end = Array("\r\n\r\n".utf8)
        guard let head = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else { return nil }
        let text = String(decoding: bytes[..<head], as: UTF8.self).lowercased()
        let line = text.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
        let body = line.flatMap { Int($0.dropFirst(15).drop { $0 == " " }) } ?? 0
        return head + 4 + body
    }
}
