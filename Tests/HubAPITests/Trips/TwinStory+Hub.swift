import CSodium
import Crypto
import Family
import HTTP
import Hub
import Messaging
import SQL
import Storage
import WireClient

/// What the stories need of a hub beside its API: PINs that are cheap to check, browsers, and the outbox.
extension TestService {
    func keptClient() async throws -> Kept {
        Kept(client: try TestClient(port: server.port))
    }

    /// Both PINs, hashed at the least cost there is: hundreds are checked.
    func setCheapPINs(of member: ID<Member>) async throws {
        let row = SafetyPINRow(pinHash: cheapHash(TwinStory.pin), duressHash: cheapHash(TwinStory.duress))
        try await hub.database.transaction { try $0.setSafetyPIN(row, of: member) }
    }

    private func cheapHash(_ pin: String) -> String {
        let peppered = HubKeys(master: [UInt8](0..<32)).peppers[0].authenticate(Array(pin.utf8))
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_argon2id_STRBYTES))
        let status = crypto_pwhash_argon2id_str(
            &text,
            peppered.map(CChar.init(bitPattern:)),
            UInt64(peppered.count),
            UInt64(crypto_pwhash_argon2id_OPSLIMIT_MIN),
            8_192
        )
        precondition(status == 0, "no memory for a hash of 8 KiB")
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Gives a member a browser that takes push messages.
    func subscribe(_ member: TestMember) async throws {
        let (caller, _) = try await hub.addSession(for: member.id)
        try await hub.subscribe(
            caller,
            endpoint: "https://updates.push.services.mozilla.com/wpush/v2/\(member.id.text)",
            publicKey: Base64.encode(P256Key.random().publicKey, alphabet: .urlSafe),
            authentication: Base64.encode([UInt8](repeating: 7, count: 16), alphabet: .urlSafe)
        )
    }

    /// Names an outside contact for a member, who agrees.
    func agreeToBeCalled(_ mail: String, by member: TestMember) async throws {
        let (caller, _) = try await hub.addSession(for: member.id)
        let id = hub.outside.newID(of: Contact.self)
        let wanted = ContactRequest(id: id, name: "Dora", phone: nil, region: nil, mail: mail)
        _ = try await hub.addOutsideContact(wanted, by: caller)
        guard let text = try await texts(to: mail).last else { return }
        _ = try await hub.answerContact(
            Self.token(behind: "/contact#", in: text),
            wantsCalls: true,
            from: RequestOrigin()
        )
    }

    /// The last message to an address about an alarm of the second PIN; none about one that the traveller sees.
    func newestHiddenAlarm(to address: String) async throws -> String? {
        try await texts(to: address).last { $0.contains("/follow#") && $0.contains("entered the duress PIN") }
    }

    /// Opens an alarm as the outside contact who was sent it, says that they are on it, and may end being called.
    func openAsContact(_ text: String, ends: Bool) async throws {
        let key = TripKey.token(Self.token(behind: "/follow#", in: text))
        // A link that its alarm outlived opens nothing.
        guard let (guest, _) = try? await hub.openView(by: key, known: nil, browser: "a browser", from: RequestOrigin())
        else {
            return
        }
        for alarm in try await hub.view(of: guest).alarms {
            try await hub.acknowledge(alarm.alarm.id, by: guest)
        }
        guard ends else { return }
        _ = try await hub.answerContact(
            Self.token(behind: "/contact#", in: text),
            wantsCalls: false,
            from: RequestOrigin()
        )
    }

    private func texts(to address: String) async throws -> [String] {
        var (texts, last): ([String], ID<OutboxMessage>?) = ([], nil)
        while true {
            let page = try await hub.outboxItems(after: last)
            guard let end = page.last?.id else { return texts }
            texts += page.filter { $0.to == address }.map(\.text)
            last = end
        }
    }

    private static func token(behind mark: String, in text: String) -> String {
        String(text.split(separator: mark).last?.prefix { !$0.isNewline } ?? "")
    }

    func newestMessage() async throws -> ID<OutboxMessage>? {
        try await hub.database.read { transaction in
            try transaction.first("SELECT max(id) FROM outbox").flatMap { try $0.idOrNull(0) }
        }
    }

    /// Every message that can be read, with the member it is for, the oldest first.
    func messages(
        since: ID<OutboxMessage>?
    ) async throws -> [(member: ID<Member>, channel: String, text: String)] {
        var found: [(member: ID<Member>, channel: String, text: String)] = []
        var last = since
        while true {
            let page = try await hub.outboxItems(after: last)
            guard let end = page.last?.id else { return found }
            last = end
            let members = try await hub.database.read { transaction in
                try page.map { item in
                    try transaction.first("SELECT member FROM outbox WHERE id = \(item.id.bytes)")
                        .flatMap { try $0.idOrNull(0) as ID<Member>? }
                }
            }
            for (item, member) in zip(page, members) {
                if let member { found.append((member, item.channel.rawValue, item.text)) }
            }
        }
    }
}
