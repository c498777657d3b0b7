import FoundationEssentials
import Linux

/// Makes a region of an extract, part by part, and puts it in the place of the old one only when it is whole.
///
/// An interrupted import goes on where it was: finished parts are kept beside the region, with the extract's digest, and
/// are not made again of the same extract.
package struct RegionImport: Sendable {
    /// How far an import is.
    package enum Event: Sendable, Equatable {
        /// A step begins.
        case began(RegionProgress)
        /// How far it has come.
        case moved(RegionProgress)
        /// It is done.
        case ended(RegionProgress)
        /// It was done by an earlier run of the same extract.
        case kept(RegionProgress)
    }

    private let shelf: RegionShelf
    private let name: String
    private let source: RegionManifest.Source?
    private let steps: [RegionStep]
    private let report: @Sendable (Event) -> Void

    /// An import under this name, which is `RegionShelf.isName`, of an extract that came from `source`.
    package init(
        _ shelf: RegionShelf,
        name: String,
        from source: RegionManifest.Source? = nil,
        steps: [RegionStep],
        report: @escaping @Sendable (Event) -> Void
    ) {
        precondition(RegionShelf.isName(name) && Set(steps.map(\.name)).count == steps.count)
        (self.shelf, self.name, self.source, self.steps, self.report) = (shelf, name, source, steps, report)
    }

    /// Runs what is left to do; `importedAt` gives the time when it is done, as RFC 3339.
    ///
    /// - Throws: `RegionFailure`; then a region of this name is as it was.
    package func run(
        _ extract: RegionExtract,
        importedAt: @Sendable () -> String
    ) async throws(RegionFailure) -> RegionManifest {
        let claim = try shelf.claim()
        defer { withExtendedLifetime(claim) {} }
        let staging = shelf.stagingPath(name)
        var manifest = try begin(extract, staging)
        let whole = steps.reduce(0) { $0 + $1.weight }
        var done = 0.0
        for (index, step) in steps.enumerated() {
            let before = done / whole
            let share = step.weight / whole
            @Sendable func progress(_ fraction: Double) -> RegionProgress {
                let inStep = min(max(fraction, 0), 1)
                return RegionProgress(
                    title: step.title,
                    number: index + 1,
                    count: steps.count,
                    fraction: before + share * inStep
                )
            }
            done += step.weight
            if manifest.parts.contains(where: { $0.name == step.name }) {
                report(.kept(progress(1)))
                continue
            }
            report(.began(progress(0)))
            let report = report
            try await step.run(
                RegionWork(extract: extract, folder: staging, progress: { report(.moved(progress($0))) })
            )
            manifest.parts.append(
                RegionManifest.Part(name: step.name, version: step.version, bytes: try bytes(step, staging))
            )
            try settle(manifest, staging)
            report(.ended(progress(1)))
        }
        manifest.importedAt = importedAt()
        try settle(manifest, staging)
        try takePlace(staging)
        return manifest
    }

    /// What an earlier run of the same extract left, or a new folder.
    private func begin(_ extract: RegionExtract, _ staging: String) throws(RegionFailure) -> RegionManifest {
        let fresh = RegionManifest(name: name, of: extract, from: source)
        if var left = RegionManifest.read(staging), left.digest == fresh.digest, left.importedAt == nil {
            left.parts = left.parts.filter { part in
                steps.contains { $0.name == part.name && $0.version == part.version }
            }
            left.source = source
            try clear(staging, but: left)
            return left
        }
        do {
            try Folders.remove(staging)
            try Folders.make(staging)
        } catch {
            throw RegionFailure(error)
        }
        try fresh.write(staging)
        return fresh
    }

    /// Removes all but the parts that are kept: what an interrupted step left, or one that is no more.
    private func clear(_ staging: String, but kept: RegionManifest) throws(RegionFailure) {
        let parts = steps.filter { step in kept.parts.contains { $0.name == step.name } }
        let names = Set(parts.flatMap(\.products) + [RegionManifest.file])
        do {
            for name in try Folders.names(in: staging) where !names.contains(name) {
                try Folders.remove(staging + "/" + name)
            }
        } catch {
            throw RegionFailure(error)
        }
    }

    private func bytes(_ step: RegionStep, _ staging: String) throws(RegionFailure) -> Int {
        do {
            var bytes = 0
            for product in step.products { bytes += try Folders.size(staging + "/" + product) }
            return bytes
        } catch {
            throw RegionFailure(error)
        }
    }

    /// What is done so far survives a power cut: first the products, then the word that they are whole.
    private func settle(_ manifest: RegionManifest, _ staging: String) throws(RegionFailure) {
        do {
            try Folders.flush(staging)
            try manifest.write(staging)
            try Folders.flush(staging)
        } catch let failure as FolderFailure {
            throw RegionFailure(failure)
        } catch let failure as RegionFailure {
            throw failure
        } catch {
            throw RegionFailure(words: "\(error)")
        }
    }

    private func takePlace(_ staging: String) throws(RegionFailure) {
        let place = shelf.path(name)
        do {
            if try Folders.names(in: shelf.folder).contains(name) {
                try Folders.exchange(staging, place)
            } else {
                try Folders.rename(staging, to: place)
            }
            try Folders.flush(shelf.folder)
            // The old region; whoever has its files open keeps them.
            try Folders.remove(staging)
        } catch {
            throw RegionFailure(error)
        }
    }
}

/// How far an import is.
package struct RegionProgress: Sendable, Equatable {
    /// What people call the step.
    package var title: String
    /// Which step, from 1 on.
    package var number: Int
    package var count: Int
    /// Of the whole import, from 0 to 1.
    package var fraction: Double

    /// Step `number` of `count`.
    package init(title: String, number: Int, count: Int, fraction: Double) {
        (self.title, self.number, self.count, self.fraction) = (title, number, count, fraction)
    }

    /// For a terminal: a bar of 30 characters, the share that is done, the step.
    package var bar: String {
        let filled = Int(30 * fraction)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
        return "\(bar) \(Int(100 * fraction)) %, \(words)"
    }

    /// Which step of how many.
    package var words: String { "\(title) (\(number) of \(count))" }

    /// For a program: a line that ``init(line:)`` reads.
    package var line: String { "progress \(Int(10_000 * fraction)) \(number) \(count) \(title)" }

    /// Reads ``line``, exact to a ten-thousandth; nil for any other text.
    package init?(line: Substring) {
        let parts = line.split(separator: " ", maxSplits: 4)
        guard parts.count == 5, parts[0] == "progress", let share = Int(parts[1]), (0...10_000).contains(share),
            let number = Int(parts[2]), let count = Int(parts[3])
        else { return nil }
        self.init(title: String(parts[4]), number: number, count: count, fraction: Double(share) / 10_000)
    }
}
