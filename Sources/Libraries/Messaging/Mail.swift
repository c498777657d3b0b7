import Family
import FoundationEssentials
package import HTTPClient

/// Mails through a server that takes them by SMTP.
package struct Mail: MessageSender {
    private let client: MailClient
    private let from: String

    /// `from` is the bare address that mails come from.
    package init(server: MailServer, from: String) {
        client = MailClient(server)
        self.from = from
    }

    package func send(_ message: Message) async -> SendOutcome {
        guard isBareAddress(message.to) else { return .refused(why: "not a mail address") }
        do {
            try await client.send(Mail.bytes(of: message, from: from), from: from, to: message.to)
            return .sent
        } catch {
            return switch error {
            case .refused(let code) where code >= 500: .refused(why: "reply \(code)")
            case .refused(let code): .later(why: "reply \(code)", afterSeconds: nil)
            case .broken(.invalidAddress): .refused(why: HTTPClientFailure.invalidAddress.words)
            case .broken(let failure): .later(why: failure.words, afterSeconds: nil)
            }
        }
    }

    /// The message as RFC 5322 writes it, in UTF-8, with the first line of its text as subject.
    package static func bytes(of message: Message, from: String) -> [UInt8] {
        let parts = message.text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let host = from.split(separator: "@").last ?? "localhost"
        let text = Data(parts.dropFirst().joined().utf8).base64EncodedString(options: .lineLength76Characters)
        let lines = [
            "From: Hearth <\(from)>",
            "To: <\(message.to)>",
            "Subject: \(encodedWords(parts.first ?? ""))",
            "Date: \(date(message.createdAt))",
            "Message-ID: <\(message.id)@\(host)>",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: base64",
            "Auto-Submitted: auto-generated",
            "",
            text,
            "",
        ]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    /// Words of RFC 2047 where the text is not plain ASCII, each of at most 75 characters.
    private static func encodedWords(_ text: Substring) -> String {
        let isPlain = text.utf8.count < 60 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        guard !isPlain else { return String(text) }
        var words: [String] = []
        var piece = ""
        for character in text {
            if piece.utf8.count + character.utf8.count > 42 {
                words.append(piece)
                piece = ""
            }
            piece.append(character)
        }
        words.append(piece)
        return words.map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }

    /// The moment as RFC 5322, 3.3 writes it.
    private static func date(_ moment: Timestamp) -> String {
        let days = Int(moment.milliseconds.quotientRoundedDown(by: 86_400_000))
        let date = CivilDate(daysSince1970: Int64(days))
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let time = moment.text.dropFirst(11).prefix(8)
        let weekday = weekdays[(days % 7 + 7) % 7]
        return "\(weekday), \(date.day) \(months[Int(date.month) - 1]) \(date.year) \(time) +0000"
    }
}

/// Whether the text is one mail address and nothing that could end a header or an SMTP line.
private func isBareAddress(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
        && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"<>(),;:\"\\[]".utf8.contains($0) }
}

extension Int64 {
    fileprivate func quotientRoundedDown(by divisor: Int64) -> Int64 {
        self / divisor - (self % divisor < 0 ? 1 : 0)
    }
}
