import Glibc
import Hub
import Linux
package import Maps
import SQL
import SQLite

extension InstalledMaps.Sheets {
    /// What the hub's region holds, and what is set to be used in its place.
    ///
    /// - Throws: `CommandFailure` where a file that is set is missing or none of its kind.
    static func of(_ configuration: Configuration) async throws -> InstalledMaps.Sheets {
        let region = try configuration.regions.current()
        return InstalledMaps.Sheets(
            basemap: try await Basemap.of(configuration.basemapFile ?? region.map { $0.folder + "/basemap.mbtiles" }),
            world: try await Basemap.of(worldFile()),
            tiles: try await TileServer.of(configuration),
            router: try Router.of(configuration, region: region?.folder),
            search: try await PlaceSearch.of(configuration, region: region?.folder)
        )
    }
}

/// The map of the world as it was built; nil, which it says, where it is missing.
private func worldFile() -> String? {
    if let path = builtFile("world.mbtiles") { return path }
    tell("the world map is missing: nothing is drawn outside a region; run `make world`", .warning)
    return nil
}

/// The towns of the world as they were built; nil, which it says, where they are missing.
private func townsFile() -> String? {
    if let path = builtFile("towns.sqlite") { return path }
    tell("the list of towns is missing: none is found outside a region; run `make world`", .warning)
    return nil
}

extension Router {
    /// Who finds ways: the engines that are set, else the hub's own with its region's roads, else nobody.
    fileprivate static func of(_ configuration: Configuration, region: String?) throws -> Router? {
        guard configuration.router.isEmpty else { return Router(.addresses(configuration.router)) }
        guard let roads = region.map({ $0 + "/roads.tar" }), Folders.isFile(roads) else { return nil }
        guard let programs = try configuration.valhalla() else {
            tell("Valhalla's programs are missing, so routes are straight lines; `make engines` fetches them", .warning)
            return nil
        }
        let place = ValhallaService.Place(
            programs: programs,
            roads: Folders.absolute(roads),
            workFolder: Folders.absolute(configuration.dataFolder) + "/router"
        )
        return Router(.own(ValhallaService(place) { HubDependencies.real.log(LogEntry(.warning, $0)) }))
    }
}

extension PlaceSearch {
    /// Who finds places: the engine that is set, else the hub's own region and towns, else nobody.
    fileprivate static func of(_ configuration: Configuration, region: String?) async throws -> PlaceSearch? {
        if let address = configuration.search { return PlaceSearch(.address(address)) }
        let own = try await index(region.map { $0 + "/search.sqlite" }, finds: "addresses", readers: 2)
        let towns = try await index(townsFile(), finds: "towns outside a region", readers: 1)
        return own == nil && towns == nil ? nil : PlaceSearch(.region(own, towns: towns))
    }

    private static func index(_ path: String?, finds what: String, readers: Int) async throws -> SearchIndex? {
        guard let path, Folders.isFile(path) else { return nil }
        do {
            var limits = Database.Limits()
            (limits.waitingReads, limits.readers) = (200, readers)
            return try await SearchIndex(try Database(SQLite(reading: path), limits: limits))
        } catch let error as StorageError {
            // The map and the roads are good without it.
            tell("\(path) cannot be searched, so \(what) are not found: \(error.message)", .warning)
            return nil
        }
    }
}

extension RegionImportService {
    /// The desk of a hub, whose imports are this program's own command.
    convenience init(_ configuration: Configuration) {
        let data = Folders.absolute(configuration.dataFolder)
        let valhalla = configuration.valhallaFolder.map { ["--valhalla", Folders.absolute($0)] } ?? []
        let rest = ["--data", data, "--progress"] + valhalla
        let mirror = configuration.regionMirror
        self.init(
            shelf: configuration.regions,
            isFixed: configuration.regionFolder != nil,
            mirror: mirror,
            getter: { id, name in
                let flags = ["--id", "--name", name, "--region-mirror", mirror?.base ?? "none"]
                return ["/proc/self/exe", "region", "get", id] + flags + rest
            },
            importer: { file, name in
                ["/proc/self/exe", "region", "import", file, "--name", name] + rest
            }
        )
    }
}

extension RegionStep {
    /// The names and addresses of a region, in a file of SQLite's.
    package static let search = RegionStep.search { try Database(SQLite(making: $0)) }
}

extension Configuration {
    /// The folder of the hub's regions.
    var regions: RegionShelf { RegionShelf(folder: regionFolder ?? Folders.absolute(dataFolder) + "/region") }

    /// Where Valhalla's programs are: the folder that is set, which must hold them, else as they were built, else none.
    func valhalla() throws(CommandFailure) -> ValhallaPrograms? {
        guard let folder = valhallaFolder else {
            return builtFile("valhalla").flatMap { ValhallaPrograms(folder: Folders.absolute($0)) }
        }
        guard let programs = ValhallaPrograms(folder: Folders.absolute(folder)) else {
            throw CommandFailure(words: "\(folder): Valhalla's programs are not there")
        }
        return programs
    }
}

extension Basemap {
    /// The map in a file, which must be there; none where no file is named.
    fileprivate static func of(_ path: String?) async throws -> Basemap? {
        guard let path else { return nil }
        var facts = stat()
        guard unsafe stat(path, &facts) == 0 else {
            throw CommandFailure(words: "\(path): \(errorWords(errno))")
        }
        // A file that was replaced differs in at least one of these.
        let version = [facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec].map { String($0, radix: 36) }
        do {
            var limits = Database.Limits()
            limits.readers = 1
            return try await Basemap(
                try Database(SQLite(reading: path), limits: limits),
                version: version.joined(separator: "-")
            )
        } catch let error as StorageError {
            throw CommandFailure(words: "\(path) is not an MBTiles map: \(error.message)")
        }
    }
}
