import Family
import Glibc
import HTTP
import Hub
import HubAPI
import Languages
import Maps
import PhoneNumbers

/// What the settings say, and what the hub knows of itself.
extension Doctor {
    var https: Finding {
        if configuration.allowHTTP {
            return .weak(
                "https",
                """
                Plain HTTP is open to other machines: passwords and positions can be intercepted, and phone browsers \
                keep no session and give no position.
                """,
                mend: "Start without --allow-http, with --tls-cert and --tls-key or behind an HTTPS proxy."
            )
        }
        if configuration.certificateFile != nil { return .good("https", "HTTPS only.") }
        if !configuration.trustedProxies.isEmpty {
            return .good("https", "HTTPS through a trusted proxy.")
        }
        return .advice(
            "https",
            "Only this machine can reach the hub: plain HTTP from elsewhere is refused.",
            mend: "Set --tls-cert and --tls-key, or an HTTPS proxy and --trusted-proxy."
        )
    }

    /// Nil where a proxy has the certificate.
    var certificate: Finding? {
        guard let chain = configuration.certificateFile, let key = configuration.keyFile else { return nil }
        do {
            let end = Timestamp(milliseconds: Int64(try certificateBytes(chain, key).expiresAt()) * 1_000)
            let (day, days) = (end.text.prefix(10), end.milliseconds(since: realTime()) / 86_400_000)
            guard days < 14 else { return .good("certificate", "Certificate valid until \(day).") }
            let words: Phrase = "The certificate expires on \(day)."
            let mend: Phrase = "Renew it. The hub loads new files within seconds."
            return days < 3 ? .weak("certificate", words, mend: mend) : .advice("certificate", words, mend: mend)
        } catch {
            return .weak(
                "certificate",
                isRunning
                    ? "The hub cannot use its certificate and keeps using the previous one: \(wordsFor(error))."
                    : "The hub cannot use its certificate: \(wordsFor(error)).",
                mend: "Put a chain in \(chain) and its key in \(key), both PEM and readable by the hub's user."
            )
        }
    }

    var publicURL: Finding? {
        let url = configuration.hub.publicURL
        if url.hasPrefix("https://") { return .good("publicURL", "Public address uses HTTPS.") }
        if url.isEmpty {
            return .advice(
                "publicURL",
                "No public address set. Set-up links and texts need it.",
                mend: "Start it with --public-url https://YOUR.HOST"
            )
        }
        return .weak(
            "publicURL",
            "The public address uses plain HTTP: reports can be intercepted.",
            mend: "Start it with --public-url https://YOUR.HOST"
        )
    }

    var registration: Finding {
        guard configuration.hub.registration == .open else {
            return .good("registration", "Only invited people can register.")
        }
        return .weak(
            "registration",
            "Anyone who finds the hub can register, and the keeper can set passwords.",
            mend: "Start it with --registration invite"
        )
    }

    /// Where nobody's position and number say it, the emergency number follows from it.
    var region: Finding {
        if let region = configuration.hub.phoneRegion {
            return .good("region", "Country: \(region.code).")
        }
        return .advice(
            "region",
            """
            No country set: the hub uses the first keeper's number, and until then numbers need a country code and \
            no emergency number is offered.
            """,
            mend: "Start it with --phone-region and the country's two letters, such as CH."
        )
    }

    var texts: Finding {
        guard case .outbox = configuration.texts else {
            let own = configuration.hub.phoneRegion.map { [$0.code] }
            guard let regions = configuration.hub.textRegions.map(Array.init) ?? own else {
                return .good("texts", "Codes are texted to the first keeper's country.")
            }
            return .good("texts", "Codes are texted to: \(regions.sorted().joined(separator: ", ")).")
        }
        return .weak(
            "texts",
            """
            No text provider: people join by invite link, and a password alone opens a new browser. Codes stay in \
            the outbox; anyone who reads it can enter accounts without a password. This is unsafe beyond a trial.
            """,
            mend: """
                Use your own phone or modem, --texts gateway:http://USER@PHONE:8080/message or --texts gammu, or a \
                service: --texts twilio:ACCOUNT:FROM or --texts webhook:https://…
                """
        )
    }

    var mail: Finding {
        guard configuration.mail == nil else { return .good("mail", "Mail is set up.") }
        return .advice(
            "mail",
            "No mail server: mails stay in the outbox and no one is warned by mail.",
            mend: "Start it with --mail smtp://USER@HOST:587?from=ADDRESS"
        )
    }

    var push: Finding {
        guard !configuration.hub.publicURL.hasPrefix("https://") else {
            return .good("push", "Push is set up.")
        }
        return .advice(
            "push",
            "Push needs an https address: alarms go by text and mail only.",
            mend: "Start it with --public-url https://YOUR.HOST"
        )
    }

    var passwords: Finding {
        guard builtFile("passwords.txt") == nil else {
            return .good("passwords", "Common passwords are refused.")
        }
        return .weak(
            "passwords",
            "The list of common passwords is missing, so they are accepted.",
            mend: "Run `make passwords` where the hub was built, then restart the hub."
        )
    }

    var basemap: Finding {
        // A folder that cannot be read holds no map for the hub either.
        let own = (try? configuration.regions.current())?.folder ?? configuration.dataFolder + "/region"
        guard unsafe access(configuration.basemapFile ?? own + "/basemap.mbtiles", R_OK) != 0 else {
            return .good("basemap", "Map tiles are present.")
        }
        guard configuration.tiles.template == nil else {
            return .good("basemap", "Map tiles come from another server; without it only the world map is shown.")
        }
        return .advice(
            "basemap",
            "No region: the map shows the world without streets.",
            mend: "\(command("region get Liechtenstein")), with your country or region."
        )
    }

    var regionMirror: Finding {
        guard let mirror = configuration.regionMirror else {
            return .good("regionMirror", "Regions come from files only.")
        }
        return .good("regionMirror", "Regions come from \(mirror.host), only on request.")
    }

    var watchdog: Finding {
        guard configuration.watchdog == nil else {
            return .good("watchdog", "External watchdog: notified every minute.")
        }
        guard configuration.hub.watchdog == .unset else {
            return .good("watchdog", "No external watchdog, by choice.")
        }
        return .advice(
            "watchdog",
            "No external watchdog: no one notices if the hub stops, and trips are not protected.",
            mend:
                "Start it with --watchdog URL of a service that warns you when the hub stops calling it."
        )
    }

    var version: Finding {
        .good(
            "version",
            isRunning
                ? "This is Hearth \(HubService.version), running." : "This is Hearth \(HubService.version), at rest."
        )
    }

    func database(_ hub: Hub) async -> Finding {
        do {
            let clock = ContinuousClock()
            let begin = clock.now
            try await hub.checkDatabase()
            let took = clock.now - begin
            guard took > .seconds(1) else { return .good("database", "The database answers.") }
            return .weak(
                "database",
                "The database needs more than a second to answer.",
                mend: configuration.database == nil
                    ? "Check what else uses the disk." : "Check the way to its server, and what else that does."
            )
        } catch {
            return .weak(
                "database",
                "The database does not answer: \(wordsFor(error)).",
                mend: configuration.database == nil
                    ? "Stop the hub, copy \(configuration.dataFolder) elsewhere, and check the disk."
                    : "Start PostgreSQL, or mend the way to it: the hub goes on by itself. Its log says why it ended."
            )
        }
    }

    func keeper(_ hub: Hub) async -> Finding {
        do {
            guard try await !hub.hasKeeper() else { return .good("keeper", "The hub has a keeper.") }
            return .advice(
                "keeper",
                "The hub has no keeper yet.",
                mend: "Start it and register with the claim code it prints."
            )
        } catch {
            return .weak(
                "keeper",
                "Keeper unknown: \(wordsFor(error)).",
                mend: "Fix the database first."
            )
        }
    }
}
