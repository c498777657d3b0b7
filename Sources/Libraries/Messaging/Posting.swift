import HTTPClient

/// Posts once and says what a message's fate is by the answer's status.
///
/// Each call has a connection of its own, so that one slow service does not hold up the next message.
func post(_ request: OutgoingRequest, reason: (IncomingAnswer) -> String?) async -> SendOutcome {
    guard let client = HTTPClient(userAgent: "Hearth", connectMilliseconds: 5_000, answerMilliseconds: 20_000) else {
        return .later(why: "no memory", afterSeconds: nil)
    }
    do {
        let answer = try await client.post(request)
        let why = reason(answer).map { "status \(answer.status), \($0)" } ?? "status \(answer.status)"
        return switch answer.status {
        case 200..<300: .sent
        // What the service may do better later (RFC 9110, 15.5 and 15.6).
        case 408, 425, 429, 500...: .later(why: why, afterSeconds: answer.retryAfterSeconds)
        default: .refused(why: why)
        }
    } catch {
        return error == .invalidAddress
            ? .refused(why: error.words) : .later(why: error.words, afterSeconds: nil)
    }
}
