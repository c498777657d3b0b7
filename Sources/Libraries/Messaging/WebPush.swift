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
    private let vouchers: @Sendable () -> [VAPIDToken]
    private let client: GuardedClient
    private let now: @Sendable () -> Timestamp

    /// A service keeps no message longer than four weeks.
    private static let worthSecondsMax: Int64 = 28 * 86_400

    /// Sends through these services alone.
    ///
    /// Each push is signed with the VAPID key that its browser subscribed with; where none is noted, with the oldest, the
    /// last of `vouchers`, of which there must be one.
    package init(
        vouchers: @escaping @Sendable () -> [VAPIDToken],
        services: PushServices,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.vouchers = vouchers
        self.now = now
        client = GuardedClient(policy: services.policy, userAgent: "Hearth")
    }

    package func send(_ message: Message) async -> SendOutcome {
        guard let push = seal(message) else {
            let isAddress = PushAddress(text: message.to) != nil
            return .refused(why: isAddress ? "too long" : "not a browser's address")
        }
        return await push.send(through: client)
    }

    /// Makes the request that carries a message, encrypted and vouched for, so that another sender can send it later.
    ///
    /// It is worth sending for 12 hours, as long as the voucher is valid. Nil where the address is none, or the message
    /// too long.
    package func seal(_ message: Message) -> SealedPush? {
        guard let address = PushAddress(text: message.to),
            let body = address.keys.encrypt(Array(message.text.utf8))
        else { return nil }
        let known = vouchers()
        let voucher =
            address.voucherKey.flatMap { key in known.first { $0.publicKey == key } } ?? known[known.count - 1]
        return SealedPush(
            endpoint: address.endpoint,
            authorization: voucher.authorization(for: origin(of: address.endpoint), milliseconds: now().milliseconds),
            body: body,
            worthSeconds: min(max(message.worthSeconds, 1), Self.worthSecondsMax),
            isUrgent: message.isUrgent
        )
    }

    /// Scheme, host and a port that is named.
    private func origin(of url: String) -> String {
        let scheme = url.prefix { $0 != ":" }
        let host = url.dropFirst(scheme.count + 3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return "\(scheme)://\(host)"
    }
}
