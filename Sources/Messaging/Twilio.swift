import FoundationEssentials
import HTTPClient

/// Texts through Twilio's API of messages, or whoever speaks it.
package struct Twilio: MessageSender {
    private let url: String
    private let account: String
    private let token: String
    private let from: String

    /// - Parameters:
    ///   - account: the account's identity, `AC…`.
    ///   - token: its secret.
    ///   - from: the sending number in E.164, or a messaging service, `MG…`.
    ///   - base: where the API is.
    package init(account: String, token: String, from: String, base: String = "https://api.twilio.com") {
        self.account = account
        self.token = token
        self.from = from
        url = "\(base)/2010-04-01/Accounts/\(percentEncoded(account))/Messages.json"
    }

    package func send(_ message: Message) async -> SendOutcome {
        let fields = [
            ("To", message.to), (from.hasPrefix("MG") ? "MessagingServiceSid" : "From", from), ("Body", message.text),
        ]
        let body = fields.map { "\($0)=\(percentEncoded($1))" }.joined(separator: "&")
        let request = OutgoingRequest(
            url: url,
            contentType: "application/x-www-form-urlencoded",
            authorization: .basic(user: account, password: token),
            body: Array(body.utf8)
        )
        return await post(request, reason: code)
    }

    /// The number of Twilio's error, which its manual explains; its words may repeat the recipient's number.
    private func code(of answer: IncomingAnswer) -> String? {
        struct Failure: Decodable {
            let code: Int
        }
        // Who answers with something else names no number.
        let failure = try? JSONDecoder().decode(Failure.self, from: Data(answer.body))
        return failure.map { "error \($0.code)" }
    }
}

/// The text as a form or a path carries it: everything but letters, digits and `-._~` escaped (RFC 3986, 2.3).
private func percentEncoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            bytes.append(byte)
        default:
            bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}
