package import API
package import Family
import HTTP
package import Hub
import PhoneProtocols

extension HubService {
    func devices(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(ListBody(items: try await hub.devices(of: caller.member).map(body)))
    }

    func addDevice(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(AddDeviceBody.self, from: request)
        let issued = try await issueDevice(
            body.id,
            for: caller.member,
            name: body.name,
            as: body.use,
            hubURL: hubURL(for: request)
        )
        return .json(issued, status: 201)
    }

    func renewDevice(_ id: ID<Device>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.requirePIN(caller)
        let (device, token) = try await hub.renewDevice(id, of: caller.member)
        return .json(try await issued(device, token, for: caller.member, hubURL: hubURL(for: request)), status: 201)
    }

    func changeDevice(_ id: ID<Device>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let change = try JSON.read(ChangeDeviceBody.self, from: request)
        // With another passphrase, nothing that the phone sends can be read (F32); an alarm says its name (F84).
        if change.passphrase != nil || change.name != nil { try await hub.requirePIN(caller) }
        let changed = try await hub.changeDevice(
            id,
            of: caller.member,
            name: change.name,
            friends: change.friends,
            passphrase: change.passphrase
        )
        return .json(body(changed))
    }

    func revokeDevice(_ id: ID<Device>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.requirePIN(caller)
        try await hub.revokeDevice(id, of: caller.member)
        return .done
    }

    func bindTracker(_ tracker: ID<Tracker>, by bridge: ID<Device>, _ caller: AuthenticatedSession, _ request: Request)
        async throws
        -> Response
    {
        let device = try JSON.read(BindTrackerBody.self, from: request).device
        // It may be the phone of a trip, as which it would speak (F83).
        try await hub.requirePIN(caller)
        return .json(TrackerBody(try await hub.bindTracker(tracker, by: bridge, to: device, of: caller.member)))
    }

    func forgetTracker(
        _ tracker: ID<Tracker>,
        by bridge: ID<Device>,
        _ caller: AuthenticatedSession,
        _ request: Request
    )
        async throws -> Response
    {
        // It may be what reports on a trip (F32).
        try await hub.requirePIN(caller)
        try await hub.forgetTracker(tracker, by: bridge, of: caller.member)
        return .done
    }

    /// A member's devices with when each was last heard, for the keeper's command line: never where a thing is.
    package func deviceBodies(of member: ID<Member>) async throws -> [DeviceBody] {
        try await hub.devices(of: member, for: .hubKeeper).map(body)
    }

    func body(_ device: RegisteredDevice) -> DeviceBody {
        DeviceBody(
            id: device.id,
            name: device.name,
            follows: device.follows,
            friends: device.showsFriends,
            encrypted: device.isEncrypted,
            createdAt: device.createdAt,
            heardAt: device.heardAt,
            clockOffsetSeconds: device.clockAheadMilliseconds.map { Int64((Double($0) / 1_000).rounded()) },
            position: device.position.map(FixBody.init),
            trackers: device.trackers?.map(TrackerBody.init)
        )
    }

    /// Adds a device and says how to set up each phone app; shared with the command line.
    ///
    /// `hubURL` is where phones reach the hub, without a slash at the end.
    package func issueDevice(
        _ id: ID<Device>,
        for member: ID<Member>,
        name: String,
        as use: DeviceUse = .phone,
        hubURL: String,
        by keeper: DeviceKeeper = .oneself
    ) async throws -> DeviceIssuedBody {
        let (device, token) = try await hub.addDevice(id, for: member, name: name, as: use, by: keeper)
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
                owntracks: AppSetupBody(.ownTracks, for: described),
                overland: AppSetupBody(.overland, for: described),
                traccar: AppSetupBody(.traccarClient, for: described),
                gpslogger: AppSetupBody(.gpsLogger, for: described),
                colota: AppSetupBody(.colota, for: described),
                traccarServer: AppSetupBody(.traccarServer, for: described)
            )
        )
    }
}

extension AppSetupBody {
    fileprivate init(_ app: PhoneSetUp.App, for device: PhoneSetUp.Device) {
        let setUp = PhoneSetUp(app, for: device)
        self.init(
            url: device.hubURL + app.path,
            link: setUp.link,
            qrCode: (setUp.qrText ?? setUp.link).flatMap { QRCode($0)?.svg },
            steps: setUp.steps,
            file: setUp.file.map { file in
                FileBody(
                    name: file.name,
                    mediaType: file.mediaType,
                    text: String(decoding: file.bytes, as: UTF8.self)
                )
            },
            copy: setUp.copy
        )
    }
}

extension AddDeviceBody {
    var use: DeviceUse {
        if forwards ?? false { return .traccarServer }
        return follows ?? true ? .phone : .thing
    }
}

extension TrackerBody {
    fileprivate init(_ tracker: ForwardedTracker) {
        self.init(
            id: tracker.id,
            uniqueId: tracker.uniqueID,
            name: tracker.name,
            device: tracker.device,
            heardAt: tracker.heardAt
        )
    }
}

extension FixBody {
    /// Where a thing was last.
    fileprivate init(_ fix: Fix) {
        self.init(at: fix.at, latitude: fix.coordinate.latitude, longitude: fix.coordinate.longitude)
        accuracyMetres = fix.accuracyMetres
        altitudeMetres = fix.altitudeMetres
        speedMetresPerSecond = fix.speedMetresPerSecond
        courseDegrees = fix.courseDegrees
        batteryPercent = fix.batteryPercent
    }
}
