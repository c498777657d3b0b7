public import API
public import Family

extension HearthClient {
    /// Asks for a code by text; the ticket goes with the code when that is used.
    ///
    /// Not repeated by itself: each is another text.
    public func askForCode(_ body: VerificationBody) async throws(ClientFailure) -> VerificationTicketBody {
        try await ask(.verify, sending: body)
    }

    /// Becomes a member of the hub, and is logged in.
    @discardableResult
    public func register(_ body: RegisterBody) async throws(ClientFailure) -> Credentials {
        try await enter(.register, body)
    }

    /// Logs in by password, code, passkey or a child's link.
    ///
    /// A refusal of code `secondFactorNeeded` asks for the same again with a code by text beside it.
    @discardableResult
    public func logIn(_ body: LogInBody) async throws(ClientFailure) -> Credentials {
        try await enter(.logIn, body)
    }

    /// Takes a session that was opened elsewhere, as by `hearth` on the command line.
    @discardableResult
    public func adopt(token: String) async throws(ClientFailure) -> Credentials {
        let before = try await keeper.credentials()
        let unknown = Credentials(
            member: ID(high: 0, low: 0),
            token: token,
            expiresAt: surroundings.now().advanced(bySeconds: 60)
        )
        await keeper.use(unknown)
        do throws(ClientFailure) {
            let (me, open) = (try await me(), try await sessions())
            let expiresAt = open.first { $0.current }?.expiresAt ?? unknown.expiresAt
            let credentials = Credentials(member: me.id, token: token, expiresAt: expiresAt)
            try await keeper.keep(credentials)
            return credentials
        } catch {
            await keeper.use(before)
            throw error
        }
    }

    /// Ends this session on the hub, and forgets it here.
    ///
    /// Without a network it fails and nothing is forgotten, for a session that nobody ended goes on; what an ``Outbox``
    /// still holds waits for the same member to log in again.
    public func logOut() async throws(ClientFailure) {
        let credentials = try await keeper.credentials()
        do throws(ClientFailure) {
            try await send(.endSession(.current))
        } catch {
            guard error == .loggedOut else { throw error }
        }
        try await keeper.forget(credentials)
    }

    /// Proves anew who one is, after a refusal whose `proofs` say how; good for five minutes.
    public func prove(_ body: ProveBody) async throws(ClientFailure) {
        try await keeper.keep(Credentials(try await ask(.renewProof, sending: body)))
    }

    /// My sessions, this one among them.
    public func sessions() async throws(ClientFailure) -> [SessionBody] {
        try await all(.sessions)
    }

    /// Ends another session of mine; while a trip or an alarm is under way that takes the PIN.
    public func endSession(_ id: ID<Session>, pin: String? = nil) async throws(ClientFailure) {
        try await send(.endSession(.id(id)), pin: pin)
    }

    /// What a field shows of a phone number that is being typed.
    public func phoneEntry(_ input: String, region: String? = nil) async throws(ClientFailure) -> PhoneEntryBody {
        try await ask(.readPhoneNumber, sending: TypedPhoneBody(input: input, region: region), mayRepeat: true)
    }

    /// What an invite offers whoever has it.
    public func invite(_ body: ViewInviteBody) async throws(ClientFailure) -> InviteViewBody {
        try await ask(.viewInvite, sending: body, mayRepeat: true)
    }

    private func enter(_ route: Route, _ body: some Encodable & Sendable) async throws(ClientFailure) -> Credentials {
        var request = try HubRequest(route, body)
        // Whoever was logged in before has no part in it.
        request.isAnonymous = true
        let answer: LoggedInBody = try await answer(to: request)
        let credentials = Credentials(answer)
        try await keeper.keep(credentials)
        return credentials
    }
}
