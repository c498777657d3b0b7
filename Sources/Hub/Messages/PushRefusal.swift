/// Why a browser gets no push messages.
package enum PushRefusal: Error, Hashable, Sendable {
    /// Its address is at no service that the hub sends through (S26).
    case serviceUnknown
    /// Its keys cannot be used.
    case keysUnusable
    /// It never asked for them.
    case notSubscribed
    /// One was sent just now.
    case tooSoon(retryAfterSeconds: Int)
    /// No such message was sent to it.
    case notFound
}
