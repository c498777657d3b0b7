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
    /// What a fix takes in the database at most, with its log.
    private static let bytesPerFix = 200
    private static let endings = [".gpx", ".geojson", ".json", ".rec", ".csv"]

    let hub: Hub
    let member: ID<Member>
    /// Where the files of an archive are unpacked.
    let folder: String
    /// Takes down how far it is.
    let note: ((inout ImportBody) -> Void) -> Void

    /// Reads a file and stores its fixes; on a thread of one's own.
    ///
    /// - Throws: what the hub or the disk says.
    func read(_ descriptor: Int32) throws {
        let isArchive = try MappedFile.read(descriptor) { ZipArchive.begins($0) }
        guard !isArchive else { return try readArchive(descriptor) }
        let stream = try readTrack(descriptor) { $0 }
        note { $0.finish(stream) }
    }

    /// What an archive holds of tracks, one after the other; everything else in it is passed over.
    private func readArchive(_ descriptor: Int32) throws {
        let archive: ZipArchive
        do {
            archive = try ZipArchive(descriptor)
        } catch {
            return note { $0.state = .unknownFormat }
        }
        let files = Self.tracks(archive.files ?? [])
        let total = files.reduce(0) { $0.addingReportingOverflow($1.bytes).partialValue }
        guard (0...ImportBook.bytesMax).contains(total) else { throw HistoryRefusal.fileTooLarge }
        var (done, found) = (0, 0)
        for file in files {
            let unpacked = try NamelessFile(in: folder)
            // Unpacked it takes what it says, and what is read of it about as much again (S57).
            try requireRoom(beside: unpacked, for: 2 * file.bytes)
            do {
                try archive.unpack(file) { piece in
                    try requireRoom(beside: unpacked, for: piece.count)
                    try unpacked.append(piece)
                }
            } catch is ZipFailure {
                // What came before the damage is read.
                note { $0.isWhole = false }
            }
            let (before, share) = (Double(done), Double(file.bytes))
            let stream = try readTrack(unpacked.descriptor) { (before + share * $0) / Double(total) }
            done += file.bytes
            guard let stream else { continue }
            found += 1
            note { $0.add(stream) }
        }
        note { $0.finishArchive(isTrack: found > 0) }
    }

    /// Refuses what would not leave the space that files leave free, by what the disk says now: others fill it meanwhile.
    private func requireRoom(beside file: NamelessFile, for bytes: Int) throws(DiskRefusal) {
        if let free = file.freeBytes { try Hub.requireRoom(for: bytes, of: free) }
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

    /// Reads one track; nil where it is none.
    ///
    /// `whole` says which part of the whole file a part of the track is.
    private func readTrack(_ descriptor: Int32, _ whole: @escaping (Double) -> Double) throws -> TrackStream? {
        var failure: (any Error)?
        // Asks its disk, and holds nothing.
        let place = try NamelessFile(in: folder)
        let stream = try MappedFile.read(descriptor) { bytes in
            let count = Double(bytes.count)
            return TrackStream(bytes, batchSize: Self.batchSize) { fixes, stream in
                do {
                    try requireRoom(beside: place, for: fixes.count * Self.bytesPerFix)
                    let counted = try hub.importAndWait(fixes, of: member)
                    let part = whole(Double(stream.position) / count)
                    note { $0.take(fixes, counted, stream.format, part: part) }
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
        }
        if let failure { throw failure }
        return stream
    }
}

extension ImportBody {
    fileprivate mutating func take(
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
