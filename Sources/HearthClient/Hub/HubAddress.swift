import Foundation

/// Where a hub is reached: scheme, host and port, and nothing behind them.
public struct HubAddress: Hashable, Sendable {
    /// Without a slash at its end.
    public let text: String

    /// Reads an address such as `https://hub.example`; nil for anything that cannot be a hub's.
    ///
    /// Plain HTTP is taken for this machine alone, unless `allowPlainHTTP` says that this is a trial at home: over it
    /// everybody on the way reads along, and the hub refuses it too unless told otherwise.
    public init?(_ text: String, allowPlainHTTP: Bool = false) {
        guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty, parts.user == nil,
            parts.password == nil, parts.query == nil, parts.fragment == nil, parts.path.isEmpty || parts.path == "/"
        else { return nil }
        switch parts.scheme?.lowercased() {
        case "https": break
        case "http": guard allowPlainHTTP || Self.isLoopback(host) else { return nil }
        default: return nil
        }
        self.text = text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// The whole address of a path with the fields of a query.
    func url(_ path: String, query: [QueryField]) -> URL? {
        let fields = query.map { "\(escaped($0.name))=\(escaped($0.value))" }
        return URL(string: text + path + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&")))
    }

    private static func isLoopback(_ host: String) -> Bool {
        ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host.lowercased())
    }
}

/// One field behind the question mark of an address.
public struct QueryField: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// Every byte but letters, digits and the four marks that mean themselves (RFC 3986, 2.3), so that `+` stays a plus.
private func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
        let isPlain =
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
            || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~")].contains(byte)
        if isPlain {
            bytes.append(byte)
        } else {
            let digits = Array("0123456789ABCDEF".utf8)
            bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}
