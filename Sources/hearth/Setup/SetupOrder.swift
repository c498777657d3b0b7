import Glibc
import PhoneNumbers

/// What `hearth setup` is asked for: a checked command line.
struct SetupOrder {
    /// The hub's name on the internet.
    let domain: String
    /// Before each path that is written: an empty text for this machine itself.
    let root: String
    /// A certificate of the keeper's own and its key; nil where Caddy gets one.
    let certificate: (chain: String, key: String)?
    /// Where numbers without a country code are from; nil leaves that as it is.
    private(set) var phoneRegion: String?
    let watchdog: String?
    let isDry: Bool
    /// Whether files that the keeper changed are replaced, each kept beside the new one.
    let replaces: Bool
    let asJSON: Bool

    static let settings = [
        Configuration.Setting(name: "certificate", value: "FILE", meaning: "your own chain in PEM, in place of Caddy"),
        Configuration.Setting(name: "key", value: "FILE", meaning: "its private key"),
        Configuration.Setting(
            name: "phone-region",
            value: "CC",
            meaning: "the hub's country, two letters; asked for where it is missing"
        ),
        Configuration.Setting(name: "watchdog", value: "URL|none", meaning: "told each minute that the hub works"),
        Configuration.Setting(name: "root", value: "DIR", meaning: "writes below DIR in place of this machine"),
    ]
    static let switches = [
        Configuration.Setting(name: "dry-run", value: "", meaning: "says what it would write, and writes nothing"),
        Configuration.Setting(
            name: "replace",
            value: "",
            meaning: "replaces what you changed; yours stays as FILE.old"
        ),
        Configuration.Setting(name: "json", value: "", meaning: "prints {steps: [{path, state, words}], next: […]}"),
    ]

    init(_ words: [String]) throws(UsageError) {
        let arguments = try Arguments(
            words,
            flags: Set(Self.settings.map(\.name)),
            switches: Set(Self.switches.map(\.name))
        )
        guard arguments.positional.count == 1 else {
            throw UsageError(words: "Give the hub's domain name: hearth setup hub.example.org")
        }
        domain = try Self.domain(arguments.positional[0])
        let root = arguments.values["root"] ?? ""
        self.root = root.hasSuffix("/") ? String(root.dropLast()) : root
        switch (arguments.values["certificate"], arguments.values["key"]) {
        case (nil, nil): certificate = nil
        case (let chain?, let key?):
            guard chain.hasPrefix("/"), key.hasPrefix("/") else {
                throw UsageError(words: "--certificate and --key are whole paths, which begin with /.")
            }
            certificate = (chain, key)
        default: throw UsageError(words: "--certificate and --key go together.")
        }
        phoneRegion = arguments.values["phone-region"]
        if let phoneRegion { _ = try Configuration.region(phoneRegion) }
        watchdog = arguments.values["watchdog"]
        isDry = arguments.switches.contains("dry-run")
        replaces = arguments.switches.contains("replace")
        asJSON = arguments.switches.contains("json")
    }

    /// Asks for the hub's country at a terminal; an empty line leaves it to the first keeper's number.
    mutating func askForRegion() throws(UsageError) {
        guard !asJSON, isatty(STDIN_FILENO) == 1 else { return }
        result("In which country is the hub? Two letters, such as CH; empty for that of the first keeper's number:")
        guard let line = readLine() else { return }
        let code = String(line.filter { !$0.isWhitespace }).uppercased()
        guard !code.isEmpty else { return }
        _ = try Configuration.region(code)
        phoneRegion = code
    }

    /// A name such as `hub.example.org`, without a scheme, a port or a path.
    private static func domain(_ text: String) throws(UsageError) -> String {
        let name = text.lowercased()
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let isName =
            parts.count >= 2 && name.utf8.count <= 253
            && parts.allSatisfy { part in
                (1...63).contains(part.utf8.count) && part.first != "-" && part.last != "-"
                    && part.utf8.allSatisfy { isDomainByte($0) }
            }
        guard isName else {
            throw UsageError(words: "\(text) is not a domain name such as hub.example.org.")
        }
        return name
    }

    private static func isDomainByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || byte == UInt8(ascii: "-")
    }
}
