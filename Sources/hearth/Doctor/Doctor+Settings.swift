import Glibc
import Family
import HTTP
import Hub
import HubAPI
import Maps
import PhoneNumbers

/// What the settings say, and what the hub knows of itself.
extension Doctor {
    var https: Finding {
        if configuration.allowHTTP {
            return .weak(
                "https",
                "Plain HTTP is answered from other machines: passwords and positions can be read on the way, and a "
                    + "phone's browser keeps no session and tells no position there.",
                mend: "Start without --allow-http, with --tls-cert and --tls-key or behind a proxy with HTTPS."
            )
        }
        if configuration.certificateFile != nil { return .good("https", "The hub answers over HTTPS alone.") }
        if !configuration.trustedProxies.isEmpty {
            return .good("https", "The hub answers what a trusted proxy passed on over HTTPS.")
        }
        return .advice(
            "https",
            "Only programs on this machine reach the hub: from elsewhere plain HTTP is refused.",
            mend: "Give it --tls-cert and --tls-key, or a proxy with HTTPS and --trusted-proxy."
        )
    }

    /// Nil where a proxy has the certificate.
    var certificate: Finding? {
        guard let chain = configuration.certificateFile, let key = configuration.keyFile else { return nil }
        do {
            let end = Timestamp(milliseconds: Int64(try certificateBytes(chain, key).expiresAt()) * 1_000)
            let (day, days) = (end.text.prefix(10), end.milliseconds(since: realTime()) / 86_400_000)
            guard days < 14 else { return .good("certificate", "The certificate is good until \(day).") }
            let words = "The certificate ends on \(day)."
            let mend = "Renew it; the hub takes the new files by itself within seconds."
            return days < 3 ? .weak("certificate", words, mend: mend) : .advice("certificate", words, mend: mend)
        } catch {
            return .weak(
                "certificate",
                "The hub cannot use its certificate" + (isRunning ? " and goes on with the one before" : "")
                    + ": \(wordsFor(error)).",
                mend: "Put a chain in \(chain) and its key in \(key), both in PEM, which the hub's user may read."
            )
        }
    }

    var publicURL: Finding? {
        let url = configuration.hub.publicURL
        if url.hasPrefix("https://") { return .good("publicURL", "Phones are told an https address.") }
        if url.isEmpty {
            return .advice(
                "publicURL",
                "The hub does not know by which address it is reached, which set-up links and texts have to say.",
                mend: "Start it with --public-url https://YOUR.HOST"
            )
        }
        return .weak(
            "publicURL",
            "Phones are told an http address: what they send can be read on the way.",
            mend: "Start it with --public-url https://YOUR.HOST"
        )
    }

    var registration: Finding {
        guard configuration.hub.registration == .open else {
            return .good("registration", "Only the invited become members.")
        }
        return .weak(
            "registration",
            "Anybody who finds the hub may become a member, and the keeper may set passwords.",
            mend: "Start it with --registration invite"
        )
    }

    /// Where nobody's position and number say it, the emergency number follows from it.
    var region: Finding {
        if let region = configuration.hub.phoneRegion {
            return .good("region", "The hub is in \(region.code).")
        }
        return .advice(
            "region",
            "The hub does not say in which country it is: it goes by the first keeper's phone number, and before there is "
                + "one, numbers need their country code and no emergency number is offered.",
            mend: "Start it with --phone-region and the country's two letters, such as CH."
        )
    }

    var texts: Finding {
        guard case .outbox = configuration.texts else {
            let own = configuration.hub.phoneRegion.map { [$0.code] }
            guard let regions = configuration.hub.textRegions.map(Array.init) ?? own else {
                return .good("texts", "Codes are texted to numbers of the first keeper's country.")
            }
            return .good("texts", "Codes are texted to numbers of \(regions.sorted().joined(separator: ", ")).")
        }
        return .weak(
            "texts",
            "Nothing sends texts: newcomers come by an invite's link, and in a new browser a password alone is enough. "
                + "Codes are kept in the outbox, and whoever reads it gets into accounts without a password. This is "
                + "unsafe beyond a trial.",
            mend: "Give it a phone or a modem of your own, --texts gateway:http://USER@PHONE:8080/message or --texts "
                + "gammu, or a service: --texts twilio:ACCOUNT:FROM or --texts webhook:https://…"
        )
    }

    var mail: Finding {
        guard configuration.mail == nil else { return .good("mail", "Mails leave the hub.") }
        return .advice(
            "mail",
            "Mails are kept in the outbox: nobody is warned by mail.",
            mend: "Start it with --mail smtp://USER@HOST:587?from=ADDRESS"
        )
    }

    var push: Finding {
        guard !configuration.hub.publicURL.hasPrefix("https://") else {
            return .good("push", "Browsers can be sent messages.")
        }
        return .advice(
            "push",
            "No browser takes messages from a hub without an https address: alarms reach people by text and mail alone.",
            mend: "Start it with --public-url https://YOUR.HOST"
        )
    }

    var passwords: Finding {
        guard builtFile("passwords.txt") == nil else {
            return .good("passwords", "Passwords that are tried first are refused.")
        }
        return .weak(
            "passwords",
            "The list of passwords that are tried first is missing, so that none of them is refused.",
            mend: "Run `make passwords` where the hub was built, and start the hub again."
        )
    }

    var basemap: Finding {
        // A folder that cannot be read holds no map for the hub either.
        let own = (try? configuration.regions.current())?.folder ?? configuration.dataFolder + "/region"
        guard unsafe access(configuration.basemapFile ?? own + "/basemap.mbtiles", R_OK) != 0 else {
            return .good("basemap", "The map's tiles are there.")
        }
        guard configuration.tiles.template == nil else {
            return .good("basemap", "The map is drawn of another server's tiles; without them it is the world alone.")
        }
        return .advice(
            "basemap",
            "There is no region: the map shows the world without streets.",
            mend: "\(command("region get Liechtenstein")), with the name of where you live."
        )
    }

    var regionMirror: Finding {
        guard let mirror = configuration.regionMirror else {
            return .good("regionMirror", "Regions come as files alone: no server is asked for them.")
        }
        return .good("regionMirror", "Regions are fetched from \(mirror.host), only when you ask for one.")
    }

    var watchdog: Finding {
        guard configuration.watchdog == nil else {
            return .good("watchdog", "A watchdog outside is told each minute that the hub works.")
        }
        guard configuration.hub.watchdog == .unset else {
            return .good("watchdog", "You chose to have no watchdog outside.")
        }
        return .advice(
            "watchdog",
            "Nothing outside notices when the hub stops: trips are not protected against that.",
            mend:
                "Start it with --watchdog URL, of a service that tells you when its address is not asked for any more."
        )
    }

    var version: Finding {
        .good("version", "This is Hearth \(HubService.version), \(isRunning ? "running" : "at rest").")
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
                "The database takes longer than a second to answer.",
                mend: "Look for what else keeps this machine's disk busy."
            )
        } catch {
            return .weak(
                "database",
                "The database does not answer: \(wordsFor(error)).",
                mend: "Stop the hub, copy \(configuration.dataFolder) elsewhere, and look at its disk."
            )
        }
    }

    func keeper(_ hub: Hub) async -> Finding {
        do {
            guard try await !hub.hasKeeper() else { return .good("keeper", "The hub has a keeper.") }
            return .advice(
                "keeper",
                "The hub has no keeper yet.",
                mend: "Start it, and register with the claim code that it prints."
            )
        } catch {
            return .weak(
                "keeper",
                "Whether the hub has a keeper cannot be read: \(wordsFor(error)).",
                mend: "Mend what is said of the database first."
            )
        }
    }
}
