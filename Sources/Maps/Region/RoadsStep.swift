import FoundationEssentials
import Linux
import Synchronization

extension RegionStep {
    /// The roads as Valhalla reads them, `roads.tar`, by the programs in a folder.
    package static func roads(_ programs: ValhallaPrograms) -> RegionStep {
        RegionStep(
            name: "roads",
            title: "the roads",
            version: 1,
            weight: 4,
            products: ["roads.tar", "roads.work"]
        ) { work throws(RegionFailure) in
            let scratch = work.folder + "/roads.work"
            let tiles = scratch + "/tiles"
            do {
                try Folders.make(scratch)
                try Folders.make(tiles)
                let configuration = ValhallaConfiguration(roads: .folder(tiles), service: nil)
                try Data(configuration.json).write(to: URL(filePath: scratch + "/valhalla.json"))
            } catch {
                throw RegionFailure(words: "\(scratch) cannot be written")
            }
            let reader = RoadProgress(work.progress)
            try await runProgram(
                [programs.builder, "--config", scratch + "/valhalla.json", work.extract.path],
                debian: "nothing (make engines)",
                folder: scratch,
                failure: "the roads could not be read",
                onText: { reader.read($0) }
            )
            try await pack(tiles, into: work.folder + "/roads.tar")
            do throws(FolderFailure) {
                try Folders.remove(scratch)
            } catch {
                throw RegionFailure(error)
            }
        }
    }
}

/// One file of all tiles, which stays as it was opened when the region is exchanged.
private func pack(_ tiles: String, into file: String) async throws(RegionFailure) {
    let names: [String]
    do {
        names = try Folders.names(in: tiles)
    } catch {
        throw RegionFailure(error)
    }
    guard !names.isEmpty else { throw RegionFailure(words: "the extract holds no roads") }
    try await runProgram(
        ["tar", "--create", "--sort=name", "--file", file, "--directory", tiles] + names,
        debian: "tar",
        failure: "the roads could not be packed"
    )
}

/// Reads the builder's words: its stages, by how far they have come on extracts of several sizes.
private final class RoadProgress: Sendable {
    private static let stages: [(words: String, fraction: Double)] = [
        ("Parsing ways", 0.05), ("Parsing relations", 0.15), ("Parsing nodes", 0.2), ("Building", 0.35),
        ("Enhancing local graph", 0.5), ("HierarchyBuilder", 0.65), ("Creating shortcuts", 0.75),
        ("complex turn restrictions", 0.85), ("Validating", 0.9), ("Cleaning up", 0.98),
    ]

    private let progress: @Sendable (Double) -> Void
    private let reached = Mutex(0.0)

    init(_ progress: @escaping @Sendable (Double) -> Void) {
        self.progress = progress
    }

    func read(_ text: String) {
        let now = reached.withLock { reached in
            for stage in Self.stages where stage.fraction > reached && text.contains(stage.words) {
                reached = stage.fraction
            }
            return reached
        }
        progress(now)
    }
}
