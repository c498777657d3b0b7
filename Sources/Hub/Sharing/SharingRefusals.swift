/// Why a connection was not made or changed.
package enum ConnectionRefusal: Error, Hashable, Sendable {
    /// Wrong number, wrong code, or an expired code: one answer for all (A7).
    case wrongPhoneOrCode
    case oneself
    /// The precision or the end of a code makes no sense.
    case nothingToShare
    case expiryInThePast
    /// Too many people were asked in a day.
    case askedTooOften(retryAfterSeconds: Int)
    /// Too many wrong codes by this member, or from their network.
    case tooManyGuesses(retryAfterSeconds: Int)
    /// The same identity was used for another request.
    case idUsedOtherwise
    /// Not there, or not the caller's to change.
    case notFound
}

/// Why a change to all of a member's sharing was refused.
package enum SharingRefusal: Error, Hashable, Sendable {
    /// A pause ends in the future.
    case endInThePast
    /// Showing nothing to anyone is to stop sharing.
    case nothingLeft
    /// A reminder comes after 1 to 30 days.
    case daysOutOfRange
}

/// Why a track, or a choice of whom to show, was refused; never says whether the other member exists.
package enum SubjectRefusal: Error, Hashable, Sendable {
    case notFound
    case periodEmpty
    case cursorUnknown
    case memberMissing
}
