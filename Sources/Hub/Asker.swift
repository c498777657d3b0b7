/// Where a request of somebody unknown comes from, as far as limits and trust depend on it.
package struct Asker: Sendable {
    /// The start of the address, by which neighbours count as one (S4): three bytes of IPv4, eight of IPv6.
    ///
    /// Empty for a command on this machine, which no limit counts.
    package var network: [UInt8]
    /// The secret of the browser that asks, from its cookie; nil for a program.
    package var browser: String?
    /// The token by which a browser is known to members who logged in there; nil without one.
    package var device: String?

    package init(network: [UInt8] = [], browser: String? = nil, device: String? = nil) {
        self.network = network
        self.browser = browser
        self.device = device
    }
}

extension Hub {
    /// The hash of an asker's device token; nil without one.
    func deviceHash(of asker: Asker) -> [UInt8]? {
        asker.device.map { vault.hash(token: Array($0.utf8)).bytes }
    }
}
