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
    let atlas: InstalledMaps?
    /// Whether the hub answers now; a resting one is judged by the settings that it would start with.
    let isRunning: Bool

    init(configuration: Configuration, hub: Hub?, atlas: InstalledMaps? = nil, isRunning: Bool) {
        (self.configuration, self.hub, self.atlas, self.isRunning) = (configuration, hub, atlas, isRunning)
    }

    /// Everything that was looked at; the hub's own address, too, where it `asksOutside`.
    func findings(asksOutside: Bool = true) async -> [Finding] {
        let settings = [
            https, certificate, publicURL, registration, region, texts, mail, push, passwords, basemap,
            regionMirror, watchdog, restore,
        ]
        var findings = settings.compactMap { $0 }
        if let hub {
            findings += [await database(hub), await keeper(hub)] + [backups(hub)].compactMap { $0 }
            if isRunning { findings += await running(hub, asksOutside: asksOutside) }
        }
        if asksOutside, let found = await coins() { findings.append(found) }
        return findings + files() + [disk(), clock(), version]
    }

    /// A command on this hub's data, to be typed as it stands.
    func command(_ words: String) -> String {
        let data = configuration.dataFolder
        return "hearth \(words)" + (data == Configuration.ownData ? "" : " --data \(data)")
    }
}
