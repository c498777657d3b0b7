package import Family
package import Messaging
package import PhoneNumbers

/// What a keeper may set; the defaults suit a family.
package struct HubSettings: Sendable {
    /// Who may become a member.
    package enum Registration: String, Sendable {
        case invite
        case open
    }

    package var registration: Registration = .invite
    /// Where phones and pages reach the hub; no slash at the end.
    ///
    /// Empty until the hub knows its own address.
    package var publicURL = ""
    /// Where the hub is, and where numbers without a country code are from; nil for the country of its first keeper's
    /// number.
    package var phoneRegion: PhoneRegion?
    /// The regions whose numbers are sent codes, by their two letters (S9); nil for the hub's own.
    package var textRegions: Set<String>?
    /// Phone numbers that one address may have read each minute while they are typed (S31).
    package var phoneNumbersPerMinute = 600.0
    /// A member without a fix for so long is lost.
    package var lostAfterMilliseconds: Int64 = 60 * 60 * 1_000
    /// Requests a second that one device may send for long (S30).
    package var ingestRequestsPerSecond = 10.0
    /// Requests that one device may send at once after a silence (S30).
    package var ingestBurst = 5_000.0
    /// A session ends after so long without use (S18).
    package var sessionIdleMilliseconds: Int64 = 30 * 86_400 * 1_000
    /// A session ends after so long in any case (S18).
    package var sessionAgeMilliseconds: Int64 = 90 * 86_400 * 1_000
    /// A session on a device that others use too ends after so long (S18).
    package var sharedSessionMilliseconds: Int64 = 12 * 3_600 * 1_000
    /// How long a connect code may be used (A7).
    package var connectCodeMilliseconds: Int64 = 86_400 * 1_000
    /// Open event streams of one member (S31).
    package var streamsPerMember = 20
    /// How many codes may be asked for (S8).
    package var codes = CodeLimits()
    /// How many texts may carry trip news (F78).
    package var tripNews = TripNewsLimits()
    /// Wrong log-ins from one network in a minute (S4).
    package var logInFailuresPerMinute = 10
    /// Requests of one session in a minute (S31); none of this machine itself counts.
    package var requestsPerSessionAMinute = 300
    /// Requests in a minute of everybody unknown in one network (S31); none of this machine itself counts.
    package var requestsPerStrangerAMinute = 60
    /// How long a recovery by text alone waits for somebody to object (S11).
    package var recoveryMilliseconds: Int64 = 86_400 * 1_000
    /// Where large answers are put together; nothing in it ever has a name.
    package var scratchFolder = "/tmp"
    /// The services that browsers' push messages go through (S26).
    package var pushServices = PushServices.ofBrowsers
    /// A mail address under which push services reach the keeper, where the public URL is no HTTPS one.
    package var pushContact: String?
    /// Whether somebody outside notices that the hub itself is down (F6).
    package var watchdog = ProtectionStatus.Watchdog.unset
    /// Fixes that wait in the inbox before they move to their members' own; up to twice as many are in memory.
    package var inboxRows = 32_768

    package init() {}
}
