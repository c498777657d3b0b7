import API
import Crypto
import Family
import HTTP
import Hub
import PhoneProtocols

/// Where phone apps knock: one path an app, and the paths that apps have built in.
///
/// Everything that is authenticated is answered 2xx, also what cannot be read, because a phone that hears 4xx throws
/// its fixes away or blocks its queue on them; 401 means a wrong token only, 503 that the fixes were not stored.
struct PhoneDoors: Sendable {
    let hub: Hub
    private let answers = PhoneAnswers()

    init(hub: Hub) {
        self.hub = hub
    }

    /// What a door answers where HTTPS is missing: not stored, so the phone keeps its queue (S36).
    var httpsRequired: Response {
        var problem = Problem.httpsRequired
        problem.status = 503
        return problem.retry(afterSeconds: 300).response
    }

    /// Which door a path is, without looking at any other route.
    static func door(path: String) -> (app: PhoneApp, token: String?)? {
        switch path {
        case "/in/owntracks": (.owntracks, nil)
        case "/in/overland": (.overland, nil)
        case "/in/osmand": (.osmand, nil)
        case "/in/gpslogger": (.gpslogger, nil)
        default: path.hasPrefix("/in/") || path.hasPrefix("/api/v1/") ? Route.door(path: path) : nil
        }
    }

    /// Answers one request of a phone; the token may come in the path, the headers, the query or the body.
    func answer(_ request: Request, app: PhoneApp, pathToken: String?, _ responder: Responder) {
        guard request.method == "POST" || request.method == "GET" else {
            return responder.send(Problem.methodNotAllowed(["GET", "POST"]))
        }
        let receivedAt = hub.outside.now()
        guard let token = Self.token(of: request, app: app, pathToken: pathToken) else {
            return responder.send(answers.unauthorized)
        }
        let bytes = Array(token.utf8)
        if let known = hub.knownCredential(token: bytes) {
            return take(request, app: app, from: known, receivedAt: receivedAt, responder)
        }
        Task {
            do {
                guard let found = try await hub.credential(token: bytes) else {
                    return responder.send(answers.unauthorized)
                }
                take(request, app: app, from: found, receivedAt: receivedAt, responder)
            } catch {
                hub.outside.log(LogEntry(.error, "a device could not be looked up", [("reason", safeWords(error))]))
                responder.send(answers.notStored)
            }
        }
    }

    private func take(
        _ request: Request,
        app: PhoneApp,
        from credential: DeviceCredential,
        receivedAt: Timestamp,
        _ responder: Responder
    ) {
        request.rememberSender()
        let report = Self.read(request, app: app, from: credential, receivedAt: receivedAt)
        var sighting = Sighting(
            fixes: report.fixes,
            transitions: report.transitions,
            regions: report.regions(of: credential.device),
            sentAt: report.sentAt
        )
        sighting.isSignOfLife = report.isUsable
        let good = answers.good(app, path: request.path)
        var phone: PacedPhone?
        if hub.mayChangePace(of: credential) {
            let heardBefore = hub.lastHeard(credential.device)
            phone = PacedPhone(request, app, report, at: receivedAt, heardBefore: heardBefore)
        }
        hub.take(sighting, from: credential, receivedAt: receivedAt) { [phone] result in
            switch result {
            case .success where phone != nil || app == .owntracks && credential.showsFriends:
                Task { responder.send(await fullAnswer(to: phone, of: credential, app) ?? good) }
            case .success: responder.send(good)
            case .failure(.throttled(let seconds)): responder.send(answers.throttled(retryAfterSeconds: seconds))
            case .failure(.notStored): responder.send(answers.notStored)
            }
        }
    }

    private static func read(
        _ request: Request,
        app: PhoneApp,
        from credential: DeviceCredential,
        receivedAt: Timestamp
    ) -> PhoneReport {
        let body = request.body.span
        switch app {
        case .owntracks:
            return OwnTracks.read(body, receivedAt: receivedAt, decrypt: credential.decrypt)
        case .overland:
            return Overland.read(body)
        case .osmand:
            let query = Array(request.query.utf8)
            return OsmAnd.read(query: query.span, body: body, receivedAt: receivedAt)
        case .gpslogger:
            let query = Array(request.query.utf8)
            return GPSLogger.read(query: query.span, body: body, receivedAt: receivedAt)
        }
    }

    private static func token(of request: Request, app: PhoneApp, pathToken: String?) -> String? {
        if let pathToken { return pathToken }
        switch request.credentials {
        case .bearer(let token): return token
        case .basic(let basic) where !basic.password.isEmpty: return basic.password
        case .basic, .unreadable, nil: break
        }
        let query = request.query
        if !query.isEmpty, let key = request.queryFields["api_key"], !key.isEmpty { return key }
        let bytes = Array(query.utf8)
        return OsmAnd.token(query: bytes.span, body: request.body.span)
    }
}

extension PhoneReport {
    /// When the device sent this by its own clock (F52); a batch says only how old what it gathered is.
    fileprivate var sentAt: Timestamp? {
        fixes.count <= 1 ? deviceTime : nil
    }

    /// The regions that the phone says it is in; nil where it does not say.
    fileprivate func regions(of device: ID<Device>) -> PhoneRegions? {
        guard currentRegionNames != nil || currentRegionIDs != nil else { return nil }
        return PhoneRegions(phone: device, names: currentRegionNames ?? [], ids: currentRegionIDs ?? [])
    }
}

extension DeviceCredential {
    /// Opens what OwnTracks encrypted for this device; nil where the member set no passphrase.
    fileprivate var decrypt: (([UInt8]) -> [UInt8]?)? {
        guard let passphrase else { return nil }
        return { PassphraseBox(passphrase: passphrase).open($0) }
    }
}

/// The answers that phones get, made once.
private struct PhoneAnswers: Sendable {
    private let ownTracks = Response(PreparedResponse(200, [.json], body: PhoneAnswer.ownTracks))
    private let overland = Response(PreparedResponse(200, [.json], body: PhoneAnswer.overland))
    private let overlandBatches = Response(PreparedResponse(201, [.json], body: PhoneAnswer.overland))
    private let empty = Response(PreparedResponse(200, [], body: PhoneAnswer.empty))
    let unauthorized = Problem(401, "unknownToken", "This token opens nothing. Set the app up again.").response
    let notStored =
        Problem(503, "notStored", "This could not be stored just now. Please send it again.")
        .retry(afterSeconds: 5).response

    func good(_ app: PhoneApp, path: String) -> Response {
        switch app {
        case .owntracks: ownTracks
        // What apps with this path built in expect is 201.
        case .overland: path.hasPrefix("/api/") ? overlandBatches : overland
        case .osmand, .gpslogger: empty
        }
    }

    func throttled(retryAfterSeconds: Int) -> Response {
        Problem(503, "tooFast", "This device sends too fast. It may go on later.")
            .retry(afterSeconds: retryAfterSeconds).response
    }
}
