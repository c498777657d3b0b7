import API
import Family
import HTTP
import Hub

extension HubService {
    func families(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(ListBody(items: [FamilyBody(try await hub.family(of: caller.member))]))
    }

    func changeFamily(_ id: ID<FamilyGroup>, _ adult: Adult, _ request: Request) async throws -> Response {
        let body = try JSON.read(ChangeFamilyBody.self, from: request)
        try await hub.renameFamily(id, by: adult.caller.member, to: body.name)
        return .json(FamilyBody(try await hub.family(of: adult.caller.member)))
    }

    func addChild(_ id: ID<FamilyGroup>, _ adult: Adult, _ request: Request) async throws -> Response {
        let body = try JSON.read(AddChildBody.self, from: request)
        let child = try await hub.addChild(
            to: id,
            by: adult.caller.member,
            name: body.name,
            birthYear: body.birthYear,
            colour: body.colour
        )
        return .json(FamilyMemberBody(child), status: 201)
    }

    func changeFamilyMember(
        _ family: ID<FamilyGroup>,
        _ member: ID<Member>,
        _ adult: Adult,
        _ request: Request
    ) async throws -> Response {
        try await hub.requireRecentProof(adult.caller)
        let body = try JSON.read(ChangeFamilyMemberBody.self, from: request)
        let changed = try await hub.changeFamilyMember(
            member,
            of: family,
            by: adult.caller.member,
            isChild: body.role.map { $0 == .child },
            birthYear: body.birthYear
        )
        return .json(FamilyMemberBody(changed))
    }

    func leaveFamily(
        _ family: ID<FamilyGroup>,
        _ member: ID<Member>,
        _ caller: AuthenticatedSession,
        _ request: Request
    )
        async throws -> Response
    {
        try await hub.requirePIN(caller)
        try await hub.leaveFamily(family, member, by: caller.member)
        return .done
    }

    func addLogInLink(_ family: ID<FamilyGroup>, _ child: ID<Member>, _ adult: Adult, _ request: Request) async throws
        -> Response
    {
        try await hub.requireRecentProof(adult.caller)
        let (token, expiresAt) = try await hub.makeLogInLink(for: child, of: family, by: adult.caller.member)
        let link = "\(hubURL(for: request))/child#link=\(token)"
        return .json(LinkIssuedBody(link: link, qrCode: QRCode(link)?.svg, expiresAt: expiresAt), status: 201)
    }

    func joinFamily(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(JoinFamilyBody.self, from: request)
        try await hub.requirePIN(caller)
        let family = try await hub.joinFamily(
            body.invite,
            JoinConsent(sharing: body.sharing?.precision, birthYear: body.birthYear),
            member: body.member ?? caller.member,
            by: caller.member,
            from: try request.origin
        )
        // A child that is still there waits for its other guardians.
        let isWaiting = body.member.map { child in family.members.contains { $0.id == child } } ?? false
        return .json(FamilyBody(family), status: isWaiting ? 202 : 200)
    }
}

extension FamilyBody {
    fileprivate init(_ family: FamilyInfo) {
        self.init(
            id: family.id,
            name: family.name,
            members: family.members.map(FamilyMemberBody.init),
            invites: family.invites.map(InviteBody.init)
        )
    }
}

extension FamilyMemberBody {
    fileprivate init(_ member: FamilyMember) {
        self.init(
            id: member.id,
            name: member.person.name,
            colour: member.person.colour,
            picture: picturePath(of: member.id, member.person.pictureVersion),
            role: FamilyRoleName(isChild: member.isChild),
            birthYear: member.birthYear,
            hasPhone: member.hasPhone,
            numberUnconfirmed: member.person.hasUnconfirmedNumber ? true : nil
        )
    }
}

extension InviteBody {
    fileprivate init(_ invite: InviteInfo) {
        self.init(
            id: invite.id,
            inviter: invite.inviter,
            role: FamilyRoleName(isChild: invite.isChild),
            mySharing: invite.mySharing.map(PrecisionName.init),
            askedSharing: invite.askedSharing.map(PrecisionName.init),
            phone: invite.phone?.e164,
            createdAt: invite.createdAt,
            expiresAt: invite.expiresAt
        )
    }
}

extension FamilyRoleName {
    init(isChild: Bool) {
        self = isChild ? .child : .adult
    }
}
