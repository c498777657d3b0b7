import HTTPClient

/// A provider of texts that can be asked whether it is there, without a message going out.
package protocol ProviderCheck: Sendable {
    /// Why it would not send now, without its address or secret; nil where it answers.
    func trouble() async -> String?
}

/// Why an address does not answer, or refuses who asks; nil where it answers anything else.
func trouble(at url: String, _ authorization: OutgoingRequest.Authorization = .none) async -> String? {
    var request = OutgoingRequest.get(url)
    request.authorization = authorization
    guard let client = HTTPClient(userAgent: "Hearth", connectMilliseconds: 3_000, answerMilliseconds: 5_000) else {
        return "no memory"
    }
    do {
        let status = try await client.post(request).status
        // What it says to a question that is no message does not matter, but whom it lets in does.
        return authorization != .none && [401, 403].contains(status) ? "it refuses the hub's secret" : nil
    } catch {
        return error.words
    }
}
