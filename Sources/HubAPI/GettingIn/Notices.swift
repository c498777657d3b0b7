import API
import Family
import HTTP
import Hub

extension HubService {
    func notices(_ request: Request) async throws -> Response {
        let visitor = try await hub.visitor(of: request)
        let notices = try await hub.notices(of: visitor.member).map { notice in
            NoticeBody(
                id: notice.id.text,
                kind: notice.kind.rawValue,
                member: notice.about,
                place: notice.place,
                at: notice.at
            )
        }
        return .json(ListBody(items: notices))
    }

    func removeNotice(_ id: ID<NoticeReference>, _ request: Request) async throws -> Response {
        let visitor = try await hub.visitor(of: request)
        let isGone = try await hub.removeNotice(ID(high: id.high, low: id.low), of: visitor.member)
        guard isGone else { throw Problem.notFound }
        return .done
    }
}
