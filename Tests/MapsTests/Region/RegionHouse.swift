import Foundation
import Linux
import Maps
import Synchronization

/// The extract that the repository ships.
let shippedExtract = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Region/liechtenstein-2013.osm.pbf").standardizedFileURL.path

/// Where Valhalla's programs are built; nil where they are not.
let builtValhalla = ValhallaPrograms(
    folder: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../.build/valhalla")
        .standardizedFileURL.path
)

/// Runs `body` with a shelf in a folder of its own.
func withShelf(_ body: (RegionShelf) async throws -> Void) async throws {
    let top = FileManager.default.temporaryDirectory.appending(path: "region-\(UUID().uuidString)").path
    try Folders.make(top)
    defer { try? Folders.remove(top) }  // a left-over folder fails no test
    try await body(RegionShelf(folder: top + "/region"))
}

/// What an import reported, and which steps ran.
final class ImportDiary: Sendable {
    private let lines = Mutex<[String]>([])

    var entries: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }

    func note(_ event: RegionImport.Event) {
        switch event {
        case .began(let progress): add("began \(progress.title)")
        case .ended(let progress): add("ended \(progress.title)")
        case .kept(let progress): add("kept \(progress.title)")
        case .moved: break
        }
    }
}

/// A step that writes a text into a file, or fails.
func step(_ name: String, writes text: String, version: Int = 1, fails: Bool = false) -> RegionStep {
    RegionStep(name: name, title: name, version: version, weight: 1, products: [name + ".txt"]) {
        work throws(RegionFailure) in
        work.progress(0.5)
        let file = work.folder + "/\(name).txt"
        guard FileManager.default.createFile(atPath: file, contents: Data(text.utf8)), !fails else {
            throw RegionFailure(words: "\(name) fails")
        }
    }
}

/// What a step wrote into a region.
func product(_ name: String, of shelf: RegionShelf, region: String = "home") -> String? {
    FileManager.default.contents(atPath: shelf.path(region) + "/\(name).txt").map {
        String(decoding: $0, as: UTF8.self)
    }
}
