import Family
import Hub
import Messaging
import SQL
import Storage
import Testing

extension SentNews {
    /// What was texted to a number, oldest first.
    func texts(of number: String) -> [String] {
        texts.tries.filter { $0.to == number }.map(\.text)
    }
}

/// The alarm's link in a contact's message.
func alarmKey(in text: String?) throws -> TripKey {
    .token(String(try #require(text?.split(separator: "/follow#").last?.prefix { !$0.isNewline })))
}

/// The token of the contact's own link in a message.
func contactToken(in text: String) throws -> String {
    String(try #require(text.split(separator: "/contact#").last?.prefix { !$0.isNewline }))
}

extension SafetyScene {
    func caller(_ member: ID<Member>) async throws -> AuthenticatedSession {
        try await hub.addSession(for: member).0
    }

    @discardableResult
    func open(_ key: TripKey, known: String? = nil) async throws -> (guest: TripGuest, token: String) {
        try await hub.openView(by: key, known: known, browser: "a browser", from: RequestOrigin())
    }

    func request(_ number: String, name: String = "Dora") -> ContactRequest {
        ContactRequest(id: hub.outside.newID(), name: name, phone: number, region: nil, mail: nil)
    }

    @discardableResult
    func addContact(
        _ number: String,
        name: String = "Dora",
        by member: ID<Member>? = nil
    ) async throws -> ContactInfo {
        try await hub.addOutsideContact(request(number, name: name), by: try await caller(member ?? ana))
    }

    @discardableResult
    func answer(_ token: String, _ wantsCalls: Bool) async throws -> ContactConsent.State {
        try await hub.answerContact(token, wantsCalls: wantsCalls, from: RequestOrigin()).state
    }

    /// A contact of Ana's who agreed; answers the token of their link.
    func agreedContact(_ number: String, _ sent: SentNews) async throws -> String {
        try await addContact(number)
        try await hub.sendMessages()
        let token = try contactToken(in: try #require(sent.texts(of: number).last))
        try await answer(token, true)
        return token
    }

    /// The same on a hub whose messages are kept for reading.
    func agreedContact(_ number: String) async throws -> String {
        try await addContact(number)
        let question = try await hub.outboxItems(after: nil).last { $0.to == number }
        let token = try contactToken(in: try #require(question?.text))
        try await answer(token, true)
        return token
    }

    func raiseAndClear() async throws {
        try await help(.alert)
        try await hub.sendMessages()
        try await hub.cancelCountdown(hub.outside.newID(), pin: SafetyScene.pin, by: ana)
        try await hub.sendMessages()
        // The same cause within a minute is a repeat.
        test.clock.advance(seconds: 120)
    }

    /// What Ana's own pages show of her contacts: their states and her notices of them, the oldest first.
    func faceOfContacts() async throws -> [String] {
        let states = try await hub.outsideContacts(of: ana).map(\.state.rawValue)
        let kinds = try await hub.notices(of: ana).map(\.kind.rawValue).filter { $0.hasPrefix("contact") }
        return states + kinds.reversed()
    }
}
