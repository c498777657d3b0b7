import Family
import Glibc
import HTTPClient
import Hub
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
        if asksOutside {
            findings += await textProviders()
            if let reach = await reach() { findings.append(reach) }
        }
        return findings + [router, service].compactMap { $0 }
    }

    private func messages(_ figures: HubFigures) -> Finding {
        let waiting = figures.waiting.reduce(0) { $0 + $1.count }
        guard figures.oldestMessageMilliseconds > Self.messageMilliseconds else {
            return .good("messages", waiting == 0 ? "No message waits." : "\(waiting) messages are on their way.")
        }
        let channels = figures.waiting.map { "\($0.count) \($0.channel)" }.joined(separator: ", ")
        return .weak(
            "messages",
            "Messages have waited for \(figures.oldestMessageMilliseconds / 60_000) minutes (\(channels)): nobody "
                + "takes them.",
            mend: "`journalctl -u hearth -g message` says why; look at the provider's account, and at its secret in "
                + "keys/."
        )
    }

    /// Providers of texts that do not answer, each by its name; or that all of them do.
    private func textProviders() async -> [Finding] {
        var findings: [Finding] = []
        let providers = configuration.textProviders()
        for (name, check) in providers {
            guard let why = await check() else { continue }
            findings.append(
                .weak(
                    "textProvider",
                    "No text leaves the hub by \(name): \(why).",
                    mend: "Look whether it is switched on and reached from here, and at its secret in keys/."
                )
            )
        }
        guard findings.isEmpty, !providers.isEmpty else { return findings }
        let names = providers.map(\.name).joined(separator: " and ")
        return [.good("textProvider", "Texts leave the hub by \(names), which answers.")]
    }

    private func deadlines(_ figures: HubFigures) -> Finding {
        guard figures.deadlineDelayMilliseconds > Self.deadlineMilliseconds else {
            return .good("deadlines", "Every deadline of a trip or a call for help is met in time.")
        }
        return .weak(
            "deadlines",
            "A deadline of a trip or a call for help is \(figures.deadlineDelayMilliseconds / 1_000) seconds late.",
            mend: "`journalctl -u hearth -g deadline` says why; where it says nothing: systemctl restart hearth"
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
            if status == 200 { return .good("reach", "\(url) answers, with a certificate that is believed.") }
            why = "it says \(status)"
        } catch {
            why = error.words
        }
        return .advice(
            "reach",
            "\(url) does not answer from here: \(why).",
            mend: "Let the name lead to this machine and ports 80 and 443 through to it, and look whether the proxy "
                + "runs: systemctl status caddy. Where phones on mobile data get in, this machine just cannot call itself."
        )
    }

    private var router: Finding? {
        guard let isUp = atlas?.routerStatus?.isUp else { return nil }
        guard !isUp else { return .good("router", "The hub's own engine finds ways.") }
        return .advice(
            "router",
            "The hub's own engine for ways does not answer, so that every way is a straight line.",
            mend: "It starts again by itself; where it stays so, import the region anew: "
                + command("region import FILE.osm.pbf")
        )
    }

    /// Whether somebody starts the hub again when it ends, or the machine does.
    private var service: Finding {
        // systemd names each run of a service (systemd.exec(5)).
        guard unsafe getenv("INVOCATION_ID") == nil else {
            guard unsafe getenv("NOTIFY_SOCKET") == nil else {
                return .good("service", "systemd runs the hub, and starts it again when it ends or hangs.")
            }
            return .good("service", "systemd runs the hub, and starts it again when it ends.")
        }
        return .advice(
            "service",
            "Nothing starts the hub again when it ends, or when this machine starts.",
            mend: "Let systemd run it: hearth setup YOUR.DOMAIN, then systemctl enable --now hearth"
        )
    }
}
