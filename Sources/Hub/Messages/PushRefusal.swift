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
