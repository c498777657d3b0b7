import Demo
import Glibc
import Hub
import Languages
import PhoneNumbers

extension Command {
    static let demo = Command(
        name: "demo",
        summary: "runs a hub with a demo family",
        help: """
            usage: hearth demo [FLAGS]

            Runs a hub on which a made-up family of six lives a weekday on the streets of Liechtenstein: school, work,
            errands, a bus, bicycles, a night shift, and a phone that dies in the afternoon. What they did earlier
            today is there at once; then they go on, in real time. Their positions come in as those of real phones do,
            each person by another app. Open the address that it prints in a browser on this machine, and enter as one of
            them with one tap; where --public-url or --trusted-proxy shows the demo to others, everybody logs in.

            \(Configuration.help(DemoOrder.settings + DemoOrder.serveSettings))

            Nothing is read from hearth.toml, and of the environment the language alone. Ctrl-C ends it.
            """
    ) { words in
        try await runDemo(try DemoOrder(words))
    }
}

/// What the demo is asked for: a checked command line.
struct DemoOrder {
    let configuration: Configuration
    /// Where the data stays; nil removes it at the end.
    let keptFolder: String?
    let speed: Double
    let start: TimeOfDay?
    /// In which the family named its places and things.
    let language: Language
    /// Whether a second process stands in for the hub while that is dead.
    let hasDeputy: Bool

    /// The demo's own flags.
    static let settings = [
        Configuration.Setting(name: "speed", value: "N", meaning: "time runs N times faster, for the hub too (1)"),
        Configuration.Setting(name: "start", value: "HH:MM", meaning: "begins at this time of today there (now)"),
        Configuration.Setting(name: "data", value: "DIR", meaning: "a new folder for what is otherwise removed"),
        Configuration.Setting(name: "language", value: "TAG", meaning: "en, de, es, fr, zh-Hans (LANG's)"),
        Configuration.Setting(name: "deputy", value: "", meaning: "a deputy guards Anna on a trip: kill the hub"),
    ]
    /// Those of `hearth serve` that have a meaning here.
    static var serveSettings: [Configuration.Setting] {
        let names = ["listen", "public-url", "trusted-proxy", "web", "basemap", "lost-after-minutes"]
        return Configuration.settings.filter { names.contains($0.name) } + Configuration.switches
    }
    private static let speedMax = 600.0

    init(_ words: [String]) throws(UsageError) {
        let switches = Set(Configuration.switches.map(\.name)).union(["deputy"])
        let flags = Set((Self.settings + Self.serveSettings).map(\.name)).subtracting(switches)
        let arguments = try Arguments(words, flags: flags, switches: switches)
        try arguments.noPositional()
        // A keeper's own settings and data are none of the demo's business.
        var configuration = try Configuration(arguments, file: [:], environment: { _ in nil })
        configuration.hub.registration = .open
        // Where its family lives.
        configuration.hub.phoneRegion = PhoneRegion("LI")
        self.configuration = configuration
        keptFolder = arguments.values["data"]
        hasDeputy = arguments.switches.contains("deputy")
        speed = try Self.speed(arguments.values["speed"] ?? "1")
        guard !hasDeputy || (speed == 1 && arguments.values["start"] == nil) else {
            throw UsageError(words: "--deputy runs by real time: without --speed and --start.")
        }
        language = try Self.language(arguments.values["language"])
        start = try arguments.values["start"].map { text throws(UsageError) in
            guard let time = TimeOfDay(text: text) else {
                throw UsageError(words: "--start is a time of day such as 15:30.")
            }
            return time
        }
    }

    /// The one that was asked for, else the terminal's, else English.
    private static func language(_ tag: String?) throws(UsageError) -> Language {
        guard let tag else {
            let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
            let locale = names.lazy.compactMap { unsafe getenv($0).map { unsafe String(cString: $0) } }.first {
                !$0.isEmpty
            }
            return locale.flatMap { Language(tag: $0.prefix { $0 != "." }.replacing("_", with: "-")) } ?? .english
        }
        guard let language = Language(tag: tag.replacing("_", with: "-")) else {
            throw UsageError(words: "--language is en, de, es, fr or zh-Hans.")
        }
        return language
    }

    private static func speed(_ text: String) throws(UsageError) -> Double {
        guard let speed = Double(text), speed >= 0.1, speed <= speedMax else {
            throw UsageError(words: "--speed is a number from 0.1 to \(Int(speedMax)).")
        }
        return speed
    }
}
