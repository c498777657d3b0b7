import Crypto
import Glibc

/// Writes what a hub needs on a machine: settings, a proxy with HTTPS, a service, and a folder with keys.
///
/// It may be run as often as one likes: what is right stays, and what its keeper changed stays and is named.
struct Setup {
    static let data = "/var/lib/hearth"
    static let settings = "/etc/hearth/hearth.toml"
    private static let caddyfile = "/etc/caddy/Caddyfile"
    private static let site = "/etc/caddy/hearth.caddy"
    private static let unit = "/etc/systemd/system/hearth.service"
    private static let importLine = "import /etc/caddy/hearth.caddy"

    private let order: SetupOrder
    private let folder: SetupFolder
    private var report = SetupReport()

    init(_ order: SetupOrder) {
        self.order = order
        folder = SetupFolder(root: order.root, isDry: order.isDry)
    }

    /// Does all of it, and says what it did and what is left to do.
    mutating func run() throws -> SetupReport {
        if order.certificate == nil { try writeProxy() }
        try writeSettings()
        try writeService()
        try makeData()
        report.next = try next(lacksRegion: lacksRegion())
        return report
    }

    /// Whether neither the order nor the settings that are there say in which country the hub is.
    func lacksRegion() throws -> Bool {
        guard order.phoneRegion == nil else { return false }
        guard let text = try folder.text(Self.settings) else { return true }
        // A file that cannot be read is its keeper's own, and the hub names what is wrong in it.
        return (try? Configuration.file(text))?["phone-region"] == nil
    }

    private mutating func writeSettings() throws {
        let shipped = String(decoding: PackageResources.hearth_toml, as: UTF8.self)
        let before = try folder.text(Self.settings)
        var text = SettingsText(before ?? shipped, shipped: shipped)
        for (name, value) in wantedSettings { text.set(name, value, replaces: order.replaces) }
        let isNew = before == nil || before != text.text
        if isNew { try folder.write(text.text, to: Self.settings, mode: 0o644) }
        let names = text.written.joined(separator: ", ")
        note(Self.settings, isNew ? .wrote : .asItWas, isNew ? "\(names) set" : "")
        guard !text.kept.isEmpty else { return }
        let kept = text.kept.joined(separator: ", ")
        note(Self.settings, .kept, "\(kept) says what you set; --replace sets it as `hearth setup` would")
    }

    private var wantedSettings: [(String, String)] {
        var wanted = [("public-url", "https://\(order.domain)")]
        if let certificate = order.certificate {
            wanted += [("listen", "0.0.0.0:443"), ("tls-cert", certificate.chain), ("tls-key", certificate.key)]
        } else {
            wanted += [("listen", "127.0.0.1:8080"), ("trusted-proxy", "127.0.0.1/32")]
        }
        if let region = order.phoneRegion { wanted.append(("phone-region", region)) }
        if let watchdog = order.watchdog { wanted.append(("watchdog", watchdog)) }
        return wanted
    }

    /// Caddy gets the certificate; plain HTTP goes through too, so that the hub itself says no to it (S36).
    private mutating func writeProxy() throws {
        let site = """
            # By `hearth setup`. Caddy gets the certificate and renews it.
            \(order.domain) {
                reverse_proxy 127.0.0.1:8080
            }

            # The hub leads people to HTTPS, and refuses what else comes unencrypted.
            http://\(order.domain) {
                reverse_proxy 127.0.0.1:8080
            }

            """
        try writeWhole(Self.site, site)
        guard let caddyfile = try folder.text(Self.caddyfile) else {
            return try writeWhole(Self.caddyfile, Self.importLine + "\n")
        }
        let lines = caddyfile.split(separator: "\n").map { $0.drop(while: \.isWhitespace) }
        guard !lines.contains(where: { $0.hasPrefix(Self.importLine) }) else {
            return note(Self.caddyfile, .asItWas, "")
        }
        let text = caddyfile + (caddyfile.isEmpty || caddyfile.hasSuffix("\n") ? "" : "\n") + Self.importLine + "\n"
        try folder.write(text, to: Self.caddyfile, mode: 0o644)
        note(Self.caddyfile, .wrote, "one line more at its end, the rest is as it was: \(Self.importLine)")
    }

    private mutating func writeService() throws {
        for path in ["/lib/systemd/system/hearth.service", "/usr/lib/systemd/system/hearth.service"]
        where folder.exists(path) {
            return note(path, .asItWas, "of the package")
        }
        let shipped = String(decoding: PackageResources.hearth_service, as: UTF8.self)
        try writeWhole(Self.unit, shipped.replacing("/usr/bin/hearth", with: program))
    }

    /// The folder of the data with the keys in it; a database that is there keeps its own.
    private mutating func makeData() throws {
        for path in [Self.data, Self.data + "/keys"] {
            note(path, try folder.makePrivate(path) ? .wrote : .asItWas, "")
        }
        let key = Self.data + "/keys/hub.key"
        if folder.exists(key) {
            note(key, .asItWas, "")
        } else if folder.exists(Self.data + "/hearth.db") {
            note(key, .kept, "missing, and a database is there: put it back from a backup")
        } else {
            if !order.isDry { _ = try HubKeys.open(folder: order.root + Self.data + "/keys", mayCreate: true) }
            try folder.giveToHub(key)
            // Keys without a database are refused (S50), but for those of a hub that has not started yet.
            try folder.write("", to: Self.data + "/hearth.db.new", mode: 0o600, isHubs: true)
            note(key, .wrote, "the hub's own secret; without it no backup can be read")
        }
        let token = Self.data + "/keys/metrics"
        guard !folder.exists(token) else { return note(token, .asItWas, "") }
        try folder.write(SecureRandom.token(bits: 128) + "\n", to: token, mode: 0o600, isHubs: true)
        note(token, .wrote, "with it a program reads /metrics, and nothing else")
    }

    /// Writes a file that is `hearth setup`'s alone, unless somebody changed it.
    private mutating func writeWhole(_ path: String, _ text: String) throws {
        let before = try folder.text(path)
        guard before != text else { return note(path, .asItWas, "") }
        guard before == nil || order.replaces else {
            return note(path, .kept, "it was changed; --replace rewrites it and keeps yours as \(path).old")
        }
        if before != nil { try folder.keep(path) }
        try folder.write(text, to: path, mode: 0o644)
        note(path, before == nil ? .wrote : .replaced, before == nil ? "" : "yours is \(path).old")
    }

    private mutating func note(_ path: String, _ state: SetupStep.State, _ words: String) {
        report.steps.append(SetupStep(path: order.root + path, state: state, words: words))
    }

    /// What is left to do, in order.
    private func next(lacksRegion: Bool) -> [String] {
        var next: [String] = []
        if folder.owner == nil {
            next.append(
                "There is no user hearth yet: adduser --system --group --home \(Self.data) --no-create-home hearth; then "
                    + "run this again."
            )
        }
        if let certificate = order.certificate {
            next.append(
                "Let the user hearth read \(certificate.chain) and \(certificate.key), and nobody else the key. The "
                    + "hub takes renewed ones by itself."
            )
        } else if !folder.exists("/usr/bin/caddy") {
            next.append("Install the proxy that gets the certificate: apt install caddy")
        }
        if lacksRegion {
            next.append(
                "Say in which country the hub is: phone-region in \(Self.settings). Without it, the number of its first "
                    + "keeper says it."
            )
        }
        next.append("Let \(order.domain) lead to this machine, and ports 80 and 443 through to it.")
        next.append("Start it: systemctl daemon-reload && systemctl enable --now hearth")
        if order.certificate == nil {
            next.append("Let the proxy read its settings: systemctl reload-or-restart caddy")
        }
        return next + [
            "Become its keeper with the claim code: journalctl -u hearth -g claim",
            "See what is still weak: sudo hearth doctor --data \(Self.data)",
        ]
    }

    /// This program as a service is to start it.
    private var program: String {
        guard let path = unsafe realpath("/proc/self/exe", nil) else { return "/usr/bin/hearth" }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }
}
