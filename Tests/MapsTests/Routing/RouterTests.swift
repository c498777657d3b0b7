import Family
import Foundation
import Linux
import Maps
import Testing

/// Ways found by real engines over the shipped extract.
@Suite(.serialized) struct RouterTests {
    @Test func `the hub's own engine finds the ways that are known`() async throws {
        try await withValhalla { router, _, _ in
            let walk = try await router.route(from: Town.vaduz, to: Town.balzers, by: .walk)
            #expect((8_900...9_050).contains(walk.distanceMetres))
            #expect(walk.engine == .valhalla)
            #expect((5_400...7_200).contains(walk.durationSeconds ?? 0))
            let far = try await router.route(from: Town.ruggell, to: Town.vaduz, by: .walk)
            #expect((12_000...12_200).contains(far.distanceMetres))
            let drive = try await router.route(from: Town.ruggell, to: Town.vaduz, by: .drive)
            #expect((12_150...12_450).contains(drive.distanceMetres))
            #expect((drive.durationSeconds ?? 0) < (far.durationSeconds ?? 0) / 5)
            let ride = try await router.route(from: Town.vaduz, to: Town.balzers, by: .cycle)
            #expect((8_800...11_000).contains(ride.distanceMetres))
            #expect(router.status.found == 4 && router.status.isUp == true)
        }
    }

    @Test func `a way's line, steps and figures belong together`() async throws {
        try await withValhalla { router, _, _ in
            let route = try await router.route(from: Town.vaduz, to: Town.balzers, by: .drive)
            let metres = zip(route.line, route.line.dropFirst()).reduce(0) { $0 + $1.0.distanceMetres(to: $1.1) }
            #expect(abs(metres - route.distanceMetres) < 0.01 * metres + 20)
            #expect(route.line[0].distanceMetres(to: Town.vaduz) < 100)
            #expect(abs(route.steps.reduce(0) { $0 + $1.distanceMetres } - route.distanceMetres) < 20)
            #expect(abs(route.steps.reduce(0) { $0 + $1.durationSeconds } - (route.durationSeconds ?? 0)) < 20)
            #expect(route.steps.map(\.lineIndex) == route.steps.map(\.lineIndex).sorted())
            #expect(route.steps.allSatisfy { route.line.indices.contains($0.lineIndex) })
            #expect(route.steps.first?.turn == .start && route.steps.last?.text == "You are there")
            #expect(route.steps.contains { $0.street == "Landstrasse" })
            #expect(route.steps.contains { $0.text.hasPrefix("At the roundabout take the ") })
            #expect(route.steps.contains { $0.text == "Turn left onto Gnetsch" || $0.text.hasPrefix("Turn ") })
        }
    }

    @Test func `where there is no way it says why`() async throws {
        try await withValhalla { router, _, _ in
            await #expect(throws: RoutingRefusal.nothingNear) {
                _ = try await router.route(from: Town.zurich, to: Town.vaduz, by: .walk)
            }
            await #expect(throws: RoutingRefusal.noTransit) {
                _ = try await router.route(from: Town.vaduz, to: Town.balzers, by: .transit)
            }
            #expect(router.status.refused == 2 && router.status.failed == 0)
        }
    }

    @Test func `an engine that is killed comes back, and one that is stopped leaves nothing behind`() async throws {
        try await withValhalla { router, service, folder in
            let first = try await programs(named: "valhalla_servic", in: folder)
            #expect(first.count == 1)
            for id in first { kill(id, SIGKILL) }
            try await until { service.starts >= 2 && service.isUp }
            _ = try await router.route(from: Town.vaduz, to: Town.balzers, by: .walk)
            #expect(try await programs(named: "valhalla_servic", in: folder).count == 1)
            let spent = await ContinuousClock().measure { await router.close() }
            // Asked to end, Valhalla would wait for half a minute.
            #expect(spent < .seconds(15))
            #expect(try await programs(named: "valhalla_servic", in: folder).isEmpty)
            #expect(!FileManager.default.fileExists(atPath: folder))
            await #expect(throws: RoutingRefusal.unavailable) {
                _ = try await router.route(from: Town.vaduz, to: Town.balzers, by: .walk)
            }
        }
    }

    @Test func `OSRM and Valhalla over HTTP answer alike`() async throws {
        let osrm = try await OSRM.start()
        let router = Router(.addresses([.walk: osrm.address]))
        // It refuses until it listens.
        try await until { await (try? router.route(from: Town.vaduz, to: Town.balzers, by: .walk)) != nil }
        let walk = try await router.route(from: Town.vaduz, to: Town.balzers, by: .walk)
        #expect(walk.engine == .osrm && (8_900...9_050).contains(walk.distanceMetres))
        #expect(walk.steps.first?.turn == .start && walk.steps.last?.turn == .arrive)
        #expect(walk.steps.contains { $0.street == "Landstrasse" })
        await #expect(throws: RoutingRefusal.nothingNear) {
            _ = try await router.route(from: Town.zurich, to: Town.vaduz, by: .walk)
        }
        await #expect(throws: RoutingRefusal.unavailable) {
            _ = try await router.route(from: Town.vaduz, to: Town.balzers, by: .drive)
        }
        // A second question after a while finds a connection that may be gone.
        _ = try await router.route(from: Town.ruggell, to: Town.vaduz, by: .walk)
        await osrm.stop()
        await #expect(throws: RoutingRefusal.unavailable) {
            _ = try await router.route(from: Town.vaduz, to: Town.balzers, by: .walk)
        }
    }

    @Test func `F56: where no engine answers the way is a straight line that says so`() async throws {
        let nobody = Router(.addresses([.walk: "http://127.0.0.1:1"]))
        for atlas in [InstalledMaps(), InstalledMaps(InstalledMaps.Sheets(router: nobody))] {
            let line = try await atlas.route(from: Town.vaduz, to: Town.balzers, by: .walk)
            #expect(line.engine == .straightLine && line.durationSeconds == nil && line.steps.isEmpty)
            #expect(line.line == [Town.vaduz, Town.balzers])
            #expect(line.distanceMetres == Town.vaduz.distanceMetres(to: Town.balzers))
        }
        await #expect(throws: RoutingRefusal.noTransit) {
            _ = try await InstalledMaps().route(from: Town.vaduz, to: Town.balzers, by: .transit)
        }
    }
}

/// The processes that this one started in a folder, by the first 15 letters of their names: other tests have their own.
private func programs(named name: String, in folder: String) async throws -> [pid_t] {
    let own = ProcessInfo.processInfo.processIdentifier
    return try Folders.names(in: "/proc").compactMap { pid_t($0) }.filter { id in
        guard let bytes = FileManager.default.contents(atPath: "/proc/\(id)/stat"),
            // One that ended meanwhile is nowhere.
            let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/cwd")
        else { return false }
        let text = String(decoding: bytes, as: UTF8.self)
        let parent = text.split(separator: ")").last?.split(separator: " ").dropFirst().first
        return text.contains("(\(name))") && parent.flatMap { Int32($0) } == own && place.hasPrefix(folder)
    }
}
