/// Why a clock, or a link to one, was not changed.
package enum ClockRefusal: Error, Hashable, Sendable {
    case slotsOutOfRange
    case slotEmptyOrTooLong
    case slotTwice
    case slotReserved
    case tooManyMembers
    /// A member whom the caller may not see.
    case memberUnknown
    case tooManyLinks
    /// A map or missions on a wall are for adults to decide.
    case adultsOnly
    case notFound
}
