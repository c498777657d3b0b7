package import Family

/// OwnTracks in HTTP mode: one JSON object per request.
package enum OwnTracks {
    /// Reads one request.
    ///
    /// - Parameters:
    ///   - body: the request's body, also an empty one.
    ///   - receivedAt: the hub's time, which tells Overland's wrong stamps from old ones.
    ///   - decrypt: opens nonce, tag and ciphertext as OwnTracks concatenates them (24 + 16 + n bytes, n may be 0);
    ///     nil where the device has no key.
    /// - Returns: what it said; reading never fails.
    package static func read(
        _ body: Span<UInt8>,
        receivedAt: Timestamp,
        decrypt: ((_ nonceAndBox: [UInt8]) -> [UInt8]?)? = nil
    ) -> PhoneReport {
        var report = PhoneReport()
        var scanner = JSONScanner(body)
        guard scanner.peek() != .nothing else {
            report.heard = true
            report.note(body.isEmpty ? .empty : .malformed)
            return report
        }
        var message = OwnTracksMessage()
        if !message.read(&scanner) || scanner.failed {
            report.note(.malformed)
        } else if message.type == .encrypted {
            open(message, receivedAt: receivedAt, with: decrypt, into: &report)
        } else {
            report.append(message, receivedAt: receivedAt)
        }
        report.heard = report.fixes.isEmpty
        return report
    }

    /// Reads what an encrypted message holds; one encrypted message inside another is not opened.
    private static func open(
        _ message: OwnTracksMessage,
        receivedAt: Timestamp,
        with decrypt: (([UInt8]) -> [UInt8]?)?,
        into report: inout PhoneReport
    ) {
        // 24 bytes of nonce and 16 of tag: anything shorter never was a message.
        guard let sealed = message.data.flatMap(Base64.decoded), sealed.count >= 40, let opened = decrypt?(sealed)
        else {
            return report.note(.undecryptable)
        }
        var scanner = JSONScanner(opened.span)
        var inner = OwnTracksMessage()
        guard inner.read(&scanner), !scanner.failed, inner.type != .encrypted else {
            return report.note(.malformed)
        }
        report.append(inner, receivedAt: receivedAt)
    }
}
