import Glibc
import HTTPClient
import Messaging

/// How texts leave the hub, as `--texts` says.
enum TextsSetting: Equatable {
    /// They are kept for the keeper to read: a trial.
    case outbox
    case twilio(account: String, from: String, base: String?)
    case webhook(url: String)
    /// A phone of the family's own with an SMS gateway app.
    case gateway(url: String, user: String)
    /// A modem on this machine; `settings` is a gammurc.
    case gammu(settings: String?)

    /// `outbox`, `gateway:http://USER@HOST:PORT/PATH`, `gammu`, `gammu:FILE`, `twilio:ACCOUNT:FROM`,
    /// `twilio:ACCOUNT:FROM@URL` or `webhook:URL`.
    init(_ text: String) throws(UsageError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = parts.count == 2 ? String(parts[1]) : ""
        switch parts.first {
        case "outbox" where parts.count == 1: self = .outbox
        case "webhook" where isWebAddress(rest): self = .webhook(url: rest)
        case "gateway" where isWebAddress(rest): self = try .phone(at: rest)
        case "gammu" where parts.count == 1: self = .gammu(settings: nil)
        case "gammu" where rest.hasPrefix("/"): self = .gammu(settings: rest)
        case "twilio":
            let halves = rest.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let words = halves[0].split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            let base = halves.count == 2 ? halves[1] : nil
            guard words.count == 2, !words[0].isEmpty, !words[1].isEmpty, base.map(isWebAddress) ?? true else {
                throw TextsSetting.misunderstood
            }
            self = .twilio(account: words[0], from: words[1], base: base)
        default: throw TextsSetting.misunderstood
        }
    }

    /// The same for what the first one does not take, which sends it all the same: not the outbox.
    init(second text: String, after first: TextsSetting) throws(UsageError) {
        try self.init(text)
        guard self != .outbox, first != .outbox else {
            throw UsageError(
                words: "--second-texts is \(TextsSetting.ways), beside another --texts"
            )
        }
    }

    /// The address without its user, whom the app always asks for.
    private static func phone(at address: String) throws(UsageError) -> TextsSetting {
        let parts = address.split(separator: "://", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw misunderstood }
        let end = parts[1].firstIndex(of: "/") ?? parts[1].endIndex
        let authority = parts[1][..<end]
        guard let at = authority.lastIndex(of: "@"), at > authority.startIndex,
            authority.index(after: at) < authority.endIndex
        else { throw misunderstood }
        let rest = parts[1][authority.index(after: at)...]
        return .gateway(url: "\(parts[0])://\(rest)", user: String(authority[..<at]))
    }

    /// What the keeper calls it.
    var name: String {
        switch self {
        case .outbox: "the outbox"
        case .twilio: "Twilio"
        case .webhook: "the webhook"
        case .gateway: "the phone with the gateway app"
        case .gammu: "the modem of gammu"
        }
    }

    private static let ways = "gateway:http://USER@HOST:8080/message, gammu, twilio:ACCOUNT:FROM or webhook:https://…"
    private static let misunderstood = UsageError(words: "--texts is outbox, \(ways)")
}

/// Where mails go, as `--mail` says: `smtp://USER@HOST:587?from=ADDRESS`, or `smtps://…` for TLS from the first byte.
struct MailSetting: Equatable {
    let host: String
    let port: Int
    let user: String?
    let from: String
    let isEncryptedAtOnce: Bool

    init(_ text: String) throws(UsageError) {
        let misunderstood = UsageError(words: "--mail is smtp://USER@HOST:PORT?from=ADDRESS, or smtps://…")
        let parts = text.split(separator: "://", maxSplits: 1).map(String.init)
        guard parts.count == 2, ["smtp", "smtps"].contains(parts[0]) else { throw misunderstood }
        isEncryptedAtOnce = parts[0] == "smtps"
        let halves = parts[1].split(separator: "?from=", maxSplits: 1).map(String.init)
        guard halves.count == 2, halves[1].contains("@"), !halves[1].contains(where: \.isWhitespace) else {
            throw misunderstood
        }
        from = halves[1]
        let authority = halves[0].hasSuffix("/") ? String(halves[0].dropLast()) : halves[0]
        let at = authority.lastIndex(of: "@")
        user = at.map { String(authority[..<$0]) }
        let place = at.map { String(authority[authority.index(after: $0)...]) } ?? authority
        let words = place.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(words.count), !words[0].isEmpty else { throw misunderstood }
        host = words[0]
        guard let port = words.count == 2 ? Int(words[1]) : (isEncryptedAtOnce ? 465 : 587),
            (1...65_535).contains(port)
        else { throw misunderstood }
        self.port = port
    }
}

extension Configuration {
    /// The senders that are set, with their secrets (S33): each in the environment, or in a file of the keys' folder
    /// that only its owner may read.
    ///
    /// A file is read anew for each message, so that another secret in it counts at once. Throws `CommandFailure` where
    /// a secret is missing or open to others.
    func senders() throws -> [Channel: any MessageSender] {
        var senders: [Channel: any MessageSender] = [:]
        senders[.text] = try texting()
        if let mail {
            senders[.mail] = try renewing { try self.sender(mail) }
        }
        return senders
    }

    /// Whoever says how many texts are paid for, the first provider before the second (F21); each is asked with the
    /// secret that it has then.
    func textCredit() -> [any CreditReporting] {
        [(texts, TextSecret.first), (secondTexts, .second)].compactMap { setting, secret in
            guard case .twilio(let account, let from, let base) = setting else { return nil }
            return RenewingCredit { try self.twilio(account, from, base, secret) }
        }
    }

    /// The providers of texts, each with what the keeper calls it, to be asked whether they are there; empty where texts
    /// are kept.
    func textProviders() -> [(name: String, check: @Sendable () async -> String?)] {
        var providers: [(name: String, check: @Sendable () async -> String?)] = []
        if texts != .outbox { providers.append((texts.name, { await self.trouble(of: self.texts, .first) })) }
        if let secondTexts { providers.append((secondTexts.name, { await self.trouble(of: secondTexts, .second) })) }
        return providers
    }

    private func trouble(of setting: TextsSetting, _ kept: TextSecret) async -> String? {
        do {
            return await (try textSender(setting, kept) as? any ProviderCheck)?.trouble()
        } catch {
            return wordsFor(error)
        }
    }

    /// The token by which a program reads `/metrics`; nil where none is set, or its file cannot be used.
    var metricsToken: String? {
        // A file that is open to others opens nothing: whoever asks is refused, and the doctor says why.
        (try? secret("metrics", "HEARTH_METRICS_SECRET")) ?? nil
    }

    /// Nil where nothing is set; throws where its secret cannot be used now.
    private func renewing(_ make: @escaping @Sendable () throws -> (any MessageSender)?) throws -> RenewingSender? {
        try make().map { RenewingSender(present: $0, make: make) }
    }

    private func texting() throws -> (any MessageSender)? {
        guard let first = try renewing({ try self.textSender(self.texts, .first) }) else { return nil }
        guard let secondTexts, let second = try renewing({ try self.textSender(secondTexts, .second) }) else {
            return first
        }
        return Failover(first, second)
    }

    private func textSender(_ setting: TextsSetting, _ kept: TextSecret) throws -> (any MessageSender)? {
        switch setting {
        case .outbox: nil
        case .webhook(let url): Webhook(url: url, token: try secret(kept.file, kept.variable))
        case .gateway(let url, let user): try gateway(url, user, kept)
        case .gammu(let settings): Gammu(settings: settings)
        case .twilio(let account, let from, let base): try twilio(account, from, base, kept)
        }
    }

    private func gateway(_ url: String, _ user: String, _ kept: TextSecret) throws -> Gateway {
        guard let password = try secret(kept.file, kept.variable) else {
            throw CommandFailure(
                words: "put the gateway app's password into \(dataFolder)/keys/\(kept.file) or \(kept.variable)"
            )
        }
        return Gateway(url: url, user: user, password: password)
    }

    private func twilio(_ account: String, _ from: String, _ base: String?, _ kept: TextSecret) throws -> Twilio {
        guard let token = try secret(kept.file, kept.variable) else {
            throw CommandFailure(words: "put Twilio's token into \(dataFolder)/keys/\(kept.file) or \(kept.variable)")
        }
        return base.map { Twilio(account: account, token: token, from: from, base: $0, price: textPrice) }
            ?? Twilio(account: account, token: token, from: from, price: textPrice)
    }

    private func sender(_ mail: MailSetting) throws -> Mail {
        let password = try secret("mail", "HEARTH_MAIL_SECRET")
        guard mail.user == nil || password != nil else {
            throw CommandFailure(words: "put the mail password into \(dataFolder)/keys/mail or HEARTH_MAIL_SECRET")
        }
        let isHere = ["localhost", "127.0.0.1"].contains(mail.host)
        let server = MailServer(
            host: mail.host,
            port: mail.port,
            encryption: mail.isEncryptedAtOnce ? .always : isHere ? .ifOffered : .required,
            user: mail.user,
            password: password
        )
        return Mail(server: server, from: mail.from)
    }

    func secret(_ file: String, _ variable: String) throws -> String? {
        if let value = unsafe getenv(variable).map({ unsafe String(cString: $0) }), !value.isEmpty { return value }
        let path = "\(dataFolder)/keys/\(file)"
        guard unsafe access(path, F_OK) == 0 else { return nil }
        guard !SecretFile.own.isOpen(path) else {
            throw CommandFailure(words: "\(path) is open to others: \(SecretFile.own.remedy(path))")
        }
        let text = String(decoding: try fileBytes(path, bytesMax: 4_096), as: UTF8.self)
        let line = text.prefix { !$0.isNewline }
        guard !line.isEmpty else { throw CommandFailure(words: "\(path) is empty") }
        return String(line)
    }
}

/// Where the secret of a provider of texts is.
private enum TextSecret {
    case first
    case second

    var file: String { self == .first ? "texts" : "texts-2" }
    var variable: String { self == .first ? "HEARTH_TEXTS_SECRET" : "HEARTH_SECOND_TEXTS_SECRET" }
}

/// Asks with the secret that is there when it asks.
private struct RenewingCredit: CreditReporting {
    let make: @Sendable () throws -> any CreditReporting

    func messagesLeft() async -> Int? {
        // A secret that cannot be used now is told where it sends.
        guard let provider = try? make() else { return nil }
        return await provider.messagesLeft()
    }
}

/// Sends with the secret that is there when it sends.
private struct RenewingSender: MessageSender {
    /// The sender with the secret of the start; another secret changes neither its places nor its time.
    let present: any MessageSender
    let make: @Sendable () throws -> (any MessageSender)?

    var atOnceMax: Int { present.atOnceMax }

    func sendingTime(of message: Message) -> Duration { present.sendingTime(of: message) }

    func send(_ message: Message) async -> SendOutcome {
        do {
            guard let sender = try make() else { return .refused(why: "no sender is set") }
            return await sender.send(message)
        } catch {
            // A file that is being written, or was left open to others: the message waits until it is right again.
            return .later(why: "its secret cannot be used", afterSeconds: nil)
        }
    }
}

private func isWebAddress(_ text: String) -> Bool {
    (text.hasPrefix("https://") || text.hasPrefix("http://")) && !text.contains(where: \.isWhitespace)
}
