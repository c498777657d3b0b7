import Demo
import Hub
import PhoneNumbers

extension Command {
    static let demo = Command(
        name: "demo",
        summary: "runs a hub with a made-up family that lives its day",
        help: """
            usage: hearth demo [FLAGS]

            Runs a hub on which a made-up family of six lives a weekday on the streets of Liechtenstein: school, work,
            errands, a bus, bicycles, a night shift, and a phone that dies in the afternoon. What they did earlier
            today is there at once; then they go on, in real time. Their positions come in as those of real phones do,
            each person by another app. Open the address that it prints in a browser on this machine, and enter as one of
            them with one tap; where --public-url or --trusted-proxy shows the demo to others, everybody logs in.

            \(Configuration.help(DemoOrder.settings + DemoOrder.serveSettings))

            Nothing is read from hearth.toml or the environment. Ctrl-C ends it.
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

    /// The demo's own flags.
    static let settings = [
        Configuration.Setting(name: "speed", value: "N", meaning: "time runs N times faster, for the hub too (1)"),
        Configuration.Setting(name: "start", value: "HH:MM", meaning: "begins at this time of today there (now)"),
        Configuration.Setting(name: "data", value: "DIR", meaning: "a new folder for what is otherwise removed"),
    ]
    /// Those of `hearth serve` that have a meaning here.
    static var serveSettings: [Configuration.Setting] {
        let names = ["listen", "public-url", "trusted-proxy", "web", "basemap", "lost-after-minutes"]
        return Configuration.settings.filter { names.contains($0.name) } + Configuration.switches
    }
    private static let speedMax = 600.0

    init(_ words: [String]) throws(UsageError) {
        let switches = Set(Configuration.switches.map(\.name))
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
        speed = try Self.speed(arguments.values["speed"] ?? "1")
        start = try arguments.values["start"].map { text throws(UsageError) in
            guard let time = TimeOfDay(text: text) else {
                throw UsageError(words: "--start is a time of day such as 15:30.")
            }
            return time
        }
    }

    private static func speed(_ text: String) throws(UsageError) -> Double {
        guard let speed = Double(text), speed >= 0.1, speed <= speedMax else {
            throw UsageError(words: "--speed is a number from 0.1 to \(Int(speedMax)).")
        }
        return speed
    }
}
