import API
import Family
import HTTP
import Hub

// An alarm says at which of them its traveller was last: while one may come, only the PIN changes them (F84).

extension HubService {
    func places(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(ListBody(items: try await hub.places(of: caller.member).map(PlaceBody.init)))
    }

    func place(_ id: ID<Place>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        guard let place = try await hub.places(of: caller.member).first(where: { $0.id == id }) else {
            throw Problem.notFound
        }
        return .json(PlaceBody(place))
    }

    func addPlace(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(PlaceBody.self, from: request)
        let wanted = PlaceRequest(
            label: body.label,
            description: body.description,
            latitude: body.latitude,
            longitude: body.longitude,
            radiusMetres: body.radiusMetres
        )
        try await hub.requirePIN(caller)
        return .json(PlaceBody(try await hub.addPlace(body.id, for: caller.member, wanted)), status: 201)
    }

    func changePlace(_ id: ID<Place>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(ChangePlaceBody.self, from: request)
        try await hub.requirePIN(caller)
        let place = try await hub.changePlace(id, of: caller.member) { place in
            place.label = body.label ?? place.label
            place.description = body.description ?? place.description
            place.latitude = body.latitude ?? place.latitude
            place.longitude = body.longitude ?? place.longitude
            place.radiusMetres = body.radiusMetres ?? place.radiusMetres
        }
        return .json(PlaceBody(place))
    }

    func removePlace(_ id: ID<Place>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.requirePIN(caller)
        try await hub.removePlace(id, of: caller.member)
        return .done
    }
}
