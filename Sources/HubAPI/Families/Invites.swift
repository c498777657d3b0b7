import API
import Family
import HTTP
import Hub

extension HubService {
    func addInvite(_ family: ID<FamilyGroup>, _ adult: Adult, _ request: Request) async throws -> Response {
        let body = try JSON.read(AddInviteBody.self, from: request)
        let issued = try await hub.invite(body.id, into: family, by: adult.caller.member, InviteRequest(body))
        let link = "\(hubURL(for: request))/join#invite=\(issued.token)"
        let answer = InviteIssuedBody(
            id: body.id,
            link: link,
            qrCode: QRCode(link)?.svg,
            code: issued.code,
            expiresAt: issued.invite.expiresAt
        )
        return .json(answer, status: 201)
    }

    func revokeInvite(_ family: ID<FamilyGroup>, _ invite: ID<Invite>, _ adult: Adult, _ request: Request) async throws
        -> Response
    {
        try await hub.revokeInvite(invite, of: family, by: adult.caller.member)
        return .done
    }

    func viewInvite(_ origin: RequestOrigin, _ request: Request) async throws -> Response {
        let body = try JSON.read(ViewInviteBody.self, from: request)
        let view = try await hub.viewInvite(body.invite, phone: body.phone, region: body.region, from: origin)
        return .json(InviteViewBody(view))
    }
}

extension InviteRequest {
    fileprivate init(_ body: AddInviteBody) {
        self.init(
            phone: body.phone,
            region: body.region,
            isChild: body.role == .child,
            mySharing: body.mySharing.precision,
            askedSharing: body.askedSharing.precision
        )
    }
}

extension InviteViewBody {
    fileprivate init(_ view: InviteView) {
        self.init(
            inviter: view.inviter.name,
            family: view.family,
            role: FamilyRoleName(isChild: view.isChild),
            theirSharing: PrecisionName(view.theirSharing),
            askedSharing: PrecisionName(view.askedSharing),
            expiresAt: view.expiresAt,
            needsCode: view.needsCode,
            inviterUnconfirmed: view.inviter.hasUnconfirmedNumber ? true : nil
        )
    }
}
