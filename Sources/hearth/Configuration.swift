import Glibc
import HTTP
import Hub
import PhoneNumbers

/// How the hub is set: flags over environment (`HEARTH_…`) over `hearth.toml`.
struct Configuration {
    /// One setting, for reading and for `--help`.
    struct Setting {
        let name: String
        let value: String
        let meaning: String
    }

    /// Every setting of `hearth serve`, in the order of its help.
    static let settings: [Setting] = [
        Setting(name: "data", value: "DIR", meaning: "where everything is kept (./hearth-data)"),
        Setting(name: "listen", value: "ADDRESS", meaning: "where to listen; port 0 takes a free one (127.0.0.1:8080)"),
        Setting(name: "registration", value: "invite|open", meaning: "who may become a member (invite)"),
        Setting(name: "phone-region", value: "CC", meaning: "where numbers without a country code are from (US)"),
        Setting(name: "texts", value: "HOW", meaning: "outbox, twilio:ACCOUNT:FROM or webhook:URL (outbox)"),
        Setting(name: "mail", value: "URL", meaning: "smtp://USER@HOST:PORT?from=ADDRESS, or smtps://… (kept unsent)"),
        Setting(
            name: "text-countries",
            value: "CC,…",
            meaning: "whose numbers are sent codes (that of --phone-region)"
        ),
        Setting(name: "codes-per-day", value: "N", meaning: "texts with codes that the hub sends in a day (100)"),
        Setting(name: "codes-per-hour", value: "N", meaning: "codes that one network may ask for in an hour (10)"),
        Setting(name: "log-in-failures", value: "N", meaning: "wrong log-ins of one network in a minute (10)"),
        Setting(name: "public-url", value: "URL", meaning: "how phones reach the hub, for set-up links"),
        Setting(name: "tls-cert", value: "FILE", meaning: "certificate chain in PEM, to serve HTTPS alone"),
        Setting(name: "tls-key", value: "FILE", meaning: "its private key in PEM"),
        Setting(name: "trusted-proxy", value: "CIDR,…", meaning: "proxies whose word on address and HTTPS counts"),
        Setting(name: "web", value: "DIR", meaning: "the web page's files (as built)"),
        Setting(name: "basemap", value: "FILE", meaning: "map tiles in MBTiles (DATA/region/basemap.mbtiles)"),
        Setting(name: "lost-after-minutes", value: "N", meaning: "without a fix so long, a member is lost (60)"),
        Setting(name: "ingest-rate", value: "N", meaning: "requests a second of one device, for long (10)"),
        Setting(name: "ingest-burst", value: "N", meaning: "requests of one device at once (5000)"),
        Setting(name: "phone-number-rate", value: "N", meaning: "numbers one address may try out each minute (600)"),
        Setting(name: "requests-per-minute", value: "N", meaning: "requests of one session in a minute (300)"),
        Setting(name: "stranger-requests", value: "N", meaning: "of a network without a session in a minute (60)"),
        Setting(name: "streams-per-member", value: "N", meaning: "open event streams of one member (20)"),
        Setting(name: "connections", value: "N", meaning: "open connections of the whole hub (12000)"),
    ]

    static let switches: [Setting] = [
        Setting(name: "allow-http", value: "", meaning: "answer plain HTTP from other machines: a trial at home only")
    ]

    var dataFolder = "./hearth-data"
    var listen = "127.0.0.1:8080"
    var hub = HubSettings()
    var texts = TextsSetting.outbox
    /// Nil keeps mails in the outbox.
    var mail: MailSetting?
    var certificateFile: String?
    var keyFile: String?
    var trustedProxies: [AddressRange] = []
    /// Where the page's files are; nil means as they were built.
    var webFolder: String?
    /// The tiles of the map; nil means those of the hub's region.
    var basemapFile: String?
    var connectionsMax = 12_000
    var allowHTTP = false

    /// Reads all three sources; `environment` gives a variable's value by its name.
    init(
        _ arguments: Arguments,
        file: [String: String],
        environment: (String) -> String?
    ) throws(UsageError) {
        func value(_ name: String) -> String? {
            let variable = "HEARTH_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
            return arguments.values[name] ?? environment(variable) ?? file[name]
        }
        dataFolder = value("data") ?? dataFolder
        listen = value("listen") ?? listen
        webFolder = value("web")
        basemapFile = value("basemap")
        certificateFile = value("tls-cert")
        keyFile = value("tls-key")
        guard (certificateFile == nil) == (keyFile == nil) else {
            throw UsageError(words: "--tls-cert and --tls-key go together.")
        }
        if let text = value("allow-http") {
            guard ["true", "false"].contains(text) else { throw UsageError(words: "allow-http is true or false.") }
            allowHTTP = text == "true"
        }
        allowHTTP = allowHTTP || arguments.switches.contains("allow-http")
        if let text = value("registration") {
            guard let registration = HubSettings.Registration(rawValue: text) else {
                throw UsageError(words: "--registration is invite or open.")
            }
            hub.registration = registration
        }
        if let text = value("phone-region") { hub.phoneRegion = try Configuration.region(text) }
        hub.phoneNumbersPerMinute =
            try number(value("phone-number-rate"), "phone-number-rate", atLeast: 1) ?? hub.phoneNumbersPerMinute
        if let text = value("texts") { texts = try TextsSetting(text) }
        if let text = value("text-countries") { hub.textRegions = try Configuration.regions(text) }
        if let text = value("mail") { mail = try MailSetting(text) }
        if let text = value("public-url") { hub.publicURL = try Configuration.publicURL(text) }
        if let text = value("trusted-proxy") { trustedProxies = try Configuration.ranges(text) }
        hub.lostAfterMilliseconds =
            try number(value("lost-after-minutes"), "lost-after-minutes", atLeast: 1).map { Int64($0 * 60_000) }
            ?? hub.lostAfterMilliseconds
        hub.ingestRequestsPerSecond =
            try number(value("ingest-rate"), "ingest-rate", atLeast: 0.01) ?? hub.ingestRequestsPerSecond
        hub.ingestBurst = try number(value("ingest-burst"), "ingest-burst", atLeast: 1) ?? hub.ingestBurst
        try readLimits(value)
        hub.streamsPerMember =
            try number(value("streams-per-member"), "streams-per-member", atLeast: 1).map { Int($0) }
            ?? hub.streamsPerMember
        connectionsMax = try number(value("connections"), "connections", atLeast: 1).map { Int($0) } ?? connectionsMax
    }

    private mutating func readLimits(_ value: (String) -> String?) throws(UsageError) {
        func whole(_ name: String) throws(UsageError) -> Int? {
            try number(value(name), name, atLeast: 1).map { Int($0) }
        }
        hub.codes.textsADay = try whole("codes-per-day") ?? hub.codes.textsADay
        hub.codes.perNetworkAnHour = try whole("codes-per-hour") ?? hub.codes.perNetworkAnHour
        hub.logInFailuresPerMinute = try whole("log-in-failures") ?? hub.logInFailuresPerMinute
        hub.requestsPerSessionAMinute = try whole("requests-per-minute") ?? hub.requestsPerSessionAMinute
        hub.requestsPerStrangerAMinute = try whole("stranger-requests") ?? hub.requestsPerStrangerAMinute
    }

    private func number(_ text: String?, _ name: String, atLeast least: Double) throws(UsageError) -> Double? {
        guard let text else { return nil }
        guard let number = Double(text), number >= least, number < 1e9 else {
            throw UsageError(words: "--\(name) is a number from \(least) to 999999999.")
        }
        return number
    }

    private static func region(_ text: String) throws(UsageError) -> PhoneRegion {
        guard let region = PhoneRegion(text.uppercased()) else {
            throw UsageError(words: "--phone-region is a country's two letters, such as CH.")
        }
        return region
    }

    private static func regions(_ text: String) throws(UsageError) -> Set<String> {
        var regions: Set<String> = []
        for part in text.split(separator: ",") {
            guard let region = PhoneRegion(part.uppercased()) else {
                throw UsageError(words: "--text-countries is countries' two letters, such as CH,AT,DE.")
            }
            regions.insert(region.code)
        }
        guard !regions.isEmpty else { throw UsageError(words: "--text-countries names no country.") }
        return regions
    }

    private static func publicURL(_ text: String) throws(UsageError) -> String {
        guard text.hasPrefix("https://") || text.hasPrefix("http://") else {
            throw UsageError(words: "--public-url begins with https:// or http://.")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    private static func ranges(_ text: String) throws(UsageError) -> [AddressRange] {
        var ranges: [AddressRange] = []
        for part in text.split(separator: ",") {
            guard let range = AddressRange(String(part)) else {
                throw UsageError(
                    words: "--trusted-proxy is an address or a range such as 10.0.0.0/8, or several with commas."
                )
            }
            ranges.append(range)
        }
        return ranges
    }
}

extension Configuration {
    /// The flags of `hearth serve` with their meanings.
    static var flagHelp: String { help(settings + switches) }

    /// Flags with their meanings, one a line.
    static func help(_ settings: [Setting]) -> String {
        let all = settings.map { ("--\($0.name) \($0.value)", $0.meaning) }
        let width = all.map(\.0.count).max() ?? 0
        return all.map { "  \($0.0.padded(to: width))  \($0.1)" }.joined(separator: "\n")
    }

    /// The configuration of a command line that takes no words of its own.
    static func read(_ words: [String]) throws -> Configuration {
        let (arguments, configuration) = try read(words, flags: [], switches: [])
        try arguments.noPositional()
        return configuration
    }

    /// The configuration, and what else stands on a command line with flags of its own.
    static func read(
        _ words: [String],
        flags: Set<String>,
        switches: Set<String>
    ) throws -> (arguments: Arguments, configuration: Configuration) {
        let arguments = try Arguments(
            words,
            flags: flags.union(settings.map(\.name)),
            switches: switches.union(Configuration.switches.map(\.name))
        )
        let path = "hearth.toml"
        let text =
            unsafe access(path, F_OK) == 0
            ? String(decoding: try fileBytes(path, bytesMax: 1 << 20), as: UTF8.self) : ""
        let configuration = try Configuration(arguments, file: try file(text)) { name in
            unsafe getenv(name).map { unsafe String(cString: $0) }
        }
        return (arguments, configuration)
    }

    /// The settings of `hearth.toml`: one `name = "value"` a line, `#` begins a comment, tables are not known.
    static func file(_ text: String) throws(UsageError) -> [String: String] {
        let known = Set((settings + switches).map(\.name))
        var values: [String: String] = [:]
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let content = trimmed(line.prefix(while: { $0 != "#" })) else { continue }
            let parts = content.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = trimmed(parts[0]), known.contains(name), let raw = trimmed(parts[1])
            else {
                throw UsageError(words: "hearth.toml, line \(number + 1): not a setting of hearth serve.")
            }
            let isQuoted = raw.count >= 2 && raw.hasPrefix("\"") && raw.hasSuffix("\"")
            values[name] = isQuoted ? String(raw.dropFirst().dropLast()) : raw
        }
        return values
    }

    private static func trimmed(_ text: some StringProtocol) -> String? {
        let inner = text.drop(while: \.isWhitespace)
        guard let last = inner.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        return String(inner[...last])
    }
}
