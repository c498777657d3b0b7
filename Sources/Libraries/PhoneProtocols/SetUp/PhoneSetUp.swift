/// How one phone app is set up to report to the hub.
///
/// Everything here carries the device's token: it is shown once and never logged.
package struct PhoneSetUp: Sendable, Equatable {
    /// The apps that a member may have; the raw value names them in the API.
    package enum App: String, CaseIterable, Sendable {
        case ownTracks = "owntracks"
        case overland
        case traccarClient
        case gpsLogger = "gpslogger"
        case colota
        /// No app: a Traccar server that forwards what trackers send it.
        case traccarServer

        /// Where on the hub the app posts to.
        package var path: String {
            switch self {
            case .ownTracks: "/in/owntracks"
            // Colota speaks as Overland does.
            case .overland, .colota: "/in/overland"
            case .traccarClient: "/in/osmand"
            case .gpsLogger: "/in/gpslogger"
            case .traccarServer: "/in/traccar"
            }
        }
    }

    /// A file that the app can open.
    package struct File: Sendable, Equatable {
        package var name: String
        package var mediaType: String
        package var bytes: [UInt8]
    }

    /// What is set up, and for whom.
    package struct Device: Sendable {
        /// The hub's public address without a slash at the end: `https://hub.example`.
        package var hubURL: String
        package var token: String
        package var name: String
        package var memberName: String
        /// Two characters, see ``TrackerIDs``.
        package var trackerID: String
        /// Where the hub serves this device's GPSLogger file, if it does: the app can then be set up by a link.
        package var profileURL: String?

        package init(
            hubURL: String,
            token: String,
            name: String,
            memberName: String,
            trackerID: String,
            profileURL: String? = nil
        ) {
            self.hubURL = hubURL
            self.token = token
            self.name = name
            self.memberName = memberName
            self.trackerID = trackerID
            self.profileURL = profileURL
        }

        /// The address that an app posts to.
        func address(_ app: App) -> String {
            hubURL + app.path
        }

        /// The member's name in ASCII letters, digits and hyphens: iOS breaks its header on others.
        var userWord: String { asciiWord(memberName, else: "member") }
        /// The device's name, likewise.
        var deviceWord: String { asciiWord(name, else: "phone") }
    }

    package var app: App
    /// Opens the app and sets it up, on the phone itself.
    package var link: String?
    /// What a QR code says: a set-up that the app's own scanner or the phone's camera understands.
    package var qrText: String?
    package var file: File?
    /// Lines to copy into a server's settings.
    package var copy: String?
    /// What to do, in plain words, in order.
    package var steps: [String]

    /// Everything that one app needs to report as this device.
    package init(_ app: App, for device: Device) {
        self.app = app
        switch app {
        case .ownTracks:
            let configuration = device.ownTracksConfiguration
            link = "owntracks:///config?inline=" + percentEscaped(Base64.encoded(configuration))
            file = File(name: "hearth.otrc", mediaType: "application/json", bytes: configuration)
            steps = device.ownTracksSteps
        case .overland:
            link = device.overlandLink
            steps = device.overlandSteps
        case .traccarClient:
            link = device.traccarLink
            qrText = device.traccarCode
            steps = device.traccarSteps
        case .gpsLogger:
            link = device.profileURL.map { "gpslogger://properties/" + $0 }
            file = File(name: "hearth.properties", mediaType: "text/plain", bytes: device.gpsLoggerProperties)
            steps = device.gpsLoggerSteps
        case .colota:
            link = device.colotaLink
            steps = device.colotaSteps
        case .traccarServer:
            copy = device.traccarServerLines
            steps = device.traccarServerSteps
        }
        qrText = qrText ?? link
    }
}

/// A name in lower case with all but ASCII letters and digits made into single hyphens, at most 32 characters.
private func asciiWord(_ name: String, else fallback: String) -> String {
    var word = ""
    for byte in name.lowercased().utf8.prefix(64) {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            word.unicodeScalars.append(Unicode.Scalar(byte))
        default:
            if !word.isEmpty, !word.hasSuffix("-") { word += "-" }
        }
    }
    if word.hasSuffix("-") { word.removeLast() }
    return word.isEmpty ? fallback : String(word.prefix(32))
}

/// Text for the query of an address.
func percentEscaped(_ text: String) -> String {
    percentEscaped(Array(text.utf8))
}

/// Bytes for the query of an address.
func percentEscaped(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    output.append(percentEscaped: bytes)
    return String(decoding: output, as: UTF8.self)
}
