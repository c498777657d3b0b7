/// How a hub says to a push service who it is (VAPID, RFC 8292).
package struct VAPIDToken: Sendable {
    /// A voucher is good for so long; a service takes none for more than a day (RFC 8292, 2).
    package static let milliseconds: Int64 = 12 * 3_600_000

    private let key: P256Key
    private let subject: String

    /// `subject` is how the hub's keeper can be reached: `mailto:…` or `https://…`.
    package init(key: P256Key, subject: String) {
        self.key = key
        self.subject = subject
    }

    /// The public key in base64url, as browsers are told it when they subscribe.
    package var publicKey: String { Base64.encode(key.publicKey, alphabet: .urlSafe) }

    /// What `Authorization` says to the service at an origin, `https://host` and a port other than the scheme's own.
    package func authorization(for origin: String, milliseconds now: Int64) -> String {
        let expires = (now + Self.milliseconds) / 1_000
        let header = #"{"typ":"JWT","alg":"ES256"}"#
        let claims = #"{"aud":"\#(escaped(origin))","exp":\#(expires),"sub":"\#(escaped(subject))"}"#
        let signed = [header, claims].map { Base64.encode(Array($0.utf8), alphabet: .urlSafe) }.joined(separator: ".")
        let signature = Base64.encode(key.sign(Array(signed.utf8)), alphabet: .urlSafe)
        return "vapid t=\(signed).\(signature),k=\(publicKey)"
    }

    /// The text inside a string of JSON.
    private func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars where scalar.value >= 0x20 {
            if scalar == "\"" || scalar == "\\" { escaped.append("\\") }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }
}
