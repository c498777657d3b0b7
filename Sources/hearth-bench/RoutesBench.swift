import HearthProgram
import Family
import FoundationEssentials
import HTTPClient
import Linux
import Maps

/// P12: what the hub adds to a routing engine's own time, the two asked in turn, question by question, and the engine in
/// the hub's own words; and what an import takes.
enum RoutesBench {
    private static let extract = "Region/liechtenstein-2013.osm.pbf"
    /// Less than one member may ask at once.
    private static let routesPerRun = 50
    /// Ruggell and Vaduz, 12 km by car.
    private static let ends = [(47.2385, 9.5250), (47.1410, 9.5215)]

    static func run(_ options: BenchOptions) async throws {
        let runs = max(2, options.runs)
        let trial = try await TrialHub("routes", members: 1, watching: Array(repeating: 0, count: runs))
        defer { if !options.keep { trial.remove() } }
        let started = monotonicNanoseconds()
        try ChildProcess.hearth(["region", "import", extract, "--data", trial.folder]).wait()
        let importSeconds = Double(monotonicNanoseconds() - started) / 1e9
        let shelf = RegionShelf(folder: trial.folder + "/region")
        let programs = builtFile("valhalla").flatMap { ValhallaPrograms(folder: Folders.absolute($0)) }
        guard let region = try shelf.current(), let programs else {
            throw CommandFailure(words: "no region was made; `make engines` fetches what makes it")
        }
        let place = ValhallaService.Place(
            programs: programs,
            roads: Folders.absolute(region.folder + "/roads.tar"),
            workFolder: Folders.absolute(trial.folder) + "/engine"
        )
        let engine = ValhallaService(place) { say($0) }
        engine.start()
        let address = try await address(of: engine)
        let hub = try trial.serve(["--router", address])
        let port = try hub.port()
        var (alone, through, added) = ([Double](), [Double](), [Double]())
        for run in 0..<runs {
            let ask = hubQuestion(port, token: trial.sessionTokens[run])
            let times = try await inTurn(engineQuestion(address), ask)
            alone.append(Samples(times.map(\.alone)).median)
            through.append(Samples(times.map(\.through)).median)
            added.append(Samples(times.map { $0.through - $0.alone }).median)
            say("run \(run + 1): engine \(alone[run].text(2)) ms, through the hub \(through[run].text(2)) ms")
        }
        hub.stop()
        await engine.stop()
        var figure = BenchFigure("P12", "a route of 12 km by car, beside the engine alone", reach: "at most 2 ms added")
        figure.add("added by the hub", Samples(added).median, "ms", decimals: 2)
        figure.add("added by the hub, worst run", Samples(added).most, "ms", decimals: 2)
        figure.add("engine alone", Samples(alone).median, "ms", decimals: 2)
        figure.add("through the hub", Samples(through).median, "ms", decimals: 2)
        figure.add("routes, one after the other", 1_000 / Samples(through).median, "/s", decimals: 0)
        figure.add("import of the shipped extract", importSeconds, "s", decimals: 1)
        for part in region.manifest.parts {
            figure.add("size of \(part.name)", Double(part.bytes) / 1e6, "MB", decimals: 2)
        }
        try figure.publish()
    }

    private static func address(of engine: ValhallaService) async throws -> String {
        for _ in 0..<400 {
            if let address = engine.address { return address }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw CommandFailure(words: "the engine did not start")
    }

    /// The milliseconds that answers take, one of the engine's and then one of the hub's.
    private static func inTurn(
        _ engine: OutgoingRequest,
        _ hub: OutgoingRequest
    ) async throws -> [(alone: Double, through: Double)] {
        let clients = [engine, hub].compactMap { _ in
            HTTPClient(userAgent: "bench", answerBytesMax: 1 << 20, usesProxy: false)
        }
        guard clients.count == 2 else { throw CommandFailure(words: "libcurl did not start") }
        var times: [(alone: Double, through: Double)] = []
        for _ in 0..<routesPerRun {
            times.append((try await milliseconds(engine, clients[0]), try await milliseconds(hub, clients[1])))
        }
        return times
    }

    private static func milliseconds(_ request: OutgoingRequest, _ client: HTTPClient) async throws -> Double {
        let begun = monotonicNanoseconds()
        let answer = try await client.post(request)
        guard answer.status == 200 else { throw CommandFailure(words: "an answer of status \(answer.status)") }
        return Double(monotonicNanoseconds() - begun) / 1e6
    }

    private static func engineQuestion(_ address: String) -> OutgoingRequest {
        let points = ends.map { "{\"lat\":\($0.0),\"lon\":\($0.1)}" }.joined(separator: ",")
        let body =
            "{\"locations\":[\(points)],\"costing\":\"auto\",\"format\":\"osrm\",\"units\":\"kilometers\","
            + "\"directions_type\":\"maneuvers\"}"
        return question(address + "/route", body, .none)
    }

    private static func hubQuestion(_ port: UInt16, token: String) -> OutgoingRequest {
        let points = ends.map { "{\"latitude\":\($0.0),\"longitude\":\($0.1)}" }
        let body = "{\"from\":\(points[0]),\"to\":\(points[1]),\"mode\":\"drive\"}"
        return question("http://127.0.0.1:\(port)/api/v1/routes", body, .bearer(token))
    }

    private static func question(
        _ url: String,
        _ body: String,
        _ authorization: OutgoingRequest.Authorization
    ) -> OutgoingRequest {
        OutgoingRequest(
            url: url,
            contentType: "application/json",
            authorization: authorization,
            body: Array(body.utf8)
        )
    }
}
