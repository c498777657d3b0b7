import FoundationEssentials
import Linux
import Synchronization

extension RegionStep {
    /// The map's tiles, `basemap.mbtiles`, by tilemaker.
    package static let basemap = RegionStep(
        name: "basemap",
        title: "the map",
        version: 1,
        weight: 5,
        products: ["basemap.mbtiles", "basemap.work"]
    ) { work throws(RegionFailure) in
        let scratch = work.folder + "/basemap.work"
        try prepare(scratch)
        let extract = try await wholeExtract(work.extract, scratch)
        let bounds = work.extract.bounds
        let box = [bounds.west, bounds.south, bounds.east, bounds.north].map { "\($0)" }.joined(separator: ",")
        let reader = TileProgress(work.progress)
        try await runProgram(
            [
                "tilemaker", "--input", extract, "--output", scratch + "/tiles.mbtiles", "--bbox", box,
                "--config", scratch + "/config.json", "--process", scratch + "/process.lua",
            ],
            debian: "tilemaker",
            failure: "the map could not be made",
            onText: { reader.read($0) }
        )
        do throws(FolderFailure) {
            try Folders.rename(scratch + "/tiles.mbtiles", to: work.folder + "/basemap.mbtiles")
            try Folders.remove(scratch)
        } catch {
            throw RegionFailure(error)
        }
    }
}

/// The folder for what is needed on the way, with what of an extract the map shows.
private func prepare(_ scratch: String) throws(RegionFailure) {
    do {
        try Folders.make(scratch)
        for (name, bytes) in [
            ("config.json", PackageResources.config_json), ("process.lua", PackageResources.process_lua),
        ] {
            try Data(bytes).write(to: URL(filePath: scratch + "/" + name))
        }
    } catch {
        throw RegionFailure(words: "\(scratch) cannot be written")
    }
}

/// Reads tilemaker's words: first it reads, then it writes tiles and counts them.
private final class TileProgress: Sendable {
    private let progress: @Sendable (Double) -> Void
    private let rest = Mutex("")

    init(_ progress: @escaping @Sendable (Double) -> Void) {
        self.progress = progress
    }

    func read(_ text: String) {
        let lines = rest.withLock { rest in
            var lines = (rest + text).split(omittingEmptySubsequences: false) { $0 == "\r" || $0 == "\n" }
            rest = String(lines.popLast() ?? "")
            return lines
        }
        // "Zoom level 14, writing tile 77 of 177"
        for line in lines {
            let words = line.split(separator: " ")
            guard let place = words.firstIndex(of: "tile"), words.count > place + 3, words[place + 2] == "of",
                let done = Double(words[place + 1]), let all = Double(words[place + 3]), all > 0
            else { continue }
            progress(0.3 + 0.7 * done / all)
        }
    }
}
