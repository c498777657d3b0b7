package import Family

/// Why a text is not accepted as a phone number.
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
    /// It could be taken for another family member's name.
    case nameLikeOther
    case colourUnknown
    /// Not a name of the time zone database.
    case timeZoneUnknown
    case password([PasswordRule])
    /// A keeper sets a member's password only while registration is open.
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
    /// No picture, or no member that the caller knows.
    case notFound
}

/// Why a log-in was refused; never says which of number and password was wrong.
package enum LogInRefusal: Error, Hashable, Sendable {
    case wrongPhoneOrPassword
    /// Too many tries.
    case tooManyTries(retryAfterSeconds: Int)
    /// The proof is right, and a new browser needs a second one: any of these.
    case secondFactorNeeded([ProofKind])
    /// The member was silent for half a year: the number may have a new owner (S14).
    case silentTooLong
}

/// Why a code was not sent, or opened nothing.
package enum CodeRefusal: Error, Hashable, Sendable {
    /// Wrong, expired, used, for another purpose or of another browser: one answer for all (S15).
    case wrongCode
    /// Too many codes were requested.
    case tooSoon(retryAfterSeconds: Int)
    /// The hub sends no more codes for now.
    case textsPaused
}

/// Why a session's holder did not prove to be its member.
package enum ProofRefusal: Error, Hashable, Sendable {
    /// The last proof is too old, or was none of this member's: any of these is one.
    case needed([ProofKind])
    /// The proof is wrong or used.
    case wrong(ProofKind)
    /// The session has ended.
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
    /// No such recovery, or it was cancelled.
    case noRecovery
    /// No such link, or it is used or expired.
    case noLink
}

/// Why a member's number was not changed, or a change not undone.
package enum PhoneChangeRefusal: Error, Hashable, Sendable {
    /// It is the member's number already.
    case sameNumber
    /// The last change may still be undone for so long.
    case waiting(retryAfterSeconds: Int)
    /// A guardian manages the account of a child.
    case guardianDecides
    /// No such change, or it was undone, or its time is over.
    case noChange
}

/// Why no code was mailed.
package enum MailRefusal: Error, Hashable, Sendable {
    /// Not a bare mail address.
    case invalid
    /// Too many codes were requested.
    case tooSoon(retryAfterSeconds: Int)
}

/// Why a member could not leave.
package enum LeavingRefusal: Error, Hashable, Sendable {
    /// The hub would be left without a keeper.
    case onlyKeeper
    /// The member named as the next keeper is no adult of this hub.
    case keeperUnknown
    /// The family's children would have no adult.
    case lastAdult
}

/// Why a retention was not set.
package enum RetentionRefusal: Error, Hashable, Sendable {
    case daysOutOfRange
}
