package import Crypto
package import Family
import HTTPClient

/// Where a browser takes push messages, and the keys by which they are encrypted for it.
package struct PushAddress: Hashable, Sendable {
    /// The address at its maker's service; a secret, because whoever knows it may use it.
    package let endpoint: String
    package let keys: PushKeys
    /// The hub's public key, in base64url, that the browser subscribed with; nil for the hub's first.
    package let voucherKey: String?

    package init(endpoint: String, keys: PushKeys, voucherKey: String? = nil) {
        self.endpoint = endpoint
        self.keys = keys
        self.voucherKey = voucherKey
    }

    /// The address that a text means; nil where it is none.
    package init?(text: String) {
        let lines = text.split(separator: "\n").map(String.init)
        guard (3...4).contains(lines.count), let point = Base64.decode(lines[1]), let secret = Base64.decode(lines[2]),
            let keys = PushKeys(publicKey: point, authentication: secret)
        else { return nil }
        self.init(endpoint: lines[0], keys: keys, voucherKey: lines.count == 4 ? lines[3] : nil)
    }

    /// As text: three lines, and a fourth with the hub's key where it is not the first.
    package var text: String {
        let lines = [endpoint, Base64.encode(keys.publicKey), Base64.encode(keys.authentication)]
        return (lines + (voucherKey.map { [$0] } ?? [])).joined(separator: "\n")
    }
}

/// Push messages to browsers (RFC 8030), encrypted for each (RFC 8291) and vouched for by the hub (RFC 8292).
package struct WebPush: MessageSender {
    private let vouchers: @Sendable () -> [PushVoucher]
    private let client: GuardedClient
    private let now: @Sendable () -> Timestamp

    /// A service keeps no message longer than four weeks.
    private static let worthSecondsMax: Int64 = 28 * 86_400

    /// Sends through these services alone, vouched for by the key that a browser knows; the first one is the last of
    /// `vouchers`, which is never empty.
    package init(
        vouchers: @escaping @Sendable () -> [PushVoucher],
        services: PushServices,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.vouchers = vouchers
        self.now = now
        client = GuardedClient(policy: services.policy, userAgent: "Hearth")
    }

    package func send(_ message: Message) async -> SendOutcome {
        guard let address = PushAddress(text: message.to) else { return .refused(why: "not a browser's address") }
        let known = vouchers()
        let voucher =
            address.voucherKey.flatMap { key in known.first { $0.publicKey == key } } ?? known[known.count - 1]
        guard let body = address.keys.encrypt(Array(message.text.utf8)) else { return .refused(why: "too long") }
        var request = OutgoingRequest(
            url: address.endpoint,
            contentType: "application/octet-stream",
            authorization: .other(
                voucher.authorization(for: origin(of: address.endpoint), milliseconds: now().milliseconds)
            ),
            body: body
        )
        request.headers = [
            ("Content-Encoding", "aes128gcm"),
            ("TTL", "\(min(max(message.worthSeconds, 1), Self.worthSecondsMax))"),
            ("Urgency", message.isUrgent ? "high" : "normal"),
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

    /// Scheme, host and a port that is named.
    private func origin(of url: String) -> String {
        let scheme = url.prefix { $0 != ":" }
        let host = url.dropFirst(scheme.count + 3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return "\(scheme)://\(host)"
    }
}
