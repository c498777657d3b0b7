import FoundationEssentials
import HTTPClient

/// Texts through Twilio's API of messages, or whoever speaks it.
package struct Twilio: MessageSender, CreditReporting, ProviderCheck {
    private let url: String
    private let balanceURL: String
    private let price: Double
    private let account: String
    private let token: String
    private let from: String

    /// - Parameters:
    ///   - account: the account's identity, `AC…`.
    ///   - token: its secret.
    ///   - from: the sending number in E.164, or a messaging service, `MG…`.
    ///   - base: where the API is.
    ///   - price: what one message costs, in the account's currency.
    package init(
        account: String,
        token: String,
        from: String,
        base: String = "https://api.twilio.com",
        price: Double = Twilio.usualPrice
    ) {
        self.account = account
        self.token = token
        self.from = from
        self.price = price
        let folder = "\(base)/2010-04-01/Accounts/\(percentEncoded(account))"
        url = "\(folder)/Messages.json"
        balanceURL = "\(folder)/Balance.json"
    }

    /// What a message costs where nobody says otherwise: more than to most countries.
    package static let usualPrice = 0.1

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

    package func messagesLeft() async -> Int? {
        struct Balance: Decodable {
            let balance: String
        }
        var request = OutgoingRequest.get(balanceURL)
        request.authorization = .basic(user: account, password: token)
        guard let client = HTTPClient(userAgent: "Hearth", connectMilliseconds: 5_000, answerMilliseconds: 10_000),
            // An account that cannot be asked now is asked again; what it refuses shows when it sends.
            let answer = try? await client.post(request), answer.status == 200,
            // Who answers with something else says nothing of money.
            let read = try? JSONDecoder().decode(Balance.self, from: Data(answer.body)),
            let balance = Double(read.balance), balance.isFinite, price > 0
        else { return nil }
        return Int(min(max(balance / price, 0), 1e9))
    }

    package func trouble() async -> String? {
        await Messaging.trouble(at: balanceURL, .basic(user: account, password: token))
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
