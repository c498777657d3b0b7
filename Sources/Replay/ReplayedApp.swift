package import Family
import PhoneProtocols

/// A phone app whose requests are imitated.
package enum ReplayedApp: String, Sendable, CaseIterable {
    case owntracks, overland, traccar, traccar9, gpslogger

    /// The app's own name.
    package var name: String {
        switch self {
        case .owntracks: "OwnTracks"
        case .overland: "Overland"
        case .traccar: "Traccar Client"
        case .traccar9: "Traccar Client 9"
        case .gpslogger: "GPSLogger"
        }
    }

    /// How many fixes the app puts into one request at most.
    package var fixesPerRequest: Int { self == .overland ? 200 : 1 }

    /// What the app posts for these fixes: at most ``fixesPerRequest``.
    package func request(for fixes: ArraySlice<Fix>, token: String) -> PhoneRequest {
        precondition(!fixes.isEmpty && fixes.count <= fixesPerRequest)
        let fix = fixes[fixes.startIndex]
        switch self {
        case .owntracks:
            let body = OwnTracks.message(for: fix, user: Self.user, device: Self.device, trackerID: "re")
            return PhoneRequest(.ownTracks, .json, .basic(user: Self.user, password: token), body)
        case .overland:
            return PhoneRequest(
                .overland,
                .json,
                .bearer(token),
                Overland.batch(of: Array(fixes), deviceID: Self.device)
            )
        case .traccar:
            return PhoneRequest(.traccarClient, .form, .none, OsmAnd.form(for: fix, token: token))
        case .traccar9:
            return PhoneRequest(.traccarClient, .json, .none, OsmAnd.json(for: fix, token: token))
        case .gpslogger:
            return PhoneRequest(.gpsLogger, .form, .basic(user: Self.user, password: token), GPSLogger.form(for: fix))
        }
    }

    /// Whether the body of a good answer is what the app would accept.
    package func accepts(answer body: [UInt8]) -> Bool {
        switch self {
        case .owntracks: body.first == UInt8(ascii: "[")
        case .overland: body == PhoneAnswer.overland
        case .traccar, .traccar9, .gpslogger: true
        }
    }

    private static let user = "hearth"
    private static let device = "replay"
}

/// One request of an app, without the server that it goes to.
package struct PhoneRequest: Sendable, Equatable {
    /// How the app proves which device it is.
    package enum Authorization: Sendable, Equatable {
        /// The token travels in the body.
        case none
        case basic(user: String, password: String)
        case bearer(String)
    }

    /// Below the hub's address, with a slash in front.
    package let path: String
    package let contentType: String
    package let authorization: Authorization
    package let body: [UInt8]

    fileprivate enum Kind: String {
        case json = "application/json"
        case form = "application/x-www-form-urlencoded"
    }

    /// The same request as OwnTracks sends it where its user typed a passphrase; nil where `seal` fails.
    package func encrypted(with seal: ([UInt8]) -> [UInt8]?) -> PhoneRequest? {
        guard let body = OwnTracks.encrypted(body, with: seal) else { return nil }
        return PhoneRequest(.ownTracks, .json, authorization, body)
    }

    fileprivate init(_ app: PhoneSetUp.App, _ kind: Kind, _ authorization: Authorization, _ body: [UInt8]) {
        path = app.path
        contentType = kind.rawValue
        self.authorization = authorization
        self.body = body
    }
}
