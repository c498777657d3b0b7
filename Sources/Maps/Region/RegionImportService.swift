import Linux
import Synchronization

/// Where the keeper's page brings an extract to the hub, or has it fetched, and has a region made of it, one at a time.
///
/// The extract comes piece by piece. When it is whole, a program of its own imports it, so that neither the memory that an
/// import takes nor what may go wrong in it is the hub's. What came of an extract is gone when it was imported, when it was
/// no good, and when the hub starts anew.
package final class RegionImportService: Sendable {
    private struct State {
        var work: RegionImportWork?
        /// From the last piece until the import has ended and its file is gone.
        var isImporting = false
        var importing: ChildProgram?
        /// Whether the hub stops: what is fetched then goes on when it starts again.
        var isClosing = false
    }

    /// The largest extract: that of a continent is larger.
    package static let bytesMax = 16 << 30
    /// The largest piece of one.
    package static let pieceBytesMax = 8 << 20

    package let shelf: RegionShelf
    /// Whether the regions came with the program and are not the keeper's to change.
    package let isFixed: Bool
    private let importer: @Sendable (_ file: String, _ name: String) -> [String]
    private let getter: @Sendable (_ id: String, _ name: String) -> [String]
    let mirrorList: MirrorList?
    private let state = Mutex(State())

    /// A desk for a shelf of regions, on which nobody else has one.
    ///
    /// `importer` gives the words of a program that imports a file under a name, which prints `RegionProgress.line` as it
    /// comes on and, where it fails, why as its last line. `getter` gives those of one that fetches a region of `mirror`
    /// before, and prints `RegionDownload.Event.line` meanwhile.
    package init(
        shelf: RegionShelf,
        isFixed: Bool = false,
        mirror: RegionMirror? = nil,
        getter: @escaping @Sendable (_ id: String, _ name: String) -> [String] = { _, _ in ["false"] },
        importer: @escaping @Sendable (_ file: String, _ name: String) -> [String]
    ) {
        (self.shelf, self.isFixed, self.importer, self.getter) = (shelf, isFixed, importer, getter)
        mirrorList = isFixed ? nil : mirror.map { MirrorList(MirrorClient($0)) }
        if !isFixed { clearLeftovers() }
    }

    /// What is under way, or went wrong last.
    package var work: RegionImportWork? { state.withLock { $0.work } }

    /// The bytes that are free where the regions are; nil where nobody knows.
    package var freeBytes: Int? { Folders.freeBytes(shelf.folder) }

    /// Goes on with what the keeper wanted before the hub stopped.
    package func resume() {
        guard mirrorList != nil else { return }
        // What cannot be read is wanted no more.
        for name in (try? Folders.names(in: shelf.folder)) ?? [] where name.hasPrefix(".") && name.hasSuffix(".wish") {
            let region = String(name.dropFirst().dropLast(5))
            guard RegionShelf.isName(region), let wish = fileBytes(shelf.wishPath(region), bytesMax: 1_024),
                let work = RegionImportWork(name: region, wish: wish)
            else { continue }
            // Another one goes on already, or the disk is in the way.
            try? start(work)
        }
    }

    /// Begins to fetch one, and writes down that it is wanted.
    func start(_ work: RegionImportWork) throws(RegionImportRefusal) {
        try state.withLock { state throws(RegionImportRefusal) in
            guard !state.isImporting, !state.isClosing else { throw .busy }
            if let before = state.work?.name { removeFiles(before) }
            do throws(FolderFailure) {
                try Folders.make(shelf.folder)
                try Folders.remove(shelf.wishPath(work.name))
                try Folders.append(work.wish, to: shelf.wishPath(work.name))
            } catch {
                throw .failed(words: error.words)
            }
            (state.work, state.isImporting) = (work, true)
        }
        Task { await run(work) }
    }

    /// Takes the next piece of an extract; the first one, at 0, begins it anew, and the last one begins the import.
    package func receive(
        _ piece: [UInt8],
        at offset: Int,
        of extract: RegionImportWork
    ) throws(RegionImportRefusal) -> RegionImportWork {
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
            if !state.isImporting { removeFiles(name) }
            return state.importing
        }
        await child?.stop(within: .seconds(2))
    }

    /// Removes a region.
    package func remove(_ name: String) throws(RegionImportRefusal) {
        guard !isFixed else { throw .fixed }
        do {
            guard try shelf.regions().contains(where: { $0.name == name }) else { throw RegionImportRefusal.unknown }
            try shelf.remove(name)
        } catch let refusal as RegionImportRefusal {
            throw refusal
        } catch let failure as RegionFailure {
            throw .failed(words: failure.words)
        } catch {
            throw .failed(words: "\(error)")
        }
    }

    /// Ends what is under way, before the hub stops.
    package func close() async {
        let child = state.withLock { state in
            state.isClosing = true
            return state.importing
        }
        await child?.stop(within: .seconds(2))
    }

    private func begin(_ extract: RegionImportWork) throws(RegionImportRefusal) {
        try check(extract)
        try state.withLock { state throws(RegionImportRefusal) in
            guard !state.isImporting else { throw .busy }
            if let before = state.work?.name { removeFiles(before) }
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

    /// Whether an extract may be taken at all.
    func check(_ extract: RegionImportWork) throws(RegionImportRefusal) {
        guard RegionShelf.isName(extract.name) else { throw .badName }
        guard RegionImportWork.isFile(extract.file) else { throw .badFile }
        guard (1...Self.bytesMax).contains(extract.bytes) else { throw .tooLarge }
        // What is made of an extract takes more room than the extract itself.
        if let freeBytes, !RegionRoom.isEnough(freeBytes, for: extract.bytes) { throw .noRoom(freeBytes: freeBytes) }
    }

    private func append(
        _ piece: [UInt8],
        at offset: Int,
        of extract: RegionImportWork
    ) throws(RegionImportRefusal) -> RegionImportWork {
        try state.withLock { state throws(RegionImportRefusal) in
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

    private func run(_ work: RegionImportWork) async {
        let output = Output()
        let lines = ProgressLines { [weak self] in self?.moved(work, $0) }
        let words = work.source.map { getter($0, work.name) } ?? importer(path(of: work), work.name)
        var order = ChildProgram.Order(words)
        order.hasOwnGroup = true
        order.takeOutput = { bytes in
            output.append(bytes)
            lines.read(String(decoding: bytes, as: UTF8.self))
        }
        var failure: String?
        var wasEnded = false
        do {
            let child = try await ChildProgram.start(order)
            let isWanted = state.withLock { state in
                state.importing = child
                return state.work != nil && !state.isClosing
            }
            // It was given up while the program started.
            if !isWanted { await child.stop(within: .seconds(2)) }
            let ending = await child.ended()
            if ending != .exited(code: 0) { failure = lastLine(output, ending, work) }
            // By who stops the hub with all that it runs.
            wasEnded = ending == .killed(signal: 15)
        } catch {
            failure = "\(error.program): \(error.words)"
        }
        end(work, failure, wasEnded: wasEnded)
    }

    private func end(_ work: RegionImportWork, _ failure: String?, wasEnded: Bool) {
        state.withLock { state in
            state.importing = nil
            let isWanted = state.work?.isOf(work) ?? false
            // What was cut short with the hub goes on at its next start.
            let goesOn = work.source != nil && isWanted && failure != nil && (state.isClosing || wasEnded)
            if !goesOn { removeFiles(work.name) }
            state.isImporting = false
            guard isWanted else { return }
            state.work?.stage = .failed(words: failure ?? "")
            if failure == nil { state.work = nil }
        }
    }

    private func moved(_ work: RegionImportWork, _ line: ProgressLines.Line) {
        state.withLock { state in
            guard state.work?.isOf(work) ?? false else { return }
            switch line {
            case .importing(let progress): state.work?.stage = .importing(progress)
            case .fetching(.received(let bytes, let all)):
                state.work?.stage = .receiving
                state.work?.receivedBytes = bytes
                state.work?.bytes = all
            case .fetching(.waiting(_, let words)): state.work?.stage = .waiting(words: words)
            }
        }
    }

    /// Why an import failed, without where on this machine its file lies.
    private func lastLine(_ output: Output, _ ending: ChildProgram.Ending, _ work: RegionImportWork) -> String {
        let text = String(decoding: output.bytes.suffix(4_096), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).filter { ProgressLines.Line($0) == nil }
        guard let last = lines.last else { return Output().lastWords(of: "the import", ending) }
        let words = last.hasPrefix("hearth: ") ? last.dropFirst(8) : last
        let path = work.source == nil ? path(of: work) : shelf.downloadPath(work.name) + "/" + work.file
        return words.split(separator: path, omittingEmptySubsequences: false).joined(separator: work.file)
    }

    private func path(of work: RegionImportWork) -> String { shelf.uploadPath(work.name) + "/" + work.file }

    private func removeUpload(_ name: String) {
        // What stays is removed with the next one, or when the hub starts anew.
        try? Folders.remove(shelf.uploadPath(name))
    }

    /// Removes what came of an extract, and that it is wanted.
    private func removeFiles(_ name: String) {
        removeUpload(name)
        // As above; a wish that stays is one that the keeper gives up again.
        try? Folders.remove(shelf.wishPath(name))
        // As above; the next fetch begins by removing it.
        try? Folders.remove(shelf.downloadPath(name))
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
