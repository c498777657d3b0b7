package import Family

/// GPSLogger's custom address: whatever names and placeholders the user typed.
package enum GPSLogger {
    /// Reads one request.
    ///
    /// - Parameters:
    ///   - query: what follows `?` in the address, still escaped; may be empty.
    ///   - body: a form, a flat JSON object or nothing.
    ///   - receivedAt: the time of a position that names none at all.
    package static func read(query: Span<UInt8>, body: Span<UInt8>, receivedAt: Timestamp) -> PhoneReport {
        PhoneReport()
    }

    /// A fix as the app sends it with the placeholders of ``PhoneSetUp``.
    package static func form(for fix: Fix) -> [UInt8] {
        []
    }
}
