public import API
import Family
public import Foundation

/// One request: a route of the API and what goes with it.
///
/// ``HearthClient`` has a verb for what most apps do; every other route of the contract is asked by one of these.
public struct HubRequest: Sendable {
    public var route: Route
    public var query: [QueryField] = []
    /// JSON; absent where the route takes none.
    public var body: Data?
    /// The member's PIN, where something is weakened while a trip is under way.
    public var pin: String?
    /// What the app calls the screen that asks, for the list of who looked at whom.
    public var screen: String?
    /// Whether asking twice does no more than asking once, so that a lost answer is asked for again.
    ///
    /// So it is at first for every method but POST; a POST is harmless to repeat where its body has an `id` that the
    /// client made, or where it only reads.
    public var mayRepeat: Bool
    /// Whether it is sent without saying who is logged in.
    var isAnonymous = false

    /// A request without a body.
    public init(_ route: Route) {
        self.route = route
        mayRepeat = route.methodAndPath.method != "POST"
    }

    /// A request with a body.
    ///
    /// - Throws: `ClientFailure.unreadable` where the body holds a number that JSON has no word for.
    public init(_ route: Route, _ body: some Encodable, mayRepeat: Bool? = nil) throws(ClientFailure) {
        self.init(route)
        do {
            self.body = try JSONEncoder().encode(body)
        } catch {
            throw .unreadable("a body that can be written as JSON")
        }
        if let mayRepeat { self.mayRepeat = mayRepeat }
    }

    var method: String { route.methodAndPath.method }

    /// Whether it may not go over a connection that is open already.
    ///
    /// Where one turns out to be dead, the system sends the request once more by itself. What may not be sent twice, and
    /// what must know whether it was, takes a new one; and on Linux whatever has a body, for which Foundation has no
    /// second copy there: it would wait for an answer until its patience ends.
    var needsOwnConnection: Bool {
        #if canImport(FoundationNetworking)
        !mayRepeat || method == "DELETE" || body != nil
        #else
        !mayRepeat || method == "DELETE"
        #endif
    }
}
