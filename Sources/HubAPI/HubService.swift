import API
import Family
package import HTTP
package import Hub
import Languages
package import Maps

/// The hub's HTTP face: from a request to an answer.
package final class HubService: Sendable {
    package let hub: Hub
    let feed: EventFeed
    let doors: PhoneEndpoints
    let web: WebAssets
    package let atlas: InstalledMaps
    /// Where regions come from; nil where the hub does not keep any.
    package let desk: RegionImportService?
    /// The way in without a password; nil on every hub but a demo.
    let demo: DemoDoor?
    /// What each network may ask about numbers that are being typed (S31).
    let phoneNumberBudget: RateLimiter<ClientAddress>
    /// Exports being written, one at a time.
    let exportWork: BackgroundQueue
    /// How often each member may ask for one: it reads all that the hub has of them.
    let exportBudget = RateLimiter<ID<Member>>(perSecond: 1 / 60, burst: 10)
    /// Files that members bring in, and who reads them: one after the other.
    let imports: ImportBook
    let importWork: BackgroundQueue
    /// Pieces of files being written: a slow disk holds up none of the threads that answer calls for help.
    let pieceWork: BackgroundQueue
    /// What each member may ask about ways: an engine works longer on them than the hub on all else.
    let routeBudget = RateLimiter<ID<Member>>(perSecond: 1, burst: 60)
    /// Where these questions are answered.
    let routeThreads: RouteThreads
    /// What each member may search: somebody who types asks with each letter.
    let searchBudget = RateLimiter<ID<Member>>(perSecond: 5, burst: 100)
    /// How often each route was asked for, and how long it took.
    let meter = RequestMeter()
    let machine: MachineSide
    private let allowHTTP: Bool
    /// Tells the requests of this start from those of others.
    private let startMark: String

    /// A service that answers plain HTTP from other machines only where `allowHTTP`, for a trial at home.
    ///
    /// Where the atlas has no basemap the page's map is the world from afar.
    package init(
        hub: Hub,
        allowHTTP: Bool,
        web: WebAssets = WebAssets(),
        atlas: InstalledMaps = InstalledMaps(),
        desk: RegionImportService? = nil,
        demo: DemoDoor? = nil,
        machine: MachineSide = MachineSide()
    ) {
        self.hub = hub
        self.machine = machine
        startMark = hub.outside.random(3).map { String(0x100 | Int($0), radix: 16).dropFirst() }.joined()
        self.desk = desk
        self.demo = demo
        self.allowHTTP = allowHTTP
        self.web = web
        self.atlas = atlas
        let perMinute = hub.settings.phoneNumbersPerMinute
        phoneNumberBudget = RateLimiter(perSecond: perMinute / 60, burst: perMinute)
        feed = EventFeed(hub: hub)
        doors = PhoneEndpoints(hub: hub)
        imports = ImportBook(folder: hub.settings.scratchFolder)
        let workplace = hub.outside.workplace
        exportWork = BackgroundQueue(in: workplace, waitingMax: 4)
        importWork = BackgroundQueue(in: workplace, waitingMax: 100)
        pieceWork = BackgroundQueue(in: workplace, waitingMax: 100)
        routeThreads = RouteThreads(in: workplace)
    }

    /// Answers a request; called on the server's threads, which it never holds up.
    package func handle(_ request: Request, _ responder: Responder) {
        let path = request.path
        // The hot path knows its own doors before anything else is looked at.
        if let door = PhoneEndpoints.door(path: path) {
            guard isAllowed(request) else { return responder.send(doors.httpsRequired) }
            return doors.answer(request, app: door.app, pathToken: door.token, responder)
        }
        guard isAllowed(request) else { return responder.send(httpsAnswer(request, path: path)) }
        do throws(RouteError) {
            let route = try Route(method: request.method, path: path)
            answer(route, request, responder)
        } catch {
            responder.send(refusal(error, of: request, path: path))
        }
    }

    /// What takes longer is logged.
    private static let slow = Duration.seconds(2)

    /// What is done regularly, each 15 seconds: proof of life on every stream, and whose fix has become too old.
    package func sendHeartbeat() async {
        hub.tidy()
        imports.forgetSilent(now: hub.outside.now())
        await hub.forgetWhatIsOld()
        await feed.sendHeartbeat()
    }

    /// Ends all streams; their readers come back to whoever answers then.
    package func close() {
        feed.close()
        hub.closeDeputies()
    }

    private func isAllowed(_ request: Request) -> Bool {
        request.isSecure || request.isLoopback || allowHTTP
    }

    /// S36: somebody who opens a page over plain HTTP is led to HTTPS, everything else is refused.
    ///
    /// What stands behind the path is left out, because it came over the open wire.
    private func httpsAnswer(_ request: Request, path: String) -> Response {
        let url = hub.settings.publicURL
        let refused = Problem.httpsRequired.response(in: request.language)
        guard request.isSafe, url.hasPrefix("https://") else { return refused }
        do throws(RouteError) {
            _ = try Route(method: request.method, path: path)
            return refused
        } catch {
            guard web.answer(request, path: path)?.status == 200 else { return refused }
            return Response(308, [Header("Location", url + path), .noStore])
        }
    }

    private func answer(_ route: Route, _ request: Request, _ responder: Responder) {
        switch route {
        case .health: responder.send(.health)
        case .openAPI: responder.send(.openAPI)
        case .findRoute: routeThreads.run { responder.send(await self.answer(route, request)) }
        default: Task { responder.send(await answer(route, request)) }
        }
    }

    /// An answer that says which request it is one to, noted for figures.
    private func answer(_ route: Route, _ request: Request) async -> Response {
        let began = ContinuousClock.now
        let name = "\(startMark)-\(request.id)"
        var response = await outcome(of: route, request, called: name)
        let took = ContinuousClock.now - began
        switch response.body {
        case .bytes, .file: response.headers.append(Header("Hearth-Request", name))
        case .shelved, .prepared, .events: break
        }
        meter.note(route, status: response.status, took: took)
        // A deputy's turn waits on purpose.
        if took > HubService.slow, route != .deputy(.turns) {
            let milliseconds = took / .milliseconds(1)
            let facts = [("request", name), ("route", route.name), ("milliseconds", "\(Int(milliseconds))")]
            hub.outside.log(LogEntry(.info, "a request took long", facts))
        }
        return response
    }

    private func outcome(of route: Route, _ request: Request, called name: String) async -> Response {
        do {
            var response = try await perform(route, request)
            switch response.body {
            case .bytes, .file:
                // By this clock a page reckons ages, whatever its device believes the time to be.
                response.headers.append(Header("Hearth-Time", hub.outside.now().text))
            case .shelved, .prepared, .events: break
            }
            return response
        } catch {
            let problem = Problem(refusal: error)
            if problem == nil || Hub.databaseTrouble(error) != nil {
                hub.outside.log(
                    LogEntry(.error, "a request failed", [("request", name), ("reason", safeWords(error))])
                )
            }
            guard let problem else { return Problem.internal.response(in: request.language) }
            await noteDenied(problem, route, request)
            return problem.response(in: request.language)
        }
    }

    /// Lets the security log know of what is not the asker's: a token that opens nothing, or a route closed to them
    /// (S37).
    func noteDenied(_ problem: Problem, _ route: Route, _ request: Request) async {
        // Where another site speaks through a browser, its cookie is not taken for who asks.
        let token = try? request.sessionToken(sending: .json)
        let isDenied =
            switch problem.status {
            // Wrong passwords and codes are noted where they are checked.
            case 401: problem.code == "notLoggedIn" && token != nil
            case 403: true
            case 404: route.namesObject
            default: false
            }
        guard isDenied else { return }
        do {
            try await hub.noteDenied("\(route.name) \(problem.code)", token: token, from: request.client.neighbourhood)
        } catch {
            // S38: the refusal stands, whatever becomes of its record.
            hub.outside.log(LogEntry(.error, "a refusal could not be noted", [("reason", safeWords(error))]))
        }
    }

    /// What is no route may be a file of the page.
    private func refusal(_ refusal: RouteError, of request: Request, path: String) -> Response {
        switch refusal {
        case .notFound:
            return web.answer(request, path: path) ?? Problem.notFound.response(in: request.language)
        case .methodNotAllowed(let methods):
            return Problem.methodNotAllowed(methods, in: request.language)
        }
    }
}
