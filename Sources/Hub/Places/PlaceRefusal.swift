/// Why a place was not saved.
package enum PlaceRefusal: Error, Hashable, Sendable {
    case labelEmptyOrTooLong
    /// It would become a link in a text or mail (F84).
    case labelHoldsAddress
    case labelReserved
    case descriptionEmptyOrTooLong
    case offTheGlobe
    case radiusOutOfRange
    case tooMany
    case tooManyInFamily
    case idUsedOtherwise
    /// It follows a place of the family, and is changed there.
    case isFamilys
    /// A place of the family is for its maker and the adults to change.
    case notAllowed
    /// The caller saw another version than the newest.
    case changedMeanwhile
    case notFound
}
