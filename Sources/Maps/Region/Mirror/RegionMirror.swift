/// A server of extracts in the layout of Geofabrik's: `index-v1-nogeom.json` names them, and beside each lies its `.md5`.
///
/// Whatever that list or a redirect says, nothing but this server is asked: of an address only its path is taken.
package struct RegionMirror: Sendable, Equatable {
    /// The one that is asked where the keeper names no other.
    package static let usual = "https://download.geofabrik.de"

    /// Without a slash at its end.
    package let base: String
    /// Its name as people read it, with the port where it has one.
    package let host: String
    /// Whether it is this machine, which no proxy leads to.
    let isLoopback: Bool
    /// Scheme, host and port.
    private let origin: String

    /// Takes `https://HOST[:PORT][/PATH]`, and the same with `http://` where the host is this machine.
    ///
    /// Nil for any other text: one with a name and password, with a question or with signs that addresses have not.
    package init?(_ text: String) {
        let isPlain = text.hasPrefix("http://")
        guard isPlain || text.hasPrefix("https://") else { return nil }
        let rest = text.dropFirst(isPlain ? 7 : 8)
        let authority = rest.prefix { $0 != "/" }
        var path = String(rest.dropFirst(authority.count))
        while path.hasSuffix("/") { path.removeLast() }
        guard let name = Self.name(in: authority), path.isEmpty || Self.isPath(path) else { return nil }
        isLoopback = name == "localhost" || name == "[::1]" || name.hasPrefix("127.") && name.allSatisfy(Self.isFigure)
        guard isLoopback || !isPlain else { return nil }
        host = String(authority)
        origin = (isPlain ? "http://" : "https://") + host
        base = origin + path
    }

    /// The address of a path that begins with a slash.
    func address(_ path: String) -> String { base + path }

    /// Where a redirect leads; nil where that is not on this server.
    func redirect(_ location: String?) -> String? {
        guard let location else { return nil }
        let path = location.hasPrefix("/") ? location : String(location.dropFirst(origin.count))
        guard location.hasPrefix("/") || location.hasPrefix(origin), Self.isPath(path) else { return nil }
        return origin + path
    }

    /// The path of an address on whatever server the list names; nil where it is no extract's.
    static func extractPath(of address: String) -> String? {
        guard let scheme = ["https://", "http://"].first(where: { address.hasPrefix($0) }) else { return nil }
        let path = String(address.dropFirst(scheme.count).drop { $0 != "/" })
        let file = path.split(separator: "/").last.map(String.init) ?? ""
        return isPath(path) && RegionImportWork.isFile(file) ? path : nil
    }

    /// The host without its port; nil where there is something else.
    private static func name(in authority: Substring) -> String? {
        var name = authority
        if let colon = authority.lastIndex(of: ":"), authority[colon...].dropFirst().allSatisfy(\.isNumber) {
            guard let port = Int(authority[colon...].dropFirst()), (1...65_535).contains(port) else { return nil }
            name = authority[..<colon]
        }
        if name == "[::1]" { return String(name) }
        let isName = name.utf8.allSatisfy { isSmallOrDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
        return isName && (1...253).contains(name.utf8.count) ? String(name) : nil
    }

    /// Whether a path is of the plainest kind: no way up, no question, no escapes.
    private static func isPath(_ path: String) -> Bool {
        let isPlain = path.utf8.allSatisfy { byte in
            isSmallOrDigit(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || "/._-".utf8.contains(byte)
        }
        return isPlain && path.hasPrefix("/") && path.utf8.count <= 300
            && !path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().contains { part in
                part.isEmpty || part.hasPrefix(".")
            }
    }

    private static func isSmallOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isFigure(_ character: Character) -> Bool { character == "." || character.isNumber }
}
