import Family
import Glibc
import HTTP
import Hub
import Maps
import Messaging
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
        Setting(name: "database", value: "URL", meaning: "the rows' server: postgres://USER@HOST/NAME (a file)"),
        Setting(name: "backups", value: "DIR|none", meaning: "where backups are kept (DATA/backups)"),
        Setting(name: "listen", value: "ADDRESS", meaning: "where to listen; port 0 takes a free one (127.0.0.1:8080)"),
        Setting(name: "registration", value: "invite|open", meaning: "who may become a member (invite)"),
        Setting(name: "phone-region", value: "CC", meaning: "the hub's country (that of the first keeper's number)"),
        Setting(
            name: "texts",
            value: "HOW",
            meaning: "outbox, gateway:URL, gammu, twilio:ACCOUNT:FROM or webhook:URL (outbox)"
        ),
        Setting(name: "second-texts", value: "HOW", meaning: "the same, for what --texts does not take (none)"),
        Setting(name: "text-price", value: "N", meaning: "what one costs by Twilio, in the account's currency (0.10)"),
        Setting(name: "mail", value: "URL", meaning: "smtp://USER@HOST:PORT?from=ADDRESS, or smtps://… (kept unsent)"),
        Setting(
            name: "text-countries",
            value: "CC,…",
            meaning: "whose numbers are sent codes (that of --phone-region)"
        ),
        Setting(name: "codes-per-day", value: "N", meaning: "texts with codes that the hub sends in a day (100)"),
        Setting(name: "codes-per-hour", value: "N", meaning: "codes that one network may ask for in an hour (10)"),
        Setting(name: "codes-per-number", value: "N", meaning: "codes that may be asked for one number in a day (10)"),
        Setting(name: "codes-in-ten-minutes", value: "N", meaning: "the same in ten minutes (5)"),
        Setting(name: "numbers-per-browser", value: "N", meaning: "numbers that one browser may ask for in a day (3)"),
        Setting(name: "log-in-failures", value: "N", meaning: "wrong log-ins of one network in a minute (10)"),
        Setting(name: "push-service", value: "URL", meaning: "one that push messages go through (the browsers' own)"),
        Setting(
            name: "watchdog",
            value: "URL|none",
            meaning: "asked for each minute; tells you when that ends (not set)"
        ),
        Setting(name: "public-url", value: "URL", meaning: "how phones reach the hub, for set-up links"),
        Setting(name: "tls-cert", value: "FILE", meaning: "certificate chain in PEM, to serve HTTPS alone"),
        Setting(name: "tls-key", value: "FILE", meaning: "its private key in PEM"),
        Setting(name: "trusted-proxy", value: "CIDR,…", meaning: "proxies whose word on address and HTTPS counts"),
        Setting(name: "web", value: "DIR", meaning: "the web page's files (as built)"),
        Setting(name: "basemap", value: "FILE", meaning: "map tiles in MBTiles (the region's)"),
        Setting(name: "tiles", value: "URL", meaning: "draws another server's tiles: …/{z}/{x}/{y}.png or .pbf (none)"),
        Setting(name: "tiles-attribution", value: "TEXT", meaning: "whom they are owed to (OpenStreetMap)"),
        Setting(name: "tiles-zoom", value: "N", meaning: "the closest zoom that server has (14 of .pbf, 19 of .png)"),
        Setting(name: "tiles-cache", value: "MB", meaning: "how much of them is kept on disk (500)"),
        Setting(name: "router", value: "URL", meaning: "finds ways: a Valhalla or OSRM, or walk=URL,drive=URL (own)"),
        Setting(name: "search", value: "URL", meaning: "finds places: a Nominatim or Photon (own)"),
        Setting(
            name: "region-mirror",
            value: "URL|none",
            meaning: "where regions are fetched from by name, when you ask (\(RegionMirror.usual))"
        ),
        Setting(
            name: "coins",
            value: "NAME",
            meaning: "lets members watch wallets: monero, or monero-stagenet, -testnet, -regtest (off)"
        ),
        Setting(name: "coins-node", value: "URL", meaning: "the node that coins are read from; goes with --coins"),
        Setting(name: "valhalla", value: "DIR", meaning: "where Valhalla's programs are (as built)"),
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

    /// Where everything is kept that nobody said another place for.
    static let ownData = "./hearth-data"

    var dataFolder = Self.ownData
    /// The PostgreSQL server that has the hub's rows; nil means a file in the data folder.
    var database: String?
    /// Where backups are kept; nil means in the data folder, `none` nowhere.
    var backups: String?
    var listen = "127.0.0.1:8080"
    var hub = HubSettings()
    var texts = TextsSetting.outbox
    /// Who sends what the first does not take (F21); nil for nobody.
    var secondTexts: TextsSetting?
    /// What a text costs by Twilio.
    var textPrice = Twilio.usualPrice
    /// Nil keeps mails in the outbox.
    var mail: MailSetting?
    /// What is asked for each minute, so that somebody notices when the hub stops (F6).
    var watchdog: String?
    var certificateFile: String?
    var keyFile: String?
    var trustedProxies: [AddressRange] = []
    /// Where the page's files are; nil means as they were built.
    var webFolder: String?
    /// The tiles of the map; nil means those of the hub's region.
    var basemapFile: String?
    /// Another server's tiles, drawn in place of the region's.
    var tiles = TilesSetting()
    /// Where the regions are; nil means in the data folder.
    ///
    /// No setting: the demo's region is built with the program.
    var regionFolder: String?
    /// The engines that find ways, by mode; empty means the hub's own.
    var router: [TravelMode: String] = [:]
    /// The engine that finds places; nil means the hub's own.
    var search: String?
    /// Where regions are fetched from when the keeper asks for one by name; nil means from nowhere.
    var regionMirror = RegionMirror(RegionMirror.usual)
    /// The chain of coins that members may watch, and its node; nil means none.
    var coins: CoinsSetting?
    /// Where Valhalla's programs are; nil means as they were built.
    var valhallaFolder: String?
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
        (webFolder, backups, database) = (value("web"), value("backups"), try Configuration.database(value("database")))
        try readMaps(value)
        (certificateFile, keyFile) = (value("tls-cert"), value("tls-key"))
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
        if let text = value("second-texts") { secondTexts = try TextsSetting(second: text, after: texts) }
        textPrice = try number(value("text-price"), "text-price", atLeast: 0.001) ?? textPrice
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
        try readSending(value)
        hub.streamsPerMember =
            try number(value("streams-per-member"), "streams-per-member", atLeast: 1).map { Int($0) }
            ?? hub.streamsPerMember
        connectionsMax = try number(value("connections"), "connections", atLeast: 1).map { Int($0) } ?? connectionsMax
    }

    /// Reads the settings of the map, of routes and of places that are searched for.
    private mutating func readMaps(_ value: (String) -> String?) throws(UsageError) {
        basemapFile = value("basemap")
        valhallaFolder = value("valhalla")
        tiles = try TilesSetting(value)
        if let text = value("router") { router = try Configuration.engines(text) }
        if let text = value("region-mirror") { regionMirror = try Configuration.regionMirror(text) }
        if let text = value("search") { search = try Configuration.engine(text, "search") }
        coins = try CoinsSetting(value)
    }

    private mutating func readSending(_ value: (String) -> String?) throws(UsageError) {
        func whole(_ name: String) throws(UsageError) -> Int? {
            try number(value(name), name, atLeast: 1).map { Int($0) }
        }
        hub.pushContact = mail?.from
        if let text = value("push-service") { hub.pushServices = try Configuration.pushServices(text) }
        if let text = value("watchdog") {
            watchdog = text == "none" ? nil : try Configuration.watchdog(text)
            hub.watchdog = watchdog == nil ? .declined : .set
        }
        hub.codes.textsADay = try whole("codes-per-day") ?? hub.codes.textsADay
        hub.codes.perNetworkAnHour = try whole("codes-per-hour") ?? hub.codes.perNetworkAnHour
        hub.codes.perNumberADay = try whole("codes-per-number") ?? hub.codes.perNumberADay
        hub.codes.perNumberInTenMinutes = try whole("codes-in-ten-minutes") ?? hub.codes.perNumberInTenMinutes
        hub.codes.numbersPerBrowserADay = try whole("numbers-per-browser") ?? hub.codes.numbersPerBrowserADay
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

    static func region(_ text: String) throws(UsageError) -> PhoneRegion {
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

    private static func pushServices(_ text: String) throws(UsageError) -> PushServices {
        guard let services = PushServices(keepers: text) else {
            throw UsageError(words: "--push-service is http://HOST:PORT or https://HOST:PORT.")
        }
        return services
    }

    private static func watchdog(_ text: String) throws(UsageError) -> String {
        guard text.hasPrefix("https://") || text.hasPrefix("http://"), !text.contains(where: \.isWhitespace) else {
            throw UsageError(words: "--watchdog begins with https:// or http://, or is none.")
        }
        return text
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
