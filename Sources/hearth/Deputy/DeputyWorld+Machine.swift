import Crypto
import Deputy
import Family
import Hub
import Messaging

extension Configuration {
    /// Push services of browsers, asked whether the deputy's own line works: whom every push goes to anyway.
    private static let lineChecks = ["https://updates.push.services.mozilla.com/", "https://fcm.googleapis.com/"]

    /// Whether texts are kept and not sent.
    var isDeputyTrial: Bool { texts == .outbox }

    /// This machine as a deputy uses it; throws `CommandFailure` where a secret of a sender cannot be used.
    func deputyWorld(of house: DeputyHouse) throws -> DeputyWorld {
        let connection = DeputyConnection()
        let pushes = SealedPushSender(services: hub.pushServices)
        let network = DeputyNetwork(addresses: lineAddresses, services: hub.pushServices, checks: [])
        let isTrial = isDeputyTrial
        var senders = try senders()
        if isTrial {
            let kept = KeptMessages(path: house.outboxPath)
            senders[.text] = kept
            if senders[.mail] == nil { senders[.mail] = kept }
        }
        return DeputyWorld(
            lived: { house.lived },
            wall: realTime,
            random: { SecureRandom.bytes($0) },
            post: { await connection.post($0, $1, waitSeconds: $2) },
            // A file on this machine needs no line.
            ownNetworkWorks: { endpoints in
                if isTrial, endpoints.isEmpty { return true }
                return await network.works(endpoints)
            },
            senders: senders,
            push: { await pushes.send($0) },
            log: { tell($0) }
        )
    }

    /// Providers on the open internet that answer where the deputy's line works.
    private var lineAddresses: [String] {
        guard !isDeputyTrial else { return [] }
        let own = [texts, secondTexts].compactMap { setting -> String? in
            switch setting {
            case .twilio(_, _, let base): base ?? "https://api.twilio.com/"
            // A secret may stand in the path: its server alone is asked.
            case .webhook(let url): Self.origin(url)
            // A phone or a modem at home answers while the line is down.
            case .gateway, .gammu, .outbox, nil: nil
            }
        }
        return own + Self.lineChecks
    }

    private static func origin(_ url: String) -> String {
        let scheme = url.prefix { $0 != ":" }
        return scheme + "://" + url.dropFirst(scheme.count + 3).prefix { !"/?#".contains($0) } + "/"
    }
}
