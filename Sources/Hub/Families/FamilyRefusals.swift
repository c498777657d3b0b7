/// Why a family was not read or changed.
package enum FamilyRefusal: Error, Hashable, Sendable {
    case nameEmptyOrTooLong
    /// It would become a link in a text or mail (F84).
    case nameHoldsAddress
    case birthYearOutOfRange
    /// Who joins as a child says when they were born.
    case birthYearMissing
    /// Who was born then is no child any more (F88).
    case birthYearOfAdult
    /// Only adults of the family may.
    case adultsOnly
    /// Only oneself may.
    case notYours
    /// Children would be left without an adult.
    case lastAdult
    /// A child leaves only for another family.
    case childNeedsAdult
    /// What a child shows its guardian, the guardian decides.
    case guardianDecides
    /// One that hidden hours do not keep from the child (F87).
    case otherGuardianDecides
    /// The guardian who set hidden hours changes them (F87).
    case hoursOfOtherGuardian
    case tooManyHours
    case hoursOutOfRange
    /// Whoever has a number of their own needs no link.
    case hasPhone
    /// There is still something in an account, or on its way.
    case walletNotEmpty
    case tooMany
    /// No such family or member, or not the asker's.
    case notFound
}

/// Why an invite was not made, or opened nothing.
package enum InviteRefusal: Error, Hashable, Sendable {
    /// Wrong, used, revoked, run out, or for another number: one answer for all (S15).
    case noInvite
    /// It is for nobody's number, or the hub can text: whoever is new needs a code.
    case codeNeeded
    /// One is in this family already.
    case ownFamily
    case tooMany
    /// The same request was answered before, and a link is shown once.
    case alreadyIssued
    case idUsedOtherwise
    /// Too many wrong ones came from this network; again after so many seconds.
    case tooManyTries(retryAfterSeconds: Int)
}
