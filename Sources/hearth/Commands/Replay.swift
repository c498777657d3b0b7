import Family
import Glibc
import PhoneProtocols
import Replay

extension Command {
    static let replay = Command(
        name: "replay",
        summary: "sends a recorded track as a phone would",
        help: """
            usage: hearth replay FILE… --server URL --token T [FLAGS]

            Reads GPX, OwnTracks .rec, GeoJSON and CSV, told by their content, and posts each point to a hub as a
            phone app would, one after another, at the recorded pace or faster. What the hub does not store (5xx,
            no answer) is sent again after 1 s, 2 s, 4 s … 64 s, ten times at most; a wrong token ends it at once.
            Several files follow one another; a pause over an hour between two of them becomes a minute.

              --server URL      the hub, such as https://hub.example or http://127.0.0.1:8080
              --token T         the device's token, or HEARTH_TOKEN, which other users of this machine cannot see
              --speed N         N times as fast as recorded, also 0.5 (1); 0 or max: as fast as answers come
              --as APP          \(ReplayedApp.allCases.map(\.rawValue).joined(separator: ", ")) (owntracks)
              --now             see below
              --original-times  see below
              --json            prints the result as JSON

            The time on each point. Unless told otherwise the whole track is moved so that it ends when the replay
            ends: in the present, nothing ahead of it, with the spacing that was recorded. So the hub sees the
            speeds and stops as they were, whatever --speed is; and the first points of a fast replay are old when
            they are sent, by nearly the length of the track. A hub draws a point as live for 5 minutes, sends
            notices for 10, and calls somebody lost after 60 (--lost-after-minutes): a watcher of a longer track
            replayed fast sees "lost" until the replay comes that near to its end.
            --now squeezes the times only as far as keeps every point younger than 4 minutes when it is sent:
            always live, never lost, but as fast as the squeezing makes it. --original-times keeps the recorded
            times: older than 7 days, they are history only.
            A hub lets nobody go back in time: what is older than the newest point of that member is history only.
            So replay to a member whose own phone is silent, and leave the track's length between two replays.
            """
    ) { words in
        try await playBack(try ReplayOrder(words))
    }
}

/// What is replayed, where to and how: a checked command line.
struct ReplayOrder {
    let files: [String]
    let server: String
    let token: String
    let speed: Double
    let app: ReplayedApp
    let times: Timetable.Times
    let asJSON: Bool

    init(_ words: [String]) throws(UsageError) {
        let arguments = try Arguments(
            words,
            flags: ["server", "token", "speed", "as"],
            switches: ["now", "original-times", "json"]
        )
        guard !arguments.positional.isEmpty else { throw UsageError(words: "say which file to replay.") }
        files = arguments.positional
        server = try Self.server(arguments.required("server"))
        token = try Self.token(arguments)
        speed = try Self.speed(arguments.values["speed"] ?? "1")
        let app = arguments.values["as"] ?? ReplayedApp.owntracks.rawValue
        guard let app = ReplayedApp(rawValue: app) else {
            let names = ReplayedApp.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError(words: "--as is one of \(names).")
        }
        self.app = app
        switch (arguments.switches.contains("now"), arguments.switches.contains("original-times")) {
        case (true, true): throw UsageError(words: "--now and --original-times exclude each other.")
        case (true, false): times = .squeezed
        case (false, true): times = .original
        case (false, false): times = .shifted
        }
        asJSON = arguments.switches.contains("json")
    }

    private static func server(_ text: String) throws(UsageError) -> String {
        guard text.hasPrefix("https://") || text.hasPrefix("http://") else {
            throw UsageError(words: "--server begins with https:// or http://.")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    private static func token(_ arguments: Arguments) throws(UsageError) -> String {
        let variable = unsafe getenv("HEARTH_TOKEN").map { unsafe String(cString: $0) }
        guard let token = arguments.values["token"] ?? variable, !token.isEmpty else {
            throw UsageError(words: "--token is missing: `hearth device add` prints one.")
        }
        // A line end would begin another header.
        guard token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw UsageError(words: "--token is a device's token, as `hearth device add` prints it.")
        }
        return token
    }

    private static func speed(_ text: String) throws(UsageError) -> Double {
        if text == "max" { return .infinity }
        guard let speed = Double(text), speed >= 0, speed < 1e9 else {
            throw UsageError(words: "--speed is a number such as 60, or max.")
        }
        return speed == 0 ? .infinity : max(speed, 0.001)
    }
}
