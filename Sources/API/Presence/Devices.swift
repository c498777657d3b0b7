public import Family

/// `POST /devices`.
public struct AddDeviceBody: Codable, Sendable {
    public var id: ID<Device>
    public var name: String
    /// Whether its positions are mine: false for a car, a pet or a thing, true where absent.
    public var follows: Bool?
    /// Whether it is a Traccar server, which has no position and speaks for trackers.
    public var forwards: Bool?

    public init(id: ID<Device>, name: String, follows: Bool? = nil, forwards: Bool? = nil) {
        self.id = id
        self.name = name
        self.follows = follows
        self.forwards = forwards
    }
}

/// `PATCH /devices/{id}`; what is absent stays.
public struct ChangeDeviceBody: Codable, Sendable {
    public var name: String?
    /// Whether OwnTracks on this device is shown the people I see exactly.
    public var friends: Bool?
    /// The passphrase set in OwnTracks, at most 32 bytes; empty removes it.
    public var passphrase: String?

    public init(name: String? = nil, friends: Bool? = nil, passphrase: String? = nil) {
        self.name = name
        self.friends = friends
        self.passphrase = passphrase
    }
}

/// One of my devices.
public struct DeviceBody: Codable, Sendable {
    public var id: ID<Device>
    public var name: String
    /// Whether its positions are mine; a car's, a pet's or a thing's are not.
    public var follows: Bool
    /// Whether OwnTracks on this device is shown the people I see exactly.
    public var friends: Bool
    /// Whether a passphrase is set, by which OwnTracks encrypts.
    public var encrypted: Bool
    public var createdAt: Timestamp
    /// When the hub last heard of it; absent if never.
    public var heardAt: Timestamp?
    /// How many seconds its clock runs ahead of the hub's, negative where it is behind; absent up to 90 either way.
    public var clockOffsetSeconds: Int64?
    /// Where a thing was last, for me alone.
    public var position: FixBody?
    /// What it forwards where it is a Traccar server, for me alone; absent for other devices.
    public var trackers: [TrackerBody]?

    public init(
        id: ID<Device>,
        name: String,
        follows: Bool = true,
        friends: Bool,
        encrypted: Bool,
        createdAt: Timestamp,
        heardAt: Timestamp? = nil,
        clockOffsetSeconds: Int64? = nil,
        position: FixBody? = nil,
        trackers: [TrackerBody]? = nil
    ) {
        self.id = id
        self.name = name
        self.follows = follows
        self.friends = friends
        self.encrypted = encrypted
        self.createdAt = createdAt
        self.heardAt = heardAt
        self.clockOffsetSeconds = clockOffsetSeconds
        self.position = position
        self.trackers = trackers
    }
}

/// A tracker that a Traccar server forwards.
public struct TrackerBody: Codable, Sendable {
    public var id: ID<Tracker>
    /// Traccar's identity of it, as far as it can be shown.
    public var uniqueId: String
    public var name: String?
    /// The device of mine whose positions these are; absent while it is only offered.
    public var device: ID<Device>?
    public var heardAt: Timestamp

    public init(id: ID<Tracker>, uniqueId: String, name: String?, device: ID<Device>?, heardAt: Timestamp) {
        self.id = id
        self.uniqueId = uniqueId
        self.name = name
        self.device = device
        self.heardAt = heardAt
    }
}

/// `PUT /devices/{id}/trackers/{tracker}`.
public struct BindTrackerBody: Codable, Sendable {
    /// The device of mine that the tracker is.
    public var device: ID<Device>

    public init(device: ID<Device>) {
        self.device = device
    }
}

/// A new device with its token, shown this once, and how to set up each phone app.
public struct DeviceIssuedBody: Codable, Sendable {
    public var id: ID<Device>
    public var name: String
    /// 128 bits of chance: write-only, revocable.
    public var token: String
    public var setup: SetupBody

    public init(id: ID<Device>, name: String, token: String, setup: SetupBody) {
        self.id = id
        self.name = name
        self.token = token
        self.setup = setup
    }
}

/// Set-up of the phone apps, and of a Traccar server that forwards.
public struct SetupBody: Codable, Sendable {
    public var owntracks: AppSetupBody
    public var overland: AppSetupBody
    public var traccar: AppSetupBody
    public var gpslogger: AppSetupBody
    public var colota: AppSetupBody
    public var traccarServer: AppSetupBody

    public init(
        owntracks: AppSetupBody,
        overland: AppSetupBody,
        traccar: AppSetupBody,
        gpslogger: AppSetupBody,
        colota: AppSetupBody,
        traccarServer: AppSetupBody
    ) {
        self.owntracks = owntracks
        self.overland = overland
        self.traccar = traccar
        self.gpslogger = gpslogger
        self.colota = colota
        self.traccarServer = traccarServer
    }
}

/// How to set up one phone app: tap the link, scan the code, open the file, or type what the steps say.
public struct AppSetupBody: Codable, Sendable {
    /// Where the app sends to.
    public var url: String
    /// A link that the app opens, where it knows one.
    public var link: String?
    /// The link, or the address, as an SVG drawing of a QR code.
    public var qrCode: String?
    /// What to type where link and file do not help, one step a line.
    public var steps: [String]
    public var file: FileBody?
    /// Lines to copy into a server's settings.
    public var copy: String?

    public init(url: String, link: String?, qrCode: String?, steps: [String], file: FileBody?, copy: String? = nil) {
        self.url = url
        self.link = link
        self.qrCode = qrCode
        self.steps = steps
        self.file = file
        self.copy = copy
    }
}

/// A small text file to save on the phone.
public struct FileBody: Codable, Sendable {
    public var name: String
    public var mediaType: String
    public var text: String

    public init(name: String, mediaType: String, text: String) {
        self.name = name
        self.mediaType = mediaType
        self.text = text
    }
}
