/// Why a family was not read or changed.
package enum FamilyRefusal: Error, Hashable, Sendable {
    case nameEmptyOrTooLong
    /// It would become a link in a text or mail (F84).
    case nameHoldsAddress
    case birthYearOutOfRange
    /// Joining as a child takes the year of birth.
    case birthYearMissing
    /// A member born in that year is an adult (F88).
    case birthYearOfAdult
    /// Only adults of the family may.
    case adultsOnly
    /// Only the member may.
    case notYours
    /// Children would be left without an adult.
    case lastAdult
    /// A child leaves only for another family.
    case childNeedsAdult
    /// What a child shows its guardian, the guardian decides.
    case guardianDecides
    /// Takes a guardian whom hidden hours do not keep from the child (F87).
    case otherGuardianDecides
    /// The guardian who set hidden hours changes them (F87).
    case hoursOfOtherGuardian
    case tooManyHours
    case hoursOutOfRange
    /// A member with a number needs no link.
    case hasPhone
    /// An account holds an amount, or one is on its way.
    case walletNotEmpty
    case tooMany
    /// No such family or member, or not the caller's.
    case notFound
}

/// Why an invite was not made, or opened nothing.
package enum InviteRefusal: Error, Hashable, Sendable {
    /// Wrong, used, revoked, expired, or for another number: one answer for all (S15).
    case noInvite
    /// It names no number, or the hub can text: a new member needs a code.
    case codeNeeded
    /// The caller is in this family already.
    case ownFamily
    case tooMany
    /// The same request was answered before, and a link is shown once.
    case alreadyIssued
    case idUsedOtherwise
    /// Too many wrong ones came from this network.
    case tooManyTries(retryAfterSeconds: Int)
}
