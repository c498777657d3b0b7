/// How one phone app is set up to report to the hub.
///
/// Everything here carries the device's token: it is shown once and never logged.
package struct PhoneSetUp: Sendable, Equatable {
    package enum App: String, CaseIterable, Sendable {
        case ownTracks = "owntracks"
        case overland
        case traccar
        case gpsLogger = "gpslogger"
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

        package init(hubURL: String, token: String, name: String, memberName: String, trackerID: String) {
            self.hubURL = hubURL
            self.token = token
            self.name = name
            self.memberName = memberName
            self.trackerID = trackerID
        }
    }

    package var app: App
    /// Opens the app and sets it up, on the phone itself.
    package var link: String?
    /// What a QR code says, for an app that scans one; nil where it would not help.
    package var qrText: String?
    package var file: File?
    /// What to do, in plain words, in order.
    package var steps: [String]

    package init(_ app: App, for device: Device) {
        self.app = app
        steps = []
    }
}
