import Dispatch
import Synchronization

/// Sends to addresses that members supplied, as far as a policy lets it (S26).
///
/// The name is looked up once, every address of it is judged, and what was judged is what is connected to. Redirects are
/// not followed, and no proxy of the environment stands between.
package final class GuardedClient: Sendable {
    private let policy: OutboundPolicy
    private let userAgent: String
    private let resolver = DispatchQueue(label: "http.resolver", attributes: .concurrent)

    package init(policy: OutboundPolicy, userAgent: String) {
        self.policy = policy
        self.userAgent = userAgent
    }

    /// Sends one request and waits for its answer; `.invalidAddress` where nothing may be sent there.
    package func post(_ request: OutgoingRequest) async throws(HTTPClientFailure) -> IncomingAnswer {
        guard let target = policy.target(request.url) else { throw .invalidAddress }
        let clock = ContinuousClock()
        let begin = clock.now
        guard let addresses = await addresses(of: target.host) else { throw .timedOut }
        guard let address = addresses.first else { throw .unreachable(words: "the name could not be found") }
        // One closed address among open ones is how a name is turned against its asker.
        guard addresses.allSatisfy(policy.permits) else { throw .invalidAddress }
        let left = Duration.milliseconds(policy.milliseconds) - (clock.now - begin)
        let milliseconds = max(1, Int(left / Duration.milliseconds(1)))
        guard
            let client = HTTPClient(
                userAgent: userAgent,
                connectMilliseconds: milliseconds,
                answerMilliseconds: milliseconds
            )
        else { throw .broken(words: "no memory for a request") }
        let numbers = address.bytes.count == 16 ? "[\(address.text)]" : address.text
        return try await client.post(request, pinnedTo: "\(target.host):\(target.port):\(numbers)")
    }

    /// The addresses of a name; nil where the resolver does not answer in time.
    private func addresses(of host: String) async -> [NetworkAddress]? {
        let resolve = policy.resolve
        return await withCheckedContinuation { continuation in
            let answer = FirstAnswer { continuation.resume(returning: $0) }
            resolver.async { answer.give(resolve(host)) }
            resolver.asyncAfter(deadline: .now() + .milliseconds(policy.milliseconds)) { answer.give(nil) }
        }
    }
}

/// Passes on the first of several answers.
private final class FirstAnswer: Sendable {
    private let isGiven = Mutex(false)
    private let pass: @Sendable ([NetworkAddress]?) -> Void

    init(pass: @escaping @Sendable ([NetworkAddress]?) -> Void) {
        self.pass = pass
    }

    func give(_ addresses: [NetworkAddress]?) {
        let isFirst = isGiven.withLock { isGiven in
            defer { isGiven = true }
            return !isGiven
        }
        if isFirst { pass(addresses) }
    }
}
