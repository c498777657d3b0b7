import Family
import FoundationEssentials
import HTTPClient

/// Messages posted as JSON, `{id, channel, to, text, createdAt}`, to whoever sends them on.
///
/// 2xx means taken, 408, 425, 429 and 5xx later, anything else never. A repeat has the same `id`.
package struct Webhook: MessageSender, ProviderCheck {
    private let url: String
    private let token: String?

    /// Posts to `url`, with `token` as bearer where there is one.
    package init(url: String, token: String?) {
        self.url = url
        self.token = token
    }

    package func send(_ message: Message) async -> SendOutcome {
        struct Body: Encodable {
            let id, channel, to, text, createdAt: String
        }
        let body = Body(
            id: message.id,
            channel: message.channel.rawValue,
            to: message.to,
            text: message.text,
            createdAt: message.createdAt.text
        )
        // Texts always encode.
        guard let json = try? JSONEncoder().encode(body) else { return .refused(why: "not JSON") }
        let request = OutgoingRequest(
            url: url,
            contentType: "application/json",
            authorization: token.map { .bearer($0) } ?? .none,
            body: [UInt8](json)
        )
        return await post(request) { _ in nil }
    }

    package func trouble() async -> String? { await Messaging.trouble(at: url) }
}
