import Family
import FoundationEssentials
import HTTPClient

/// Texts through a phone of the family's own, by the HTTP interface that SMS gateway apps have in common:
/// `{id, message, phoneNumbers, ttl, priority}` as JSON, with a user and a password.
///
/// The app's 2xx says that it took the message; whether the phone's network does is for the phone to show.
package struct Gateway: MessageSender, ProviderCheck {
    private let url: String
    private let authorization: OutgoingRequest.Authorization

    /// What is above 99 goes before whatever waits in the app, without its pauses between messages.
    private static let urgentPriority = 100

    /// - Parameters:
    ///   - url: where the app takes messages, `http://PHONE:8080/message` on the same network.
    ///   - user: as the app shows it.
    ///   - password: the same.
    package init(url: String, user: String, password: String) {
        self.url = url
        authorization = .basic(user: user, password: password)
    }

    package func send(_ message: Message) async -> SendOutcome {
        struct Body: Encodable {
            let id: String
            let message: String
            let phoneNumbers: [String]
            /// Seconds after which a phone that was off sends it no more.
            let ttl: Int64
            let priority: Int
        }
        let body = Body(
            id: message.id,
            message: message.text,
            phoneNumbers: [message.to],
            ttl: max(message.worthSeconds, 1),
            priority: message.isUrgent ? Gateway.urgentPriority : 0
        )
        // Texts and whole numbers always encode.
        guard let json = try? JSONEncoder().encode(body) else { return .refused(why: "not JSON") }
        let request = OutgoingRequest(
            url: url,
            contentType: "application/json",
            authorization: authorization,
            body: [UInt8](json)
        )
        let outcome = await post(request) { _ in nil }
        // The app has a message of this identity: the answer to it was lost.
        return outcome == .refused(why: "status 409") ? .sent : outcome
    }

    package func trouble() async -> String? { await Messaging.trouble(at: url, authorization) }
}
