package import Family

/// Why nothing was done with missions or in the store.
package enum MissionsRefusal: Error, Hashable, Sendable {
    /// No such mission, occurrence, countdown, item or purchase, or not for the asker to see.
    case notFound
    /// Somebody else may, and the asker not.
    case notAllowed
    /// The identity was used for something else.
    case idTaken
    /// As many as a family can have.
    case tooMany
    case nameEmptyOrTooLong
    case minutesOutOfRange
    /// No adult or child of the family.
    case assigneeUnknown
    /// Turns are taken by two or more, each of them once, at a mission that comes again.
    case turnsUnfit
    case priceOutOfRange
    case stockOutOfRange
    /// A pause cannot end before it begins.
    case dayPast
    case mission(MissionRefusal)
    case focus(FocusRefusal)
    case purchase(PurchaseRefusal)
    /// The ledger refused it.
    case ledger(LedgerOutcome)
}
