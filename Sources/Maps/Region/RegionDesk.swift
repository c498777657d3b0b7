import Linux
import Synchronization

/// Where the keeper's page brings an extract to the hub and has a region made of it, one at a time.
///
/// The extract comes piece by piece. When it is whole, a program of its own imports it, so that neither the memory that an
/// import takes nor what may go wrong in it is the hub's. What came of an extract is gone when it was imported, when it was
/// no good, and when the hub starts anew.
package final class RegionDesk: Sendable {
    private struct State {
        var work: RegionDeskWork?
        /// From the last piece until the import has ended and its file is gone.
        var isImporting = false
        var importing: ChildProgram?
    }

    /// The largest extract: that of a continent is larger.
    package static let bytesMax = 16 << 30
    /// The largest piece of one.
    package static let pieceBytesMax = 8 << 20

    package let shelf: RegionShelf
    /// Whether the regions came with the program and are not the keeper's to change.
    package let isFixed: Bool
    private let importer: @Sendable (_ file: String, _ name: String) -> [String]
    private let state = Mutex(State())

    /// A desk for a shelf of regions, on which nobody else has one.
    ///
    /// `importer` gives the words of a program that imports a file under a name, which prints `RegionProgress.line` as it
    /// comes on and, where it fails, why as its last line.
    package init(
        shelf: RegionShelf,
        isFixed: Bool = false,
        importer: @escaping @Sendable (_ file: String, _ name: String) -> [String]
    ) {
        (self.shelf, self.isFixed, self.importer) = (shelf, isFixed, importer)
        if !isFixed { clearLeftovers() }
    }

    /// What is under way, or went wrong last.
    package var work: RegionDeskWork? { state.withLock { $0.work } }

    /// The bytes that are free where the regions are; nil where nobody knows.
    package var freeBytes: Int? { Folders.freeBytes(shelf.folder) }

    /// Takes the next piece of an extract; the first one, at 0, begins it anew, and the last one begins the import.
    package func take(
        _ piece: [UInt8],
        at offset: Int,
        of extract: RegionDeskWork
    ) throws(RegionDeskRefusal) -> RegionDeskWork {
        guard !isFixed else { throw .fixed }
        if offset == 0 { try begin(extract) }
        let work = try append(piece, at: offset, of: extract)
        if case .importing = work.stage { Task { await run(work) } }
        return work
    }

    /// Ends what is under way for a region, and forgets what went wrong; the region itself stays as it is.
    package func giveUp(_ name: String) async {
        let child: ChildProgram? = state.withLock { state in
            guard state.work?.name == name else { return nil }
            state.work = nil
            // The import removes its file itself, when nothing reads it any more.
            if !state.isImporting { removeUpload(name) }
            return state.importing
        }
        await child?.stop(within: .seconds(2))
    }

    /// Removes a region.
    package func remove(_ name: String) throws(RegionDeskRefusal) {
        guard !isFixed else { throw .fixed }
        do {
            guard try shelf.regions().contains(where: { $0.name == name }) else { throw RegionDeskRefusal.unknown }
            try shelf.remove(name)
        } catch let refusal as RegionDeskRefusal {
            throw refusal
        } catch let failure as RegionFailure {
            throw .failed(words: failure.words)
        } catch {
            throw .failed(words: "\(error)")
        }
    }

    /// Ends what is under way, before the hub stops.
    package func close() async {
        let child = state.withLock { $0.importing }
        await child?.stop(within: .seconds(2))
    }

    private func begin(_ extract: RegionDeskWork) throws(RegionDeskRefusal) {
        guard RegionShelf.isName(extract.name) else { throw .badName }
        guard RegionDeskWork.isFile(extract.file) else { throw .badFile }
        guard (1...Self.bytesMax).contains(extract.bytes) else { throw .tooLarge }
        // What is made of an extract takes more room than the extract itself.
        if let freeBytes, freeBytes / 3 < extract.bytes { throw .noRoom(freeBytes: freeBytes) }
        try state.withLock { state throws(RegionDeskRefusal) in
            guard !state.isImporting else { throw .busy }
            if let before = state.work?.name { removeUpload(before) }
            do throws(FolderFailure) {
                try Folders.make(shelf.folder)
                removeUpload(extract.name)
                try Folders.make(shelf.uploadPath(extract.name))
            } catch {
                throw .failed(words: error.words)
            }
            state.work = extract
        }
    }

    private func append(
        _ piece: [UInt8],
        at offset: Int,
        of extract: RegionDeskWork
    ) throws(RegionDeskRefusal) -> RegionDeskWork {
        try state.withLock { state throws(RegionDeskRefusal) in
            guard var work = state.work, work.isOf(extract), case .receiving = work.stage else { throw .notBegun }
            guard offset == work.receivedBytes, !piece.isEmpty, piece.count <= work.bytes - offset else {
                throw .otherOffset(receivedBytes: work.receivedBytes)
            }
            do throws(FolderFailure) {
                try Folders.append(piece, to: path(of: work))
            } catch {
                throw .failed(words: error.words)
            }
            work.receivedBytes += piece.count
            if work.receivedBytes == work.bytes {
                work.stage = .importing(nil)
                state.isImporting = true
            }
            state.work = work
            return work
        }
    }

    private func run(_ work: RegionDeskWork) async {
        let output = Output()
        let lines = ProgressLines { [weak self] in self?.moved(work, $0) }
        var order = ChildProgram.Order(importer(path(of: work), work.name))
        order.hasOwnGroup = true
        order.takeOutput = { bytes in
            output.take(bytes)
            lines.read(String(decoding: bytes, as: UTF8.self))
        }
        var failure: String?
        do {
            let child = try await ChildProgram.start(order)
            let isWanted = state.withLock { state in
                state.importing = child
                return state.work != nil
            }
            // It was given up while the program started.
            if !isWanted { await child.stop(within: .seconds(2)) }
            let ending = await child.ended()
            if ending != .exited(code: 0) { failure = lastLine(output, ending, work) }
        } catch {
            failure = "\(error.program): \(error.words)"
        }
        removeUpload(work.name)
        state.withLock { state in
            state.importing = nil
            state.isImporting = false
            guard var now = state.work, now.isOf(work) else { return }
            now.stage = .failed(words: failure ?? "")
            state.work = failure == nil ? nil : now
        }
    }

    private func moved(_ work: RegionDeskWork, _ progress: RegionProgress) {
        state.withLock { state in
            guard state.work?.isOf(work) ?? false else { return }
            state.work?.stage = .importing(progress)
        }
    }

    /// Why an import failed, without where on this machine its file lies.
    private func lastLine(_ output: Output, _ ending: ChildProgram.Ending, _ work: RegionDeskWork) -> String {
        let text = String(decoding: output.bytes.suffix(4_096), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).filter { RegionProgress(line: $0) == nil }
        guard let last = lines.last else { return Output().lastWords(of: "the import", ending) }
        let words = last.hasPrefix("hearth: ") ? last.dropFirst(8) : last
        return words.split(separator: path(of: work), omittingEmptySubsequences: false).joined(separator: work.file)
    }

    private func path(of work: RegionDeskWork) -> String { shelf.uploadPath(work.name) + "/" + work.file }

    private func removeUpload(_ name: String) {
        // What stays is removed with the next one, or when the hub starts anew.
        try? Folders.remove(shelf.uploadPath(name))
    }

    private func clearLeftovers() {
        // The folder may not be there yet.
        for name in (try? Folders.names(in: shelf.folder)) ?? [] where name.hasPrefix(".") && name.hasSuffix(".upload")
        {
            // As above.
            try? Folders.remove(shelf.folder + "/" + name)
        }
    }
}

/// Cuts what an importing program prints into lines, and reads those that say how far it is.
private final class ProgressLines: Sendable {
    private let rest = Mutex("")
    private let report: @Sendable (RegionProgress) -> Void

    init(_ report: @escaping @Sendable (RegionProgress) -> Void) {
        self.report = report
    }

    func read(_ text: String) {
        let lines = rest.withLock { rest in
            var lines = (rest + text).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            rest = String((lines.popLast() ?? "").suffix(4_096))
            return lines
        }
        if let last = lines.compactMap({ RegionProgress(line: $0) }).last { report(last) }
    }
}
