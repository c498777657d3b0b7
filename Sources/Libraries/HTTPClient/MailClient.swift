import CCurl
import Dispatch

/// A mail server that takes messages for others, by SMTP.
package struct MailServer: Sendable {
    /// Whether the way to it is encrypted.
    package enum Encryption: Sendable, Equatable {
        /// TLS from the first byte, as on port 465.
        case always
        /// STARTTLS before anything is said, or nothing is sent.
        case required
        /// Plain where the server has no STARTTLS: for one on this machine.
        case ifOffered
    }

    package var host: String
    package var port: Int
    package var encryption: Encryption
    /// No log-in where it is nil.
    package var user: String?
    package var password: String?

    package init(host: String, port: Int, encryption: Encryption, user: String?, password: String?) {
        self.host = host
        self.port = port
        self.encryption = encryption
        self.user = user
        self.password = password
    }
}

/// Why a mail was not taken.
package enum MailFailure: Error, Sendable, Equatable {
    /// The server said no, with this reply code; 4xx is for now, 5xx for good.
    case refused(code: Int)
    /// There was no talking to the server.
    case broken(HTTPClientFailure)
}

/// Hands one mail at a time to a mail server; each has a connection of its own.
package struct MailClient: Sendable {
    private let server: MailServer
    private let queue = DispatchQueue(label: "mail.client")

    /// The longest a mail may take in all.
    package static let secondsMax = 20

    package init(_ server: MailServer) {
        self.server = server
    }

    /// Sends a whole message of RFC 5322, with CRLF at the end of its lines; both addresses are bare.
    package func send(_ message: [UInt8], from sender: String, to recipient: String) async throws(MailFailure) {
        let result = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: perform(message, sender, recipient)) }
        }
        try result.get()
    }

    private func perform(_ message: [UInt8], _ sender: String, _ recipient: String) -> Result<Void, MailFailure> {
        guard HTTPClient.isReady, let easy = unsafe curl_easy_init() else {
            return .failure(.broken(.broken(words: "no memory")))
        }
        defer { unsafe curl_easy_cleanup(easy) }
        let scheme = server.encryption == .always ? "smtps" : "smtp"
        unsafe hearth_curl_set_text(easy, CURLOPT_URL, "\(scheme)://\(server.host):\(server.port)/hearth")
        unsafe hearth_curl_set_text(easy, CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        unsafe hearth_curl_set_number(easy, CURLOPT_NOSIGNAL, 1)
        unsafe hearth_curl_set_number(easy, CURLOPT_CONNECTTIMEOUT_MS, 10_000)
        unsafe hearth_curl_set_number(easy, CURLOPT_TIMEOUT_MS, Self.secondsMax * 1_000)
        let security = server.encryption == .ifOffered ? CURLUSESSL_TRY : CURLUSESSL_ALL
        unsafe hearth_curl_set_number(easy, CURLOPT_USE_SSL, Int(security.rawValue))
        unsafe hearth_curl_set_text(easy, CURLOPT_USERNAME, server.user)
        unsafe hearth_curl_set_text(easy, CURLOPT_PASSWORD, server.user == nil ? nil : server.password)
        unsafe hearth_curl_set_text(easy, CURLOPT_MAIL_FROM, "<\(sender)>")
        // libcurl does not copy the list: it lives until the transfer is over (CURLOPT_MAIL_RCPT(3)).
        let recipients = unsafe curl_slist_append(nil, "<\(recipient)>")
        defer { unsafe curl_slist_free_all(recipients) }
        unsafe hearth_curl_set_recipients(easy, recipients)
        unsafe hearth_curl_set_number(easy, CURLOPT_UPLOAD, 1)
        var rest = message[...]
        let code = unsafe withUnsafeMutablePointer(to: &rest) { rest in
            unsafe hearth_curl_set_source(easy, giveBytes, rest)
            return unsafe curl_easy_perform(easy)
        }
        guard code != CURLE_OK else { return .success(()) }
        // The last reply of the server, 0 where there was none (CURLINFO_RESPONSE_CODE(3)).
        let reply = unsafe hearth_curl_status(easy)
        return .failure(reply >= 400 ? .refused(code: reply) : .broken(HTTPClientFailure(code)))
    }
}

/// Gives the next piece of a message; nothing means its end (CURLOPT_READFUNCTION(3)).
private func giveBytes(
    _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let buffer = unsafe buffer, let context = unsafe context else { return 0 }
    let rest = unsafe context.assumingMemoryBound(to: ArraySlice<UInt8>.self)
    let piece = unsafe rest.pointee.prefix(size * count)
    unsafe piece.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        unsafe UnsafeMutableRawPointer(buffer).copyMemory(from: start, byteCount: bytes.count)
    }
    unsafe rest.pointee.removeFirst(piece.count)
    return piece.count
}
