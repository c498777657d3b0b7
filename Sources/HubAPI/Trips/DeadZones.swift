import API
import Family
import HTTP
import Hub

extension HubService {
    func deadZones(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(ListBody(items: try await hub.deadZones(of: caller.member).map(DeadZoneBody.init)))
    }

    /// A new one lets a silence pass without a word, so on a trip it takes the PIN (F32).
    func setDeadZones(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(ListBody<DeadZoneBody>.self, from: request)
        let wanted = body.items.map { zone in
            DeadZoneRequest(
                name: zone.name,
                latitude: zone.latitude,
                longitude: zone.longitude,
                radiusMetres: zone.radiusMetres
            )
        }
        try hub.valid(wanted)
        try await hub.requirePIN(caller)
        try await hub.setDeadZones(wanted, of: caller.member)
        return .json(ListBody(items: try await hub.deadZones(of: caller.member).map(DeadZoneBody.init)))
    }
}

extension DeadZoneBody {
    fileprivate init(_ zone: DeadZone) {
        self.init(
            name: zone.name,
            latitude: zone.centre.latitude,
            longitude: zone.centre.longitude,
            radiusMetres: zone.radiusMetres
        )
    }
}
