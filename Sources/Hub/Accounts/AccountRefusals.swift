package import Family

/// Why what somebody wrote is taken for no phone number.
package enum PhoneRefusal: Error, Hashable, Sendable {
    case missing
    /// No number, or one that cannot be reached from everywhere.
    case invalid
    /// Not the code of a region that has numbers.
    case regionUnknown
    /// Longer than any number.
    case tooLong
    case caretOutOfRange
}

/// Why a member was not added or changed.
package enum MemberRefusal: Error, Hashable, Sendable {
    case phoneTaken
    case nameEmptyOrTooLong
    /// It would become a link in a text or mail (F84).
    case nameHoldsAddress
    /// It could be taken for the name of somebody else in the family.
    case nameLikeOther
    case colourUnknown
    /// Not a name of the time zone database.
    case timeZoneUnknown
    case password([PasswordRule])
    /// Only while registration is open may a keeper set somebody's password.
    case passwordNotYoursToSet
    /// An account with this number and password is there already.
    case hasAccount
    /// Which of these the keeper means is not clear by the number.
    case severalWithNumber([MemberName])
    case notFound
}

/// Why a picture was not taken, or is not shown.
package enum PictureRefusal: Error, Hashable, Sendable {
    /// Neither JPEG nor PNG nor WebP.
    case unknownKind
    case tooManyPixels
    case broken
    /// Others are being made already.
    case tooManyAtOnce
    /// No picture, or nobody whom the asker knows.
    case notFound
}

/// Why nobody was logged in; never says which of number and password was wrong.
package enum LogInRefusal: Error, Hashable, Sendable {
    case wrongPhoneOrPassword
    /// Too many tries; again after so many seconds.
    case tooManyTries(retryAfterSeconds: Int)
    /// What was shown is right, and on a browser that is new the other of password and code is needed as well.
    /// These are, each of them enough.
    case secondFactorNeeded([ProofKind])
    /// Nothing was heard of the member for half a year: their number may be somebody else's by now (S14).
    case silentTooLong
}

/// Why a code was not sent, or opened nothing.
package enum CodeRefusal: Error, Hashable, Sendable {
    /// Wrong, run out, used, for something else or of another browser: one answer for all (S15).
    case wrongCode
    /// Codes were asked for often; again after so many seconds.
    case tooSoon(retryAfterSeconds: Int)
    /// The hub sends no more codes for now.
    case textsPaused
}

/// Why somebody did not pass for the member whose session they have.
package enum ProofRefusal: Error, Hashable, Sendable {
    /// The last proof is too old, or what was shown is none for this member; these are.
    case needed([ProofKind])
    /// It is none, or was used before.
    case wrong(ProofKind)
    /// The session is there no longer.
    case sessionEnded
}

/// Why a passkey, an authenticator app or recovery codes were not set up or changed.
package enum FactorRefusal: Error, Hashable, Sendable {
    case nameEmptyOrTooLong
    case tooManyPasskeys
    /// The authenticator did not make a key that this hub can use.
    case passkeyUnusable
    /// This key is known already.
    case passkeyTaken
    /// No set-up was begun, or its code is wrong.
    case wrongCode
    /// Recovery codes stand in for something stronger than a text, and there is none.
    case nothingToRecover
    case notFound
}

/// Why a password was not changed, or a recovery not begun or ended.
package enum PasswordRefusal: Error, Hashable, Sendable {
    /// The old password is not that.
    case wrongPassword
    /// Others may still object for so long.
    case waiting(retryAfterSeconds: Int)
    /// No such recovery, or it was called off.
    case noRecovery
    /// No such link, or it was used, or it ran out.
    case noLink
}

/// Why a member's number was not changed, or a change not undone.
package enum PhoneChangeRefusal: Error, Hashable, Sendable {
    /// It is theirs already.
    case sameNumber
    /// The last change may still be undone for so long.
    case waiting(retryAfterSeconds: Int)
    /// A child's account is its guardian's to open.
    case guardianDecides
    /// No such change, or it was undone, or it stands.
    case noChange
}

/// Why no code was mailed.
package enum MailRefusal: Error, Hashable, Sendable {
    /// Not a bare mail address.
    case invalid
    /// Codes were asked for often; again after so many seconds.
    case tooSoon(retryAfterSeconds: Int)
}

/// Why a member could not leave.
package enum LeavingRefusal: Error, Hashable, Sendable {
    /// The hub would have nobody to run it.
    case onlyKeeper
    /// Whoever was named to run the hub is no adult member of it.
    case keeperUnknown
    /// The family's children would have no adult.
    case lastAdult
}

/// Why it was not set how long something is kept.
package enum RetentionRefusal: Error, Hashable, Sendable {
    case daysOutOfRange
}
