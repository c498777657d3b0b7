/// OwnTracks in HTTP mode: one JSON object per request.
package enum OwnTracks {
    /// Reads one request.
    ///
    /// - Parameters:
    ///   - body: the request's body, also an empty one.
    ///   - decrypt: opens nonce, tag and ciphertext as OwnTracks concatenates them (24 + 16 + n bytes, n may be 0);
    ///     nil where the device has no key.
    package static func read(
        _ body: Span<UInt8>,
        decrypt: ((_ nonceAndBox: [UInt8]) -> [UInt8]?)? = nil
    ) -> PhoneReport {
        PhoneReport()
    }
}
