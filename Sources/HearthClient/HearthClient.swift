import API
public import Family
public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A hub, as the app of one member speaks to it.
///
/// Any task may call it at any time. Every verb asks the hub and answers what it said, typed; what is harmless to repeat
/// is asked again where no answer came, with growing waits. What has to survive without a network goes through an
/// ``Outbox``, what is to be seen as it happens comes by ``events()``.
public final class HearthClient: Sendable {
    /// How patient a client is.
    public struct RetryPolicy: Sendable {
        /// How often a request is sent in all before its failure is told.
        public var attempts = 4
        public var backoff = Backoff()
        /// A request is not asked again where the hub wants it to wait for longer than this.
        public var longestWait: Duration = .seconds(20)
        /// An answer of which nothing comes for so long has failed.
        public var silence: Duration = .seconds(45)

        public init() {}
    }

    public let address: HubAddress
    public let surroundings: Surroundings
    public let patience: RetryPolicy
    let keeper: SessionKeeper
    let wire: Wire

    /// Bytes of one answer at most; a member's export is asked for by other means.
    private static let answerBytesMax = 64 << 20

    /// A client of the hub at an address; nothing is sent before the first verb.
    ///
    /// The credentials are in `tokens` between two starts of the app. Only tests give other surroundings.
    public init(
        _ address: HubAddress,
        tokens: any TokenStore,
        patience: RetryPolicy = RetryPolicy(),
        surroundings: Surroundings = .real
    ) {
        self.address = address
        self.surroundings = surroundings
        self.patience = patience
        keeper = SessionKeeper(tokens)
        wire = Wire(silence: patience.silence)
    }

    /// Who is logged in; nil where nobody is.
    ///
    /// - Throws: `ClientFailure.device` where the token store failed.
    public var member: ID<Member>? {
        get async throws(ClientFailure) { try await keeper.credentials()?.member }
    }

    /// Sends a request and reads its answer.
    public func answer<Answer: Decodable & Sendable>(
        to request: HubRequest,
        as _: Answer.Type = Answer.self
    ) async throws(ClientFailure) -> Answer {
        let body = try await bytes(answering: request)
        do {
            return try JSONDecoder().decode(Answer.self, from: body)
        } catch {
            throw .unreadable("\(Answer.self)")
        }
    }

    /// Sends a request of which only that it was done is of interest.
    public func perform(_ request: HubRequest) async throws(ClientFailure) {
        _ = try await bytes(answering: request)
    }

    /// Sends a request and answers the body as it came, as for pictures and tracks in GPX.
    public func bytes(answering request: HubRequest) async throws(ClientFailure) -> Data {
        var failures = 0
        var mayBeDone = false
        while true {
            do throws(ClientFailure) {
                return try await bytesAtOnce(request)
            } catch {
                // Gone already: by the attempt whose answer was lost.
                if mayBeDone, request.method == "DELETE", case .refused(let refusal) = error, refusal.status == 404 {
                    return Data()
                }
                failures += 1
                if error == .unreachable(mayHaveArrived: true) { mayBeDone = true }
                guard let wait = wait(after: failures, error, request) else { throw error }
                try await pause(wait)
            }
        }
    }

    /// Sends a request once; on behalf of `member` only while it is they who are logged in.
    func bytesAtOnce(_ request: HubRequest, of member: ID<Member>? = nil) async throws(ClientFailure) -> Data {
        let credentials = request.isAnonymous ? nil : try await keeper.credentials()
        if let member, credentials?.member != member { throw .loggedOut }
        let outgoing = try urlRequest(request, token: credentials?.token)
        let wire = request.needsOwnConnection ? Wire(silence: patience.silence) : wire
        let answer = try await wire.answer(to: outgoing, bytesMax: Self.answerBytesMax)
        do {
            return try check(answer)
        } catch {
            if error == .loggedOut { try await keeper.forget(credentials) }
            throw error
        }
    }

    /// The request as it goes out.
    func urlRequest(_ request: HubRequest, token: String?) throws(ClientFailure) -> URLRequest {
        let (method, path) = request.route.methodAndPath
        guard let url = address.url(path, query: request.query) else { throw .unreadable("an address of the hub") }
        var outgoing = URLRequest(url: url)
        outgoing.httpMethod = method
        outgoing.setValue("HearthClient/1", forHTTPHeaderField: "User-Agent")
        if let token { outgoing.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if let pin = request.pin { outgoing.setValue(pin, forHTTPHeaderField: "Hearth-Pin") }
        if let screen = request.screen { outgoing.setValue(screen, forHTTPHeaderField: "Hearth-Screen") }
        if let body = request.body {
            outgoing.setValue("application/json", forHTTPHeaderField: "Content-Type")
            outgoing.httpBody = body
        }
        return outgoing
    }

    /// What the hub did, or the refusal that the answer is.
    private func check(_ answer: WireAnswer) throws(ClientFailure) -> Data {
        let head = answer.head
        if head.isSuccess {
            // A network that wants to be paid first answers every address with a page of its own.
            guard answer.body.isEmpty || head.contentType != "text/html" else { throw .notAHub }
            return answer.body
        }
        guard head.contentType == "application/problem+json" else {
            guard head.status >= 500 || head.status == 429 else { throw .notAHub }
            throw .refused(Refusal(status: head.status, retryAfter: head.retryAfter))
        }
        // A problem that cannot be read still has its status.
        guard let problem = try? JSONDecoder().decode(ProblemBody.self, from: answer.body) else {
            throw .refused(Refusal(status: head.status, retryAfter: head.retryAfter))
        }
        guard problem.code != "notLoggedIn" else { throw .loggedOut }
        throw .refused(Refusal(problem, retryAfter: head.retryAfter))
    }

    /// How long to wait before a request is sent again; nil where it is not.
    private func wait(after failures: Int, _ error: ClientFailure, _ request: HubRequest) -> Duration? {
        guard request.mayRepeat, error.isPassing, failures < patience.attempts else { return nil }
        var asked: Duration?
        if case .refused(let refusal) = error { asked = refusal.retryAfter }
        if let asked, asked > patience.longestWait { return nil }
        return patience.backoff.wait(after: failures, asked: asked, random: surroundings.random())
    }

    /// Waits; one that is cancelled says so in the client's own words.
    func pause(_ duration: Duration) async throws(ClientFailure) {
        do {
            try await surroundings.sleep(duration)
        } catch {
            throw .cancelled
        }
    }
}
