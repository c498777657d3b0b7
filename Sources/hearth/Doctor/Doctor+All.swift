import Hub
import Maps

/// Looks at a hub and says in plain words what is weak, each with what mends it.
///
/// It reads and changes nothing. What it says names no member and no secret.
struct Doctor: Sendable {
    let configuration: Configuration
    /// Nil where the hub cannot be opened.
    let hub: Hub?
    /// What a running hub knows of its region and its engine.
    let atlas: Atlas?
    /// Whether the hub answers now; a resting one is judged by the settings that it would start with.
    let isRunning: Bool

    init(configuration: Configuration, hub: Hub?, atlas: Atlas? = nil, isRunning: Bool) {
        (self.configuration, self.hub, self.atlas, self.isRunning) = (configuration, hub, atlas, isRunning)
    }

    /// Everything that was looked at; the hub's own address, too, where it `asksOutside`.
    func findings(asksOutside: Bool = true) async -> [Finding] {
        let settings = [
            https, certificate, publicURL, registration, region, texts, mail, push, passwords, basemap,
            regionMirror, watchdog,
        ]
        var findings = settings.compactMap { $0 }
        if let hub {
            findings += [await database(hub), await keeper(hub)] + [backups(hub)].compactMap { $0 }
            if isRunning { findings += await running(hub, asksOutside: asksOutside) }
        }
        return findings + files() + [disk(), clock(), version]
    }

    /// A command on this hub's data, to be typed as it stands.
    func command(_ words: String) -> String {
        let data = configuration.dataFolder
        return "hearth \(words)" + (data == Configuration.ownData ? "" : " --data \(data)")
    }

    /// The same of a hub that cannot be opened, with why.
    static func findings(ofClosed configuration: Configuration, _ error: any Error) async -> [Finding] {
        let why = Finding.weak(
            "start",
            "The hub cannot be opened: \(wordsFor(error)).",
            mend: "Put that right first; `journalctl -u hearth` says whether it ran before, and until when."
        )
        return [why] + (await Doctor(configuration: configuration, hub: nil, isRunning: false).findings())
    }
}
