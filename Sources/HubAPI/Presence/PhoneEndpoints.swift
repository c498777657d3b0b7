import API
import Crypto
import Family
import HTTP
import Hub
import Languages
import PhoneProtocols

/// Where phone apps knock: one path an app, and the paths that apps have built in.
///
/// Everything that is authenticated is answered 2xx, also what cannot be read, because a phone that hears 4xx throws
/// its fixes away or blocks its queue on them; 401 means a wrong token only, 503 that the fixes were not stored.
struct PhoneEndpoints: Sendable {
    let hub: Hub
    let answers = PhoneAnswers()

    init(hub: Hub) {
        self.hub = hub
    }

    /// What a door answers where HTTPS is missing: not stored, so the phone keeps its queue (S36).
    var httpsRequired: Response {
        var problem = Problem.httpsRequired
        problem.status = 503
        return problem.retry(afterSeconds: 300).response(in: .english)
    }

    /// Which door a path is, without looking at any other route.
    static func door(path: String) -> (app: PhoneProtocol, token: String?)? {
        switch path {
        case "/in/owntracks": (.owntracks, nil)
        case "/in/overland": (.overland, nil)
        case "/in/osmand": (.osmand, nil)
        case "/in/gpslogger": (.gpslogger, nil)
        case "/in/traccar": (.traccarServer, nil)
        default: path.hasPrefix("/in/") || path.hasPrefix("/api/v1/") ? Route.door(path: path) : nil
        }
    }

    /// Answers one request of a phone; the token may come in the path, the headers, the query or the body.
    func answer(_ request: Request, app: PhoneProtocol, pathToken: String?, _ responder: Responder) {
        guard request.method == "POST" || request.method == "GET" else {
            return responder.send(Problem.methodNotAllowed(["GET", "POST"], in: .english))
        }
        let receivedAt = hub.outside.now()
        guard let token = Self.token(of: request, app: app, pathToken: pathToken) else {
            return responder.send(answers.unauthorized)
        }
        let bytes = Array(token.utf8)
        if let known = hub.knownCredential(token: bytes) {
            return ingest(request, app: app, from: known, receivedAt: receivedAt, responder)
        }
        Task {
            do {
                guard let found = try await hub.credential(token: bytes) else {
                    return responder.send(answers.unauthorized)
                }
                ingest(request, app: app, from: found, receivedAt: receivedAt, responder)
            } catch {
                hub.outside.log(LogEntry(.error, "a device could not be looked up", [("reason", safeWords(error))]))
                responder.send(answers.notStored)
            }
        }
    }

    private func ingest(
        _ request: Request,
        app: PhoneProtocol,
        from credential: DeviceCredential,
        receivedAt: Timestamp,
        _ responder: Responder
    ) {
        guard app != .traccarServer else {
            return ingestForwarded(request, from: credential, receivedAt: receivedAt, responder)
        }
        request.rememberSender()
        let report = Self.read(request, app: app, from: credential, receivedAt: receivedAt)
        var deviceReport = DeviceReport(
            fixes: report.fixes,
            transitions: report.transitions,
            regions: report.regions(of: credential.device),
            sentAt: report.sentAt
        )
        deviceReport.isSignOfLife = report.isUsable
        var phone: PacedPhone?
        if hub.mayChangePace(of: credential) {
            let heardBefore = hub.lastHeard(credential.device)
            phone = PacedPhone(request, app, report, at: receivedAt, heardBefore: heardBefore)
        }
        hub.ingest(deviceReport, from: credential, receivedAt: receivedAt) { [phone] result in
            let plain = answers.answer(result, app: app, path: request.path)
            guard case .success = result, phone != nil || app == .owntracks && credential.showsFriends else {
                return responder.send(plain)
            }
            Task { responder.send(await fullAnswer(to: phone, of: credential, app) ?? plain) }
        }
    }

    private static func read(
        _ request: Request,
        app: PhoneProtocol,
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
        case .traccarServer:
            return TraccarForward.read(body).report
        }
    }

    private static func token(of request: Request, app: PhoneProtocol, pathToken: String?) -> String? {
        if let pathToken { return pathToken }
        switch request.credentials {
        case .bearer(let token): return token
        case .basic(let basic) where !basic.password.isEmpty: return basic.password
        case .basic, .unreadable, nil: break
        }
        let query = request.query
        if !query.isEmpty, let key = request.queryFields["api_key"], !key.isEmpty { return key }
        // An identity in what a Traccar server forwards is a tracker's.
        guard app != .traccarServer else { return nil }
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
        return { SecretBox(passphrase: passphrase).open($0) }
    }
}

/// The answers that phones get, made once; apps do not show their words to people.
struct PhoneAnswers: Sendable {
    private let ownTracks = Response(PreparedResponse(200, [.json], body: PhoneAnswer.ownTracks))
    private let overland = Response(PreparedResponse(200, [.json], body: PhoneAnswer.overland))
    private let overlandBatches = Response(PreparedResponse(201, [.json], body: PhoneAnswer.overland))
    private let empty = Response(PreparedResponse(200, [], body: PhoneAnswer.empty))
    let unauthorized = Problem(401, "unknownToken", "Unknown or revoked token. Set the app up again.").response(
        in: .english
    )
    let notStored =
        Problem(503, "notStored", "Not stored. Send it again.")
        .retry(afterSeconds: 5).response(in: .english)

    func answer(
        _ result: Result<DeviceReportOutcome, DeviceReportRefusal>,
        app: PhoneProtocol,
        path: String
    ) -> Response {
        switch result {
        case .success: good(app, path: path)
        case .failure(.throttled(let seconds)): throttled(retryAfterSeconds: seconds)
        case .failure(.notStored): notStored
        }
    }

    private func good(_ app: PhoneProtocol, path: String) -> Response {
        switch app {
        case .owntracks: ownTracks
        // What apps with this path built in expect is 201.
        case .overland: path.hasPrefix("/api/") ? overlandBatches : overland
        case .osmand, .gpslogger, .traccarServer: empty
        }
    }

    private func throttled(retryAfterSeconds: Int) -> Response {
        Problem(503, "tooFast", "This device sends too fast. Send again later.")
            .retry(afterSeconds: retryAfterSeconds).response(in: .english)
    }
}
