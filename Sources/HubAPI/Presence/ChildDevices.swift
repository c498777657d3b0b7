import API
import Family
import HTTP
import Hub

extension HubService {
    func childDevices(
        _ family: ID<FamilyGroup>,
        _ child: ID<Member>,
        _ caller: AuthenticatedSession,
        _ request: Request
    )
        async throws -> Response
    {
        let devices = try await hub.devices(of: child, for: .guardian(caller.member, of: family))
        return .json(ListBody(items: devices.map(body)))
    }

    func addChildDevice(
        _ family: ID<FamilyGroup>,
        _ child: ID<Member>,
        _ caller: AuthenticatedSession,
        _ request: Request
    )
        async throws -> Response
    {
        let body = try JSON.read(AddDeviceBody.self, from: request)
        let issued = try await issueDevice(
            body.id,
            for: child,
            name: body.name,
            as: body.use,
            hubURL: hubURL(for: request),
            by: .guardian(caller.member, of: family)
        )
        return .json(issued, status: 201)
    }

    func changeChildDevice(
        _ family: ID<FamilyGroup>,
        _ child: ID<Member>,
        _ device: ID<Device>,
        _ caller: AuthenticatedSession,
        _ request: Request
    ) async throws -> Response {
        let change = try JSON.read(ChangeDeviceBody.self, from: request)
        let changed = try await hub.changeDevice(
            device,
            of: child,
            name: change.name,
            friends: change.friends,
            passphrase: change.passphrase,
            by: .guardian(caller.member, of: family)
        )
        return .json(body(changed))
    }

    func revokeChildDevice(
        _ family: ID<FamilyGroup>,
        _ child: ID<Member>,
        _ device: ID<Device>,
        _ caller: AuthenticatedSession,
        _ request: Request
    ) async throws -> Response {
        try await hub.revokeDevice(device, of: child, by: .guardian(caller.member, of: family))
        return .done
    }

    func renewChildDevice(
        _ family: ID<FamilyGroup>,
        _ child: ID<Member>,
        _ device: ID<Device>,
        _ caller: AuthenticatedSession,
        _ request: Request
    ) async throws -> Response {
        let (renewed, token) = try await hub.renewDevice(device, of: child, by: .guardian(caller.member, of: family))
        return .json(try await issued(renewed, token, for: child, hubURL: hubURL(for: request)), status: 201)
    }
}
