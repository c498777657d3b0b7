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

/// Why a history was not read, or nothing was brought into it.
package enum HistoryRefusal: Error, Hashable, Sendable {
    case periodTooLong
    /// The member has to say first how long their history is kept.
    case retentionNotChosen
    /// One file after the other.
    case importUnderWay
    case importNotFound
    /// A piece does not begin where the last one ended.
    case pieceMissing(expected: Int)
    /// More bytes than were announced, or than are taken at all, or more fixes in one day.
    case fileTooLarge
    case fileEmpty
    /// Others import, or the hub has no room.
    case tooManyImports
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

/// Why a browser is sent no push message.
package enum PushRefusal: Error, Hashable, Sendable {
    /// Its address is at no service that the hub sends through (S26).
    case serviceUnknown
    /// Its keys are no keys.
    case keysUnusable
    /// It never asked for them.
    case notSubscribed
    /// One was sent just now; again after so many seconds.
    case tooSoon(retryAfterSeconds: Int)
    /// No such message was sent to it.
    case notFound
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

/// Why a connection was not made or changed.
package enum ConnectionRefusal: Error, Hashable, Sendable {
    /// Wrong number, wrong code, or a code that ran out: one answer for all (A7).
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
    /// Not there, or not the asker's to change.
    case notFound
}

/// Why what a member shares was not changed as a whole.
package enum SharingRefusal: Error, Hashable, Sendable {
    /// A pause ends in the future.
    case endInThePast
    /// To show nobody anything is to stop sharing.
    case nothingLeft
    /// A reminder comes after 1 to 30 days.
    case daysOutOfRange
}

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
    /// The asker saw another version than the newest.
    case changedMeanwhile
    case notFound
}

/// Why a clock, or a link to one, was not changed.
package enum ClockRefusal: Error, Hashable, Sendable {
    case slotsOutOfRange
    case slotEmptyOrTooLong
    case slotTwice
    case slotReserved
    case tooManyMembers
    /// Somebody the asker may not see.
    case memberUnknown
    case tooManyLinks
    /// A map or missions on a wall are for adults to decide.
    case adultsOnly
    case notFound
}

/// Why a track, or a choice of whom to show, was refused: nobody learns whether the other exists.
package enum SubjectRefusal: Error, Hashable, Sendable {
    case notFound
    case periodEmpty
    case cursorUnknown
    case memberMissing
}
