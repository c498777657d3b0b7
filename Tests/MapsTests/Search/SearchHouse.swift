import Family
import Foundation
import Linux
import Maps
import SQL
import SQLite

/// The searches of the extracts that the tests know, made once for all tests of this process.
actor MadeSearches {
    static let only = MadeSearches()

    private var making: [String: Task<SearchIndex, any Error>] = [:]
    private var unpacking: Task<String, any Error>?

    /// The search of an extract.
    func index(_ extract: String) async throws -> SearchIndex {
        let task = making[extract] ?? Task { try await Self.make(extract) }
        making[extract] = task
        return try await task.value
    }

    /// Where the file of the world's towns is, unpacked.
    func townsFile() async throws -> String {
        let task = unpacking ?? Task { try await Self.unpack() }
        unpacking = task
        return try await task.value
    }

    private static func unpack() async throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "towns-\(UUID().uuidString)").path
        try Folders.make(folder)
        let top = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let packed = folder + "/towns.sqlite.xz"
        try FileManager.default.copyItem(atPath: top.appending(path: "World/towns.sqlite.xz").path, toPath: packed)
        _ = try await ChildProgram.start(ChildProgram.Order(["xz", "--decompress", packed])).ended()
        return folder + "/towns.sqlite"
    }

    private static func make(_ extract: String) async throws -> SearchIndex {
        let top = FileManager.default.temporaryDirectory.appending(path: "search-\(UUID().uuidString)").path
        let shelf = RegionShelf(folder: top)
        _ = try await RegionImport(shelf, name: "home", steps: [.searchStep]) { _ in }
            .run(try await RegionExtract.check(extract)) { "now" }
        return try await SearchIndex(try Database(SQLite(reading: shelf.path("home") + "/search.sqlite")))
    }
}

extension RegionStep {
    /// The step with the driver that the hub uses.
    static let searchStep = RegionStep.search { try Database(SQLite(making: $0)) }
}

/// The search of the shipped extract.
func shippedSearch() async throws -> SearchIndex {
    try await MadeSearches.only.index(shippedExtract)
}

/// The towns of the world, as Hearth has them before any region is imported.
func worldTowns() async throws -> SearchIndex {
    try await SearchIndex(try Database(SQLite(reading: try await MadeSearches.only.townsFile())))
}

/// The search of a small town that is made for the tests: what no extract of ours has.
func madeUpSearch(_ name: String = "town.opl") async throws -> SearchIndex {
    let folder = FileManager.default.temporaryDirectory.appending(path: "town-\(UUID().uuidString)").path
    try Folders.make(folder)
    let text = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name).path
    let extract = folder + "/town.osm.pbf"
    let order = ChildProgram.Order(["osmium", "cat", "--no-progress", "--output", extract, text])
    _ = try await ChildProgram.start(order).ended()
    return try await MadeSearches.only.index(extract)
}

extension FoundPlace {
    /// Name, address and kind in one line.
    var line: String { "\(name) | \(address ?? "") | \(kind.rawValue)" }
}
