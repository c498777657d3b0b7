import Family
import Glibc
import HTTPClient
import Hub
import Languages
import Maps

/// What only a running hub can be asked.
extension Doctor {
    private static let messageMilliseconds: Int64 = 10 * 60_000
    private static let deadlineMilliseconds: Int64 = 60_000

    /// Messages, deadlines, the way in from outside, the engine for ways, and who starts the hub again.
    func running(_ hub: Hub, asksOutside: Bool) async -> [Finding] {
        var findings: [Finding] = []
        // Where the database does not answer, that is said already.
        if let figures = try? await hub.figures() { findings += [messages(figures), deadlines(figures)] }
        // The same.
        if let deputies = try? await hub.keeperDeputies() { findings += deputies.map(deputy) }
        if asksOutside {
            findings += await textProviders()
            if let reach = await reach() { findings.append(reach) }
        }
        return findings + [router, service].compactMap { $0 }
    }

    private func messages(_ figures: HubFigures) -> Finding {
        let waiting = figures.waiting.reduce(0) { $0 + $1.count }
        guard figures.oldestMessageMilliseconds > Self.messageMilliseconds else {
            let words: Phrase =
                switch waiting {
                case 0: "No messages waiting."
                case 1: "\(waiting) message being sent."
                default: "\(waiting) messages being sent."
                }
            return .good("messages", words)
        }
        let counts = figures.waiting.map { Self.count($0.count, $0.channel) }
        let channels = counts.dropFirst().reduce(counts.first ?? "") { "\($0), \($1)" }
        return .weak(
            "messages",
            """
            Messages waiting for \(figures.oldestMessageMilliseconds / 60_000) minutes (\(channels)): no provider \
            accepts them.
            """,
            mend: "See `journalctl -u hearth -g message`. Check the provider's account and its secret in keys/."
        )
    }

    /// How many messages of a channel wait.
    private static func count(_ count: Int, _ channel: String) -> Phrase {
        switch channel {
        case "text": "\(count) text"
        case "mail": "\(count) mail"
        case "push": "\(count) push"
        default: "\(count) \(channel)"
        }
    }

    /// Providers of texts that do not answer, each by its name; or that all of them do.
    private func textProviders() async -> [Finding] {
        var findings: [Finding] = []
        let providers = configuration.textProviders()
        let began = ContinuousClock.now
        for (name, check) in providers {
            guard let why = await check() else { continue }
            findings.append(
                .weak(
                    "textProvider",
                    "Texts by \(name) fail: \(why).",
                    mend: "Check that it is on and reachable from here, and its secret in keys/."
                )
            )
        }
        guard findings.isEmpty, !providers.isEmpty else { return findings }
        let names: Phrase = providers.dropFirst().reduce("\(providers[0].name)") { "\($0) and \($1.name)" }
        // A modem may take seconds; a text takes it longer (F95).
        let seconds = (ContinuousClock.now - began).components.seconds
        return [.good("textProvider", "Texts: \(names), answered in \(seconds) s.")]
    }

    /// Whether a second machine would raise alarms now if this one died.
    private func deputy(_ deputy: KeeperDeputy) -> Finding {
        let (name, members) = (deputy.offer.standing.name, deputy.members)
        guard deputy.offer.isHeard else {
            let unpair = command("deputy unpair --deputy \(deputy.offer.standing.id.text)")
            return .weak(
                "deputy",
                silence(of: deputy),
                mend: "On that machine: hearth deputy status. Or give it up: \(unpair)"
            )
        }
        guard members > 0 else {
            return .advice(
                "deputy",
                "The deputy \(name) guards nobody yet.",
                mend: "Each member decides on their trip page, under \"If the hub fails\"."
            )
        }
        return .good(
            "deputy",
            members == 1
                ? "The deputy \(name) raises alarms if this hub dies; it guards \(members) member."
                : "The deputy \(name) raises alarms if this hub dies; it guards \(members) members."
        )
    }

    private func silence(of deputy: KeeperDeputy) -> Phrase {
        let standing = deputy.offer.standing
        guard let heardAt = standing.heardAt else {
            return "The deputy \(standing.name) is never heard: it would not raise an alarm if this hub died."
        }
        return """
            The deputy \(standing.name) is not heard since \(heardAt.text): it would not raise an alarm if this \
            hub died.
            """
    }

    private func deadlines(_ figures: HubFigures) -> Finding {
        guard figures.deadlineDelayMilliseconds > Self.deadlineMilliseconds else {
            return .good("deadlines", "Deadlines of trips and alarms are on time.")
        }
        return .weak(
            "deadlines",
            "A deadline of a trip or an alarm is \(figures.deadlineDelayMilliseconds / 1_000) seconds late.",
            mend: "See `journalctl -u hearth -g deadline`. If it shows nothing: systemctl restart hearth"
        )
    }

    /// Whether the address that phones are told leads here, with a certificate that is believed.
    private func reach() async -> Finding? {
        let url = configuration.hub.publicURL
        guard url.hasPrefix("https://") else { return nil }
        guard let client = HTTPClient(userAgent: "Hearth", connectMilliseconds: 3_000, answerMilliseconds: 5_000) else {
            return nil
        }
        let why: String
        do {
            let status = try await client.post(.get(url + "/healthz")).status
            if status == 200 { return .good("reach", "\(url) is reachable, with a valid certificate.") }
            why = "status \(status)"
        } catch {
            why = error.words
        }
        return .advice(
            "reach",
            "\(url) is not reachable from here: \(why).",
            mend: """
                Point the name and ports 80 and 443 to this machine, and check the proxy: systemctl status caddy. \
                If phones on mobile data get in, only this machine cannot reach itself.
                """
        )
    }

    private var router: Finding? {
        guard let isUp = atlas?.routerStatus?.isUp else { return nil }
        guard !isUp else { return .good("router", "Routing engine running.") }
        return .advice(
            "router",
            "The routing engine does not answer: every route is a straight line.",
            mend: "It restarts by itself. If not, import the region again: \(command("region import FILE.osm.pbf"))"
        )
    }

    /// Whether somebody starts the hub again when it ends, or the machine does.
    private var service: Finding {
        // systemd names each run of a service (systemd.exec(5)).
        guard unsafe getenv("INVOCATION_ID") == nil else {
            guard unsafe getenv("NOTIFY_SOCKET") == nil else {
                return .good("service", "systemd restarts the hub if it stops or hangs.")
            }
            return .good("service", "systemd restarts the hub if it stops.")
        }
        return .advice(
            "service",
            "Nothing restarts the hub when it stops or the machine boots.",
            mend: "Run it with systemd: hearth setup YOUR.DOMAIN, then systemctl enable --now hearth"
        )
    }
}
