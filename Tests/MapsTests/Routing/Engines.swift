import Family
import Foundation
import Linux
import Maps
import Testing

/// Places of the shipped extract.
enum Town {
    static let vaduz = town(47.1410, 9.5215)
    static let balzers = town(47.0667, 9.5025)
    static let ruggell = town(47.2385, 9.5250)
    static let zurich = town(47.3769, 8.5417)

    private static func town(_ latitude: Double, _ longitude: Double) -> Coordinate {
        guard let point = Coordinate(latitude: latitude, longitude: longitude) else {
            preconditionFailure("towns are on the globe")
        }
        return point
    }
}

/// The roads of the shipped extract, made once for all tests of this process.
actor ShippedRoads {
    static let only = ShippedRoads()

    private var making: Task<String, any Error>?

    /// The file of all roads.
    func file() async throws -> String {
        let task = making ?? Task { try await Self.make() }
        making = task
        return try await task.value
    }

    private static func make() async throws -> String {
        let programs = try #require(builtValhalla, "Scripts/build-engines fetches Valhalla")
        let top = FileManager.default.temporaryDirectory.appending(path: "roads-\(UUID().uuidString)").path
        let shelf = RegionShelf(folder: top)
        _ = try await RegionImport(shelf, name: "home", steps: [.roads(programs)]) { _ in }
            .run(try await RegionExtract.check(shippedExtract)) { "now" }
        return shelf.path("home") + "/roads.tar"
    }
}

/// Runs `body` with a Valhalla of its own that answers.
func withValhalla(_ body: (Router, ValhallaService, _ workFolder: String) async throws -> Void) async throws {
    let programs = try #require(builtValhalla, "Scripts/build-engines fetches Valhalla")
    let folder = FileManager.default.temporaryDirectory.appending(path: "router-\(UUID().uuidString)").path
    let place = ValhallaService.Place(
        programs: programs,
        roads: try await ShippedRoads.only.file(),
        workFolder: folder
    )
    let service = ValhallaService(place) { _ in }
    let router = Router(.own(service))
    router.start()
    do {
        try await until { service.isUp }
        try await body(router, service, folder)
    } catch {
        await router.close()
        throw error
    }
    await router.close()
}

/// OSRM for walkers over the shipped extract, which ends with this process.
struct OSRM {
    let address: String
    private let child: ChildProgram
    private let folder: String

    static func start() async throws -> OSRM {
        let home = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../.build/osrm/osrm")
            .standardizedFileURL.path
        try #require(Folders.isFile(home + "/bin/osrm-routed"), "Scripts/build-engines --tests fetches OSRM")
        let folder = FileManager.default.temporaryDirectory.appending(path: "osrm-\(UUID().uuidString)").path
        try Folders.make(folder)
        try FileManager.default.copyItem(atPath: shippedExtract, toPath: folder + "/l.osm.pbf")
        let profile = home + "/share/profiles/foot.lua"
        for words in [["osrm-extract", "-p", profile, "l.osm.pbf"], ["osrm-contract", "l.osrm"]] {
            var order = ChildProgram.Order(["\(home)/bin/\(words[0])"] + words.dropFirst())
            order.folder = folder
            #expect(try await ChildProgram.start(order).ended() == .exited(code: 0))
        }
        let port = try #require(LoopbackPort.free())
        var order = ChildProgram.Order(["\(home)/bin/osrm-routed", "-i", "127.0.0.1", "-p", "\(port)", "l.osrm"])
        order.folder = folder
        return OSRM(
            address: "http://127.0.0.1:\(port)",
            child: try await ChildProgram.start(order),
            folder: folder
        )
    }

    func stop() async {
        await child.stop(within: .seconds(2))
        try? Folders.remove(folder)  // a left-over folder fails no test
    }
}

/// Waits for something that is on its way, at most 20 seconds.
func until(_ condition: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while try await !condition() {
        try #require(ContinuousClock.now < deadline, "it did not come in a minute")
        try await Task.sleep(for: .milliseconds(20))
    }
}
