import Crypto
import Family
import Hub
import Storage
import TestAuthenticator
import Testing

/// The owner's family: another adult, one from whom the child is hidden, a child, an open invite, and a member who asks
/// to see the owner.
struct OwnersFamily {
    let id: ID<FamilyGroup>
    let child: ID<Member>
    let childsPhone: ID<Device>
    let hidden: TestMember
    /// Of a session of the child's by the other adult's link, which waits for agreement.
    let heldToken: String
    let held: ID<GuardianRequest>
    /// Another such session, which the child itself may let go on.
    let alsoHeld: ID<GuardianRequest>
    let invite: ID<Invite>
    /// Of the host's, to the owner.
    let request: ID<Connection>
    /// An adult of another family.
    let host: TestMember
    /// The secret of an invite by which a child comes into the host's family.
    let elsewhere: String

    init(_ test: TestService, of owner: TestMember, and other: TestMember) async throws {
        let hub = test.hub
        host = try await test.member(9)
        id = try await hub.family(of: owner.id).id
        child = try await hub.addChild(to: id, by: owner.id, name: "Linnea", birthYear: 2020, colour: nil).id
        childsPhone = hub.outside.newID()
        _ = try await hub.addDevice(childsPhone, for: child, name: "Watch", by: .guardian(owner.id, of: id))
        let joining = try await test.invite(into: id, by: owner)
        _ = try await hub.joinFamily(
            joining.token,
            JoinConsent(sharing: .off),
            member: other.id,
            by: other.id,
            from: RequestOrigin()
        )
        hidden = try await test.member(14)
        let hiddens = try await test.invite(into: id, by: owner)
        let off = JoinConsent(sharing: .off)
        _ = try await hub.joinFamily(hiddens.token, off, member: hidden.id, by: hidden.id, from: RequestOrigin())
        for adult in [other, hidden] {
            _ = try await hub.addSeer(hub.outside.newID(), adult.id, of: child, in: id, by: owner.id, precision: .place)
        }
        if let hours = HiddenHours(days: 127, fromMinute: 0, untilMinute: 0, utcOffsetMinutes: 0) {
            try await hub.setHiddenHours(of: child, in: id, by: owner.id, [(hidden.id, hours)])
        }
        let first = try await test.childsLogIn(child, of: id, by: other.id)
        let second = try await test.childsLogIn(child, of: id, by: other.id)
        heldToken = first.token
        held = ID(sharing: first.caller.session)
        alsoHeld = ID(sharing: second.caller.session)
        invite = try await test.invite(into: id, by: owner).id
        let hosts = try await hub.family(of: host.id).id
        elsewhere = try await test.invite(into: hosts, by: host, isChild: true).token
        request = hub.outside.newID()
        _ = try await hub.ask(request, requester: host.id, phone: owner.phone, region: nil)
    }
}

/// What proves that the owner is the owner: a passkey and an authenticator app.
struct OwnersFactors {
    let passkey: ID<Passkey>
    /// What everybody is about to type into an authenticator app.
    let secrets: [Asking: String]

    init(_ test: TestService, of owner: TestMember, _ members: [Asking: TestMember]) async throws {
        let hub = test.hub
        let caller = try #require(try await hub.caller(token: owner.token))
        let made = TestAuthenticator().create(hub.makeChallenge(from: RequestOrigin()).challenge)
        passkey = try await hub.addPasskey(
            of: caller,
            name: "Kitchen key",
            clientData: made.clientData,
            attestation: made.attestation,
            from: RequestOrigin()
        ).id
        let (used, _) = try await hub.setUpAuthenticator(of: caller)
        let code = AuthenticatorApp.code(ofSecret: used, at: test.clock.now)
        try await hub.confirmAuthenticator(of: caller, code: code, from: RequestOrigin())
        var secrets: [Asking: String] = [:]
        for (asking, member) in members {
            let caller = try #require(try await hub.caller(token: member.token))
            secrets[asking] = try await hub.setUpAuthenticator(of: caller).secret
        }
        self.secrets = secrets
    }
}

extension TestService {
    /// A session of a child's by a guardian's link.
    func childsLogIn(
        _ child: ID<Member>,
        of family: ID<FamilyGroup>,
        by guardian: ID<Member>
    ) async throws -> (caller: AuthenticatedSession, token: String) {
        try await hub.logIn(byLink: try await hub.makeLogInLink(for: child, of: family, by: guardian).token)
    }

    /// An invite that shows nobody anything.
    func invite(
        into family: ID<FamilyGroup>,
        by inviter: TestMember,
        isChild: Bool = false
    ) async throws -> (id: ID<Invite>, token: String) {
        let id = hub.outside.newID(of: Invite.self)
        let request = InviteRequest(
            phone: nil,
            region: nil,
            isChild: isChild,
            mySharing: .off,
            askedSharing: .off
        )
        return (id, try await hub.invite(id, into: family, by: inviter.id, request).token)
    }
}
