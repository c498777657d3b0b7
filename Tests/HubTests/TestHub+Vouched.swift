import Family
import Hub
import Messaging
import Storage
import Testing

extension TestHub {
    /// Registers by an invite alone.
    func register(
        _ token: String,
        _ number: Int,
        _ name: String,
        password: String = TestHub.password,
        joining consent: JoinConsent = JoinConsent(),
        from origin: RequestOrigin = RequestOrigin()
    ) async throws -> (caller: AuthenticatedSession, token: String) {
        clock.advance(milliseconds: 1)
        return try await hub.register(
            byInvite: token,
            phone: TestHub.phone(number),
            name: name,
            password: password,
            joining: consent,
            from: origin
        )
    }

    /// The refusal that it comes to; nil where it makes a member.
    func refusal(
        _ token: String,
        _ number: Int,
        _ name: String,
        password: String = TestHub.password,
        from origin: RequestOrigin = RequestOrigin()
    ) async throws -> InviteRefusal? {
        do {
            _ = try await register(token, number, name, password: password, from: origin)
            return nil
        } catch let error as InviteRefusal {
            return error
        }
    }

    /// A member whose number an inviter vouched for.
    func vouched(
        by inviter: ID<Member>,
        _ number: Int,
        _ name: String,
        password: String = TestHub.password
    ) async throws -> ID<Member> {
        let (_, token) = try await invite(by: inviter, for: number)
        return try await register(token, number, name, password: password).caller.member
    }

    /// The same hub once it has a provider of texts.
    func texting() async throws -> TestHub {
        try await TestHub(
            database: hub.database,
            keys: keys,
            settings: hub.settings,
            clock: clock,
            senders: [.text: RecordingSender()]
        )
    }

    /// The code of a request, read where it went.
    func textedProof(_ ticket: CodeTicket, for number: Int) async throws -> CodeProof {
        try await hub.sendMessages()
        let sender = try #require(senders[.text] as? RecordingSender)
        let text = try #require(sender.tries.last { $0.to == TestHub.phone(number) }?.text)
        return CodeProof(verification: ticket.id, code: try #require(codeOfText(text)))
    }
}
