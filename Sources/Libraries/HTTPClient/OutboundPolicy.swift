/// Where the hub sends what members told it to (S26): to hosts that are named here, at addresses of the open internet.
package struct OutboundPolicy: Sendable {
    /// A server that may be sent to.
    struct Target: Equatable {
        var host: String
        var port: Int
    }

    /// Names of hosts; one that begins with `*.` stands for every name that ends so.
    package var hosts: [String]
    package var scheme = "https"
    package var port = 443
    /// Until the whole answer is there, the search for the address included.
    package var milliseconds = 5_000
    /// Whether an address may be connected to.
    package var permits: @Sendable (NetworkAddress) -> Bool = { $0.isPublic }
    /// The addresses of a name.
    package var resolve: @Sendable (String) -> [NetworkAddress] = { NetworkAddress.all(of: $0) }

    package init(hosts: [String]) {
        self.hosts = hosts
    }

    /// The services that browsers have their push messages sent through.
    package static let push = OutboundPolicy(
        hosts: [
            "fcm.googleapis.com", "*.push.apple.com", "updates.push.services.mozilla.com", "*.notify.windows.com",
        ]
    )

    /// Whether something may be sent to an address, as far as that can be told without looking its name up.
    package func allows(_ url: String) -> Bool { target(url) != nil }

    /// The server that an address means; nil where nothing may be sent there.
    ///
    /// Only the plainest form is read: no name or password, no other port, no address in numbers.
    func target(_ url: String) -> Target? {
        guard url.hasPrefix("\(scheme)://"), url.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x5C }) else {
            return nil
        }
        let authority = url.dropFirst(scheme.count + 3).prefix { !"/?#".contains($0) }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, parts.count == 1 || parts.count == 2 && parts[1] == "\(port)" else { return nil }
        let isName =
            !host.isEmpty
            && host.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
            }
        guard isName, NetworkAddress(String(host)) == nil, hosts.contains(where: { names(host, by: $0) }) else {
            return nil
        }
        // Without a port a URL means its scheme's own.
        guard parts.count == 2 || port == (scheme == "https" ? 443 : 80) else { return nil }
        return Target(host: String(host), port: port)
    }

    private func names(_ host: Substring, by pattern: String) -> Bool {
        guard pattern.hasPrefix("*.") else { return host == pattern }
        let ending = pattern.dropFirst()
        return host.hasSuffix(ending) && host.count > ending.count
    }
}
