import Crypto
import Family
import Hub
import Languages
import Messaging
import SQL
import Storage
import Testing

@Suite struct PushTests {
    @Test func `F19: a browser that is new is sent a message, and its word that it came is kept`() async throws {
        let sender = RecordingSender()
        try await TestHub.run(senders: [.push: sender]) { home in
            let caller = try await home.caller(1)
            try await home.subscribe(caller)
            try await home.hub.sendMessages()
            let sent = try #require(sender.tries.first)
            #expect(sent.channel == .push && PushAddress(text: sent.to)?.endpoint == browserOfTests)
            #expect(sent.text.contains("Notifications work") && sent.text.contains(sent.id))
            #expect(try await home.hub.pushStandings(of: caller).map(\.shownAt) == [nil])
            home.clock.advance(seconds: 3)
            let id = try #require(ID<OutboxMessage>(text: sent.id))
            try await home.hub.notePushShown(id, by: caller, isSeen: false)
            #expect(try await home.hub.pushStandings(of: caller).map(\.shownAt) == [home.clock.now])
            try await home.subscribe(caller)
            try await home.hub.sendMessages()
            #expect(sender.tries.count == 1, "what is set already is left alone")
        }
    }

    @Test func `a browser's word about another's message is not taken`() async throws {
        let sender = RecordingSender()
        try await TestHub.run(senders: [.push: sender]) { home in
            let (anna, bo) = (try await home.caller(1), try await home.caller(2))
            try await home.subscribe(anna)
            try await home.hub.sendMessages()
            let id = try #require(sender.tries.first.flatMap { ID<OutboxMessage>(text: $0.id) })
            await #expect(throws: PushRefusal.notFound) {
                try await home.hub.notePushShown(id, by: bo, isSeen: false)
            }
            let (other, _) = try await home.hub.addSession(for: anna.member)
            await #expect(throws: PushRefusal.notFound) {
                try await home.hub.notePushShown(id, by: other, isSeen: false)
            }
        }
    }

    @Test func `S26: an address elsewhere than at a browser's service is refused, and keys that are none`() async throws
    {
        try await TestHub.run { home in
            let caller = try await home.caller(1)
            for endpoint in ["https://evil.example/x", "http://fcm.googleapis.com/x", "https://fcm.googleapis.com:99/"]
            {
                await #expect(throws: PushRefusal.serviceUnknown) { try await home.subscribe(caller, endpoint) }
            }
            await #expect(throws: PushRefusal.keysUnusable) {
                try await home.hub.subscribe(
                    caller,
                    endpoint: browserOfTests,
                    publicKey: "AAAA",
                    authentication: "AAAA"
                )
            }
            #expect(try await home.hub.pushStandings(of: caller).isEmpty)
        }
    }

    @Test func `S34: neither address nor keys of a browser lie in the database`() async throws {
        try await TestHub.run { home in
            let caller = try await home.caller(1)
            try await home.subscribe(caller)
            let values = try await home.hub.database.read { transaction in
                try transaction.rows("SELECT * FROM push_subscription").flatMap(\.values)
                    + transaction.rows("SELECT recipient_sealed, text_sealed FROM outbox").flatMap(\.values)
            }
            #expect(values.count > 6)
            for case .blob(let bytes) in values { #expect(bytes.firstRange(of: Array("mozilla".utf8)) == nil) }
        }
    }

    @Test func `a browser that took its address back is forgotten, and nothing waits for it`() async throws {
        let sender = RecordingSender()
        sender.answer([.gone(why: "status 410")])
        try await TestHub.run(senders: [.push: sender]) { home in
            let caller = try await home.caller(1)
            try await home.subscribe(caller)
            try await home.hub.sendMessages()
            #expect(try await home.hub.pushStandings(of: caller).isEmpty)
            await #expect(throws: PushRefusal.notSubscribed) { try await home.hub.tryPush(caller) }
        }
    }

    @Test func `a push that waits for a browser is not sent after its session ends`() async throws {
        let sender = RecordingSender()
        try await TestHub.run(senders: [.push: sender]) { home in
            let caller = try await home.caller(1)
            try await home.subscribe(caller)
            _ = try await home.hub.endSession(caller.session, of: caller.member)
            try await home.hub.sendMessages()
            #expect(sender.tries.isEmpty)
        }
    }

    @Test func `a browser belongs to its last subscriber, and a trial push comes every ten seconds at most`()
        async throws
    {
        let sender = RecordingSender()
        try await TestHub.run(senders: [.push: sender]) { home in
            let (anna, bo) = (try await home.caller(1), try await home.caller(2))
            try await home.subscribe(anna)
            try await home.subscribe(bo)
            #expect(try await home.hub.pushStandings(of: anna).isEmpty)
            #expect(try await home.hub.pushStandings(of: bo).count == 1)
            try await home.hub.sendMessages()
            #expect(sender.tries.count == 1, "Anna's first message is of nobody's browser now")
            try await home.hub.tryPush(bo)
            await #expect(throws: PushRefusal.tooSoon(retryAfterSeconds: 10)) { try await home.hub.tryPush(bo) }
            home.clock.advance(seconds: 10)
            try await home.hub.tryPush(bo)
            try await home.hub.sendMessages()
            #expect(sender.tries.count == 3)
        }
    }

    @Test func `F16, F17: an alert goes out by all channels at once, urgently, and each says how far it came`()
        async throws
    {
        let (push, text) = (RecordingSender(), RecordingSender())
        text.answer([.later(why: "status 503", afterSeconds: nil)])
        try await TestHub.run(senders: [.push: push, .text: text]) { home in
            let (anna, bo) = (try await home.caller(1), try await home.caller(2))
            try await home.subscribe(anna)
            try await home.hub.sendMessages()
            let incident = home.hub.outside.newID(of: Incident.self)
            let alert = Alert(
                incident: incident,
                push: PushText(title: "Bo needs help", body: "Open Hearth to see where.", page: "/trip"),
                text: ["Bo needs help", "https://hearth.example/trip#token"],
                worthMilliseconds: 1
            )
            let contact = try await home.agreedContact(of: bo.member)
            let ways = try await home.hub.database.transaction { transaction in
                let outsider = Addressee.contact(contact, phone: nil, mail: "dora@hearth.example", language: .english)
                return try [.member(anna.member), .member(bo.member), outsider].map {
                    try home.hub.send(alert, to: $0, in: transaction)
                }
            }
            #expect(ways == [2, 1, 1])
            try await home.hub.sendMessages()
            let urgent = try #require(push.tries.last)
            #expect(urgent.isUrgent && urgent.worthSeconds >= 3_600 && !urgent.text.contains("token"))
            #expect(text.tries.count == 2)
            let message = try #require(ID<OutboxMessage>(text: urgent.id))
            try await home.hub.notePushShown(message, by: anna, isSeen: false)
            var states = try await home.hub.deliveries(of: incident)
            #expect(Set(states.map(\.state)) == [.delivered, .queued, .accepted, .kept])
            #expect(states.first { $0.contact == contact }?.channel == .mail)
            let now = home.clock.now
            try await home.hub.database.transaction { transaction in
                try transaction.acknowledge(incident, by: anna.member, orContact: nil, now: now)
            }
            states = try await home.hub.deliveries(of: incident)
            #expect(states.filter { $0.member == anna.member }.allSatisfy { $0.state == .acknowledged })
            #expect(states.filter { $0.member != anna.member }.allSatisfy { $0.state != .acknowledged })
        }
    }
}

/// Where a browser is reached.
let browserOfTests = "https://updates.push.services.mozilla.com/wpush/v2/anna"

extension TestHub {
    /// Somebody who has just logged in.
    fileprivate func caller(_ number: Int) async throws -> AuthenticatedSession {
        try await hub.addSession(for: try await member(number)).0
    }

    /// Lets a browser take push messages.
    func subscribe(_ caller: AuthenticatedSession, _ endpoint: String = browserOfTests) async throws {
        try await hub.subscribe(
            caller,
            endpoint: endpoint,
            publicKey: Base64.encode(browserKey.publicKey, alphabet: .urlSafe),
            authentication: Base64.encode([UInt8](repeating: 7, count: 16), alphabet: .urlSafe)
        )
    }
}

private let browserKey = P256Key.random()

extension TestHub {
    /// An outside contact of a member who agreed to be called.
    fileprivate func agreedContact(of member: ID<Member>) async throws -> ID<Contact> {
        let (id, now) = (hub.outside.newID(of: Contact.self), clock.now)
        try await hub.database.transaction { transaction in
            let consent = ContactConsent(state: .agreed, askedAt: now, answeredAt: now)
            let (address, link): ([UInt8], [UInt8]) = ([1], [2])
            try transaction.setOutsideContact(
                OutsideContactRow(
                    id: id,
                    member: member,
                    sealed: [],
                    addressHash: address,
                    linkHash: link,
                    consent: consent
                )
            )
        }
        return id
    }
}
