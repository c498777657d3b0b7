import HTTPClient

/// A push message ready to leave: any holder can send it, and the browser alone can read it.
package struct SealedPush: Hashable, Sendable {
    /// The browser's address at its maker's service.
    package let endpoint: String
    /// What vouches for the hub, for 12 hours (RFC 8292).
    package let authorization: String
    /// The ciphertext (RFC 8291).
    package let body: [UInt8]
    /// For how many seconds the service keeps it.
    package let worthSeconds: Int64
    package let isUrgent: Bool

    /// Takes its parts as they are.
    package init(endpoint: String, authorization: String, body: [UInt8], worthSeconds: Int64, isUrgent: Bool) {
        (self.endpoint, self.authorization, self.body) = (endpoint, authorization, body)
        (self.worthSeconds, self.isUrgent) = (worthSeconds, isUrgent)
    }

    /// Sends it once, to the services alone that `client` may send to.
    func send(through client: GuardedClient) async -> SendOutcome {
        var request = OutgoingRequest(
            url: endpoint,
            contentType: "application/octet-stream",
            authorization: .other(authorization),
            body: body
        )
        request.headers = [
            ("Content-Encoding", "aes128gcm"), ("TTL", "\(worthSeconds)"), ("Urgency", isUrgent ? "high" : "normal"),
        ]
        do {
            let answer = try await client.post(request)
            let why = "status \(answer.status)"
            return switch answer.status {
            case 200..<300: .sent
            // The browser took its address back, or it never was one (RFC 8030, 7.3).
            case 404, 410: .gone(why: why)
            case 408, 425, 429, 500...: .later(why: why, afterSeconds: answer.retryAfterSeconds)
            default: .refused(why: why)
            }
        } catch {
            return error == .invalidAddress
                ? .refused(why: error.words) : .later(why: error.words, afterSeconds: nil)
        }
    }
}

/// Sends push messages that another program made.
package struct SealedPushSender: Sendable {
    private let client: GuardedClient

    /// Takes its parts as they are.
    package init(services: PushServices) {
        client = GuardedClient(policy: services.policy, userAgent: "Hearth")
    }

    /// Sends one, once.
    package func send(_ push: SealedPush) async -> SendOutcome { await push.send(through: client) }
}
