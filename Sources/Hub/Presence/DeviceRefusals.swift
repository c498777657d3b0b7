/// Why a device was not added or revoked.
package enum DeviceRefusal: Error, Hashable, Sendable {
    case nameEmptyOrTooLong
    case tooMany
    /// OwnTracks uses 32 bytes of it.
    case passphraseTooLong
    /// The same request was answered before, and a token is shown once.
    case alreadyIssued
    case idUsedOtherwise
    case notFound
    /// A guardian knows its token, and would be shown whom the child sees.
    case tokenOfGuardian
    /// The tracker is another device already.
    case trackerBound
}

/// Why a phone's request was not taken.
package enum DeviceReportRefusal: Error, Hashable, Sendable {
    /// The device sends faster than its budget; it keeps its queue and tries again.
    case throttled(retryAfterSeconds: Int)
    /// The store did not take it; the phone must try again.
    case notStored
}
