import API
import Family
import HTTP
import Hub

extension HubService {
    func notices(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let notices = try await hub.notices(of: caller.member).map { notice -> NoticeBody in
            var body = NoticeBody(
                id: notice.id.text,
                kind: notice.kind.rawValue,
                member: notice.about,
                place: notice.place,
                at: notice.at
            )
            body.moment = notice.moment
            if let changed = notice.familyPlace {
                (body.familyPlace, body.version) = (changed.place.id, changed.version)
                body.title = changed.place.label
            }
            if let matter = notice.matter {
                body.title = notice.title
                (body.mission, body.occurrence, body.purchase) = (matter.mission, matter.occurrence, matter.purchase)
                (body.version, body.gold) = (matter.version, matter.gold?.text)
            }
            return body
        }
        return .json(ListBody(items: notices))
    }

    func removeNotice(_ id: ID<NoticeReference>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        let isGone = try await hub.removeNotice(ID(sharing: id), of: caller.member)
        guard isGone else { throw Problem.notFound }
        return .done
    }
}
