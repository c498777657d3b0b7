package import Family

/// The OsmAnd protocol of Traccar: parameters in the address, in a form, or the JSON of Traccar Client 9.
///
/// The kind of body is told by its first character, because clients lie about its type.
package enum OsmAnd {
    /// Reads one request.
    ///
    /// - Parameters:
    ///   - query: what follows `?` in the address, still escaped; may be empty.
    ///   - body: a form, JSON or nothing.
    ///   - receivedAt: the time of a position that has none.
    package static func read(query: Span<UInt8>, body: Span<UInt8>, receivedAt: Timestamp) -> PhoneReport {
        PhoneReport()
    }

    /// The `id`, `deviceid` or `device_id` of a request, in which the device's token travels; nil without one.
    package static func token(query: Span<UInt8>, body: Span<UInt8>) -> String? {
        nil
    }

    /// A fix as Traccar Client up to 8 puts it in the address, and from 10 in a form.
    package static func form(for fix: Fix, token: String) -> [UInt8] {
        []
    }

    /// A fix as Traccar Client 9 posts it.
    package static func json(for fix: Fix, token: String) -> [UInt8] {
        []
    }
}
