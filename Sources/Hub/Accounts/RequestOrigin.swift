package import Languages

/// Where a request of somebody unknown comes from, as far as limits and trust depend on it.
package struct RequestOrigin: Sendable {
    /// The start of the address, by which neighbours count as one (S4): three bytes of IPv4, eight of IPv6.
    ///
    /// Empty for a command on this machine, which no limit counts.
    package var network: [UInt8]
    /// The secret of the browser that asks, from its cookie; nil for a program.
    package var browser: String?
    /// The secrets by which a browser says that members logged in there before, one for each of them (S46).
    package var devices: [String]
    /// The language that the browser asks for.
    package var language: Language

    /// How many members one browser is known to: as many as a family's tablet has.
    package static let devicesMax = 8

    /// Somewhere; of what a browser says to be known by, no more than counts.
    package init(
        network: [UInt8] = [],
        browser: String? = nil,
        devices: [String] = [],
        language: Language = .english
    ) {
        self.network = network
        self.browser = browser
        self.devices = Array(devices.prefix(Self.devicesMax))
        self.language = language
    }
}
