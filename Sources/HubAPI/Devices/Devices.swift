package import API
package import Family
import HTTP
package import Hub
import PhoneProtocols

extension HubService {
    func devices(_ visitor: Visitor, _ request: Request) async throws -> Response {
        .json(ListBody(items: try await deviceBodies(of: visitor.member)))
    }

    func addDevice(_ visitor: Visitor, _ request: Request) async throws -> Response {
        let body = try JSON.read(AddDeviceBody.self, from: request)
        let issued = try await issueDevice(
            body.id,
            for: visitor.member,
            name: body.name,
            hubURL: hubURL(for: request)
        )
        return .json(issued, status: 201)
    }

    func renewDevice(_ id: ID<Device>, _ visitor: Visitor, _ request: Request) async throws -> Response {
        try await hub.requirePIN(visitor)
        let (device, token) = try await hub.renewDevice(id, of: visitor.member)
        return .json(try await issued(device, token, for: visitor.member, hubURL: hubURL(for: request)), status: 201)
    }

    func changeDevice(_ id: ID<Device>, _ visitor: Visitor, _ request: Request) async throws -> Response {
        let change = try JSON.read(ChangeDeviceBody.self, from: request)
        // With another one, nothing that the phone sends can be read (F32).
        if change.passphrase != nil { try await hub.requirePIN(visitor) }
        let changed = try await hub.changeDevice(
            id,
            of: visitor.member,
            name: change.name,
            friends: change.friends,
            passphrase: change.passphrase
        )
        return .json(body(changed))
    }

    func revokeDevice(_ id: ID<Device>, _ visitor: Visitor, _ request: Request) async throws -> Response {
        try await hub.requirePIN(visitor)
        try await hub.revokeDevice(id, of: visitor.member)
        return .done
    }

    /// A member's devices with when each was last heard; shared with the command line.
    package func deviceBodies(of member: ID<Member>) async throws -> [DeviceBody] {
        try await hub.devices(of: member).map(body)
    }

    func body(_ device: RegisteredDevice) -> DeviceBody {
        DeviceBody(
            id: device.id,
            name: device.name,
            friends: device.showsFriends,
            encrypted: device.isEncrypted,
            createdAt: device.createdAt,
            heardAt: device.heardAt,
            clockOffsetSeconds: device.clockAheadMilliseconds.map { Int64((Double($0) / 1_000).rounded()) }
        )
    }

    /// Adds a device and says how to set up each phone app; shared with the command line.
    ///
    /// `hubURL` is where phones reach the hub, without a slash at the end.
    package func issueDevice(
        _ id: ID<Device>,
        for member: ID<Member>,
        name: String,
        hubURL: String,
        by keeper: DeviceKeeper = .oneself
    ) async throws -> DeviceIssuedBody {
        let (device, token) = try await hub.addDevice(id, for: member, name: name, by: keeper)
        return try await issued(device, token, for: member, hubURL: hubURL)
    }

    /// A device's token, shown this once, and how each phone app is set up with it.
    func issued(
        _ device: RegisteredDevice,
        _ token: String,
        for member: ID<Member>,
        hubURL: String
    ) async throws -> DeviceIssuedBody {
        let profile = try await hub.profile(member)
        let trackerID = TrackerIDs.assigned(to: [profile.name]).first.flatMap { $0 } ?? "me"
        let described = PhoneSetUp.Device(
            hubURL: hubURL,
            token: token,
            name: device.name,
            memberName: profile.name,
            trackerID: trackerID
        )
        return DeviceIssuedBody(
            id: device.id,
            name: device.name,
            token: token,
            setup: SetupBody(
                owntracks: AppSetupBody(PhoneSetUp(.ownTracks, for: described), url: hubURL + "/in/owntracks"),
                overland: AppSetupBody(PhoneSetUp(.overland, for: described), url: hubURL + "/in/overland"),
                traccar: AppSetupBody(PhoneSetUp(.traccar, for: described), url: hubURL + "/in/osmand"),
                gpslogger: AppSetupBody(PhoneSetUp(.gpsLogger, for: described), url: hubURL + "/in/gpslogger")
            )
        )
    }
}

extension AppSetupBody {
    fileprivate init(_ setUp: PhoneSetUp, url: String) {
        self.init(
            url: url,
            link: setUp.link,
            qrCode: (setUp.qrText ?? setUp.link).flatMap { QRCode($0)?.svg },
            steps: setUp.steps,
            file: setUp.file.map { file in
                FileBody(
                    name: file.name,
                    mediaType: file.mediaType,
                    text: String(decoding: file.bytes, as: UTF8.self)
                )
            }
        )
    }
}
