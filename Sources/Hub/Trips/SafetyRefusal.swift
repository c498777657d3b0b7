package import Family

/// Why something about trips, countdowns or alarms was not done; what was refused changed nothing but the pad.
package enum SafetyRefusal: Error, Hashable, Sendable {
    /// Something runs that is weakened by the PIN alone, and none came along (F32).
    case pinNeeded
    case wrongPIN
    /// Too many wrong ones: none is looked at for so long (F31, F94).
    case pinLocked(retryAfterSeconds: Int)
    /// No trip before there is a PIN.
    case pinsNotSet
    /// Not four to eight digits each, or the same twice.
    case pinsUnusable
    /// Something runs that only the PIN ends.
    case safetyRuns
    /// New PINs were asked for already, and wait.
    case pinResetWaits
    /// Too many PINs are being checked.
    case busy
    case trip(TripRefusal)
    case idUsedOtherwise
    case destination
    /// Neither a phone of the traveller's nor the page that asks.
    case device
    case companions
    /// A test for a member who does not watch over its sender.
    case notWatching
    /// A recipient of a test is under duress, as the one who asks was told (F92).
    case underDuress
    case tooManyCompanions
    /// No way was found that says how long it takes.
    case dueAtMissing
    case settings
    case notFound
    /// A link or code that opens nothing.
    case noView
    case tooManyViewers
    /// A recipient's link was opened in three browsers already.
    case tooManyBrowsers
    case viewerRemoved
    case viewEnded
    case tooManyTries(retryAfterSeconds: Int)
    case drilledTooOften(retryAfterSeconds: Int)
    /// New PINs were asked for three times within a day.
    case pinResetTooOften(retryAfterSeconds: Int)
    /// A place without reception that is none, or too many of them.
    case deadZones
}
