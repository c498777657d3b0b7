import API
import Family
import HTTP
import Hub
import PhoneProtocols
import Zip

/// A file on its way into a member's history: one track, or an archive of several.
struct ImportReading {
    /// Fixes that are stored together.
    private static let batchSize = 50_000
    private static let endings = [".gpx", ".geojson", ".json", ".rec", ".csv"]

    let hub: Hub
    let member: ID<Member>
    /// Where the files of an archive are unpacked.
    let folder: String
    /// Takes down how far it is.
    let note: @Sendable ((inout ImportBody) -> Void) -> Void

    /// Reads a file and stores its fixes; runs where the disk may be waited for.
    ///
    /// - Throws: what the hub or the disk says.
    func read(_ descriptor: Int32) async throws {
        let isArchive = try MappedFile.read(descriptor) { ZipArchive.begins($0) }
        guard !isArchive else { return try await readArchive(descriptor) }
        let stream = try await readTrack(descriptor) { $0 }
        note { $0.finish(stream) }
    }

    /// What an archive holds of tracks, one after the other; everything else in it is passed over.
    private func readArchive(_ descriptor: Int32) async throws {
        let archive: ZipArchive
        do {
            archive = try ZipArchive(descriptor)
        } catch {
            return note { $0.state = .unknownFormat }
        }
        let files = Self.tracks(archive.files ?? [])
        var total = 0
        for file in files {
            // An archive may say any length: none is added before it is known to fit.
            guard file.bytes <= ImportBook.bytesMax - total else { throw HistoryRefusal.fileTooLarge }
            total += file.bytes
        }
        var (done, found) = (0, 0)
        for file in files {
            let unpacked = try UnlinkedFile(in: folder)
            // Unpacked it takes what it says, and what is read of it about as much again (S57).
            try unpacked.requireRoom(for: 2 * file.bytes)
            do {
                try archive.unpack(file) { piece in
                    try unpacked.requireRoom(for: piece.count)
                    try unpacked.append(piece)
                }
            } catch is ZipFailure {
                // What came before the damage is read.
                note { $0.isWhole = false }
            }
            let all = Double(max(total, 1))
            let (before, share) = (Double(done) / all, Double(file.bytes) / all)
            let stream = try await readTrack(unpacked.descriptor) { before + share * $0 }
            done += file.bytes
            guard let stream else { continue }
            found += 1
            note { $0.add(stream) }
        }
        note { $0.finishArchive(isTrack: found > 0) }
    }

    /// The files that may be tracks.
    ///
    /// Our own export has each month twice: the one that has everything is enough.
    private static func tracks(_ files: [ZipArchive.File]) -> [ZipArchive.File] {
        let own = files.filter { $0.name.hasPrefix("track/") }
        let chosen = own.isEmpty ? files : own
        let names = Set(chosen.map(\.name))
        return chosen.filter { file in
            let name = file.name.lowercased()
            // What a Mac adds beside each file has its ending and nothing in it.
            guard !name.hasPrefix("__macosx/"), endings.contains(where: { name.hasSuffix($0) }) else { return false }
            return !(file.name.hasSuffix(".gpx") && names.contains(String(file.name.dropLast(4)) + ".json"))
        }
    }

    /// Reads one track and stores its fixes; nil where it is none.
    ///
    /// `whole` says which part of the whole file a part of the track is.
    private func readTrack(
        _ descriptor: Int32,
        _ whole: @escaping @Sendable (Double) -> Double
    ) async throws -> TrackStream? {
        var spool = try FixSpool(in: folder)
        // Reading it is the first half, storing it the second.
        let (stream, batches) = try parse(descriptor, into: &spool) { [note] reached in
            note { $0.reach(whole(reached / 2)) }
        }
        for batch in batches {
            let fixes = try batch.parts.flatMap { try spool.records(of: $0) }.map(\.fix)
            try spool.requireRoom(forFixes: fixes.count)
            let counted = try await hub.importFixes(fixes, of: member)
            note { $0.add(fixes, counted, batch.format, part: whole((1 + batch.reached) / 2)) }
        }
        return stream
    }

    /// Fixes that are stored together, and which part of their file was read with them.
    private struct Batch {
        let parts: [FixSpool.Part]
        let format: TrackFile.Format
        let reached: Double
    }

    /// Reads the fixes of one track, before any of them is stored; nil for another file.
    ///
    /// `told` hears which part of the file is read.
    private func parse(
        _ descriptor: Int32,
        into spool: inout FixSpool,
        told: @escaping (Double) -> Void
    ) throws -> (TrackStream?, [Batch]) {
        var batches: [Batch] = []
        var taken = spool
        var failure: (any Error)?
        let now = hub.outside.now()
        let stream = try MappedFile.read(descriptor) { bytes in
            let count = Double(bytes.count)
            return TrackStream(bytes, batchSize: Self.batchSize) { fixes, stream in
                do {
                    // There and then in the database.
                    try taken.requireRoom(forFixes: 2 * fixes.count)
                    let parts = try taken.add(fixes.map { FixRecord(fix: $0, receivedAt: now, marks: []) })
                    let reached = Double(stream.position) / count
                    batches.append(Batch(parts: parts, format: stream.format, reached: reached))
                    told(reached)
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
        }
        if let failure { throw failure }
        spool = taken
        return (stream, batches)
    }
}

extension ImportBody {
    fileprivate mutating func add(
        _ fixes: [Fix],
        _ count: ImportedCount,
        _ format: TrackFile.Format,
        part: Double
    ) {
        added += count.added
        known += count.known
        for (why, count) in [("future", count.future), ("olderThanKept", count.tooOld)] where count > 0 {
            refused[why, default: 0] += count
        }
        if let first = fixes.map(\.at).min() { from = min(from ?? first, first) }
        if let last = fixes.map(\.at).max() { to = max(to ?? last, last) }
        self.format = format.rawValue
        reach(part)
    }

    /// Takes down which part of the whole is done.
    fileprivate mutating func reach(_ part: Double) {
        read = min(Int(Double(bytes) * part), bytes)
    }

    fileprivate mutating func add(_ stream: TrackStream) {
        for (refusal, count) in stream.refusals { refused[refusal.word, default: 0] += count }
        format = stream.format.rawValue
        isWhole = isWhole && stream.isWhole
    }

    fileprivate mutating func finish(_ stream: TrackStream?) {
        guard let stream else {
            state = .unknownFormat
            return
        }
        add(stream)
        (read, state) = (bytes, .done)
    }

    fileprivate mutating func finishArchive(isTrack: Bool) {
        guard isTrack else {
            state = .unknownFormat
            return
        }
        (read, state) = (bytes, .done)
    }
}

extension TrackFile.Refusal {
    /// As the API writes it.
    fileprivate var word: String {
        switch self {
        case .noPosition: "noPosition"
        case .offTheGlobe: "offTheGlobe"
        case .noTime: "noTime"
        case .impossibleTime: "impossibleTime"
        case .unreadable: "unreadable"
        }
    }
}
