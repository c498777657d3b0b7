import API
import Family
import HTTP
import Hub
import Languages

extension HubService {
    func familyPlaces(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(ListBody(items: try await hub.familyPlaces(for: caller.member).map(FamilyPlaceBody.init)))
    }

    func sharePlace(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(SharePlaceBody.self, from: request)
        let info = try await hub.shareWithFamily(body.place, as: body.id, by: caller.member)
        return .json(FamilyPlaceBody(info), status: 201)
    }

    func changeFamilyPlace(_ id: ID<Place>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        let body = try JSON.read(ChangeFamilyPlaceBody.self, from: request)
        // A change of one that they follow is a change of their own place (F84).
        try await hub.requirePIN(caller)
        let info = try await hub.changeFamilyPlace(id, seen: body.version, by: caller.member) { place in
            place.label = body.label ?? place.label
            place.description = body.description ?? place.description
            place.latitude = body.latitude ?? place.latitude
            place.longitude = body.longitude ?? place.longitude
            place.radiusMetres = body.radiusMetres ?? place.radiusMetres
        }
        return .json(FamilyPlaceBody(info))
    }

    func removeFamilyPlace(_ id: ID<Place>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        guard let version = request.queryFields["version"].flatMap({ UInt32($0) }) else {
            throw Problem.invalid("version", "Say which version of the place you saw.")
        }
        try await hub.removeFamilyPlace(id, seen: version, by: caller.member)
        return .done
    }

    func followFamilyPlace(_ id: ID<Place>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        let body = try JSON.read(FollowPlaceBody.self, from: request)
        try await hub.requirePIN(caller)
        return .json(FamilyPlaceBody(try await hub.followFamilyPlace(id, seen: body.version, by: caller.member)))
    }

    func stopFollowing(_ id: ID<Place>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.requirePIN(caller)
        try await hub.stopFollowing(id, by: caller.member)
        return .done
    }
}

extension FamilyPlaceBody {
    fileprivate init(_ info: FamilyPlaceInfo) {
        let following = info.following.map { Following(place: $0.place, version: $0.version) }
        self.init(info.place, mayChange: info.mayChange, following: following)
    }
}
