import Crypto
import HTTPClient
import Linux

/// Fetches a region's extract from a mirror into a folder beside the region, and checks that it came whole.
///
/// What was cut goes on where it was, also after a restart; where the mirror has another file meanwhile it begins anew. A
/// mirror that does not answer is asked again, later and later, up to an hour apart.
package struct RegionDownload: Sendable {
    /// How far it is.
    package enum Event: Sendable, Equatable {
        /// So much has come of so much.
        case received(Int, of: Int)
        /// It is tried again in so many seconds, and why.
        case waiting(seconds: Int, words: String)

        /// For a program: a line that ``init(line:)`` reads.
        package var line: String {
            switch self {
            case .received(let bytes, let all): "received \(bytes) \(all)"
            case .waiting(let seconds, let words): "waiting \(seconds) \(words)"
            }
        }

        /// Reads ``line``; nil for any other text.
        package init?(line: Substring) {
            let parts = line.split(separator: " ", maxSplits: 2)
            guard parts.count == 3, let first = Int(parts[1]), first >= 0 else { return nil }
            switch parts[0] {
            case "received":
                guard let all = Int(parts[2]), all >= first else { return nil }
                self = .received(first, of: all)
            case "waiting": self = .waiting(seconds: first, words: String(parts[2]))
            default: return nil
            }
        }
    }

    /// An extract that came whole.
    package struct Result: Sendable, Equatable {
        package let path: String
        package let offer: RegionOffer
    }

    /// So often in a row nothing comes before it is given up: about a day.
    private static let failuresMax = 30
    /// What counts as something having come.
    private static let progressBytes = 1 << 20
    /// So often what came may not match the checksum.
    private static let wrongSumsMax = 3

    private let client: MirrorClient
    private let entry: RegionCatalogue.Entry
    private let folder: String
    private let freeBytes: @Sendable () -> Int?
    private let pause: @Sendable (_ seconds: Int) async -> Void
    private let report: @Sendable (Event) -> Void

    private var part: String { folder + "/part" }
    private var note: String { folder + "/part.note" }
    private var whole: String { folder + "/" + entry.file }

    /// A download for the region of this name on a shelf; `pause` waits between two tries.
    package init(
        _ client: MirrorClient,
        _ entry: RegionCatalogue.Entry,
        for name: String,
        on shelf: RegionShelf,
        freeBytes: (@Sendable () -> Int?)? = nil,
        pause: @escaping @Sendable (_ seconds: Int) async -> Void,
        report: @escaping @Sendable (Event) -> Void
    ) {
        let folder = shelf.downloadPath(name)
        (self.client, self.entry, self.folder, self.pause, self.report) = (client, entry, folder, pause, report)
        self.freeBytes = freeBytes ?? { Folders.freeBytes(folder) }
    }

    /// Fetches it, however long that takes.
    ///
    /// - Throws: `RegionFailure` where the mirror does not have it, gives what does not match its own checksum, or leaves
    ///   this server, where it does not answer for a day, and where the disk has no room.
    package func run() async throws(RegionFailure) -> Result {
        let claim = try claim()
        defer { withExtendedLifetime(claim) {} }
        try takeUp()
        var (failures, wrongSums) = (0, 0)
        while true {
            let before = size()
            do {
                let offer = try await client.asked(entry)
                try await fetch(offer)
                if try sum() == offer.digest { return Result(path: try settled(), offer: offer) }
                try forget()
                wrongSums += 1
                guard wrongSums < Self.wrongSumsMax else {
                    throw RegionFailure(words: "what \(client.mirror.host) gives does not match its own checksum")
                }
                throw MirrorClient.Trouble(words: "what came does not match the checksum")
            } catch let trouble as MirrorClient.Trouble {
                if size() - before >= Self.progressBytes { failures = 0 }
                guard !trouble.isFinal, failures < Self.failuresMax else { throw RegionFailure(words: trouble.words) }
                let seconds = min(max(Self.seconds(after: failures), trouble.seconds ?? 0), 3_600)
                failures += 1
                report(.waiting(seconds: seconds, words: trouble.words))
                await pause(seconds)
            } catch let failure as RegionFailure {
                throw failure
            } catch {
                throw RegionFailure(words: "\(error)")
            }
        }
    }

    /// How long to wait after so many failures in a row: two seconds, a minute, then twice as long each time.
    static func seconds(after failures: Int) -> Int {
        failures == 0 ? 2 : min(60 << min(failures - 1, 6), 3_600)
    }

    private func fetch(_ offer: RegionOffer) async throws {
        try keep(offer)
        let report = report
        let file = try wrapped {
            () throws(FolderFailure) in
            try PartFile(part, of: offer, freeBytes: freeBytes) { report(.received($0, of: offer.bytes)) }
        }
        // Without a mark nothing says that the rest is the same file's.
        if offer.mark == nil, file.bytes > 0 {
            try forget()
            return try await fetch(offer)
        }
        if let free = freeBytes(), !RegionRoom.isEnough(free + file.bytes, for: offer.bytes) {
            try forget()
            throw RegionFailure(words: RegionRoom.words(free))
        }
        report(.received(file.bytes, of: offer.bytes))
        guard file.bytes < offer.bytes else { return }
        var headers: [(name: String, value: String)] = []
        if let mark = offer.mark, file.bytes > 0 {
            headers = [("Range", "bytes=\(file.bytes)-"), ("If-Range", mark)]
        }
        var trouble: MirrorClient.Trouble?
        do throws(MirrorClient.Trouble) {
            let head = try await client.fetch(entry.path, headers: headers, isLong: true) { file.write($0, $1) }
            if head.status != 200, head.status != 206 { trouble = client.trouble(head) }
            // Nothing lies behind the part, so it is none of this file; one that stays fails by its checksum.
            if head.status == 416 { try? Folders.remove(part) }
        } catch {
            trouble = error
        }
        file.finish()
        try judge(trouble, file, offer)
    }

    /// What became of an answer: nothing where the file is whole by its size.
    private func judge(
        _ trouble: MirrorClient.Trouble?,
        _ file: PartFile,
        _ offer: RegionOffer
    ) throws {
        switch file.stop {
        case .otherFile:
            try forget()
            throw MirrorClient.Trouble(words: "\(client.mirror.host) has another file now; it is fetched anew")
        case .noRoom(let free):
            try forget()
            throw RegionFailure(words: RegionRoom.words(free))
        case .failed(let words):
            try forget()
            throw RegionFailure(words: words)
        case nil: break
        }
        if let trouble { throw trouble }
        guard file.bytes == offer.bytes else {
            throw MirrorClient.Trouble(words: "\(client.mirror.host): the connection was cut")
        }
    }

    /// Keeps the part of this very file alone.
    private func keep(_ offer: RegionOffer) throws {
        let words = "\(offer.entry.path)\n\(offer.bytes)\n\(offer.digest)\n\(offer.mark ?? "")\n"
        guard fileBytes(note, bytesMax: 4_096) != Array(words.utf8) else { return }
        try forget()
        try wrapped { () throws(FolderFailure) in try Folders.append(Array(words.utf8), to: note) }
    }

    private func forget() throws(RegionFailure) {
        try wrapped { () throws(FolderFailure) in
            try Folders.remove(note)
            try Folders.remove(part)
        }
    }

    /// The part under the extract's own name, by which it is imported.
    private func settled() throws(RegionFailure) -> String {
        try wrapped { () throws(FolderFailure) in try Folders.rename(part, to: whole) }
        return whole
    }

    /// An extract that came whole and was not imported to the end is as good as a part.
    private func takeUp() throws(RegionFailure) {
        guard Folders.isFile(whole) else { return }
        try wrapped { () throws(FolderFailure) in
            try Folders.remove(part)
            try Folders.rename(whole, to: part)
        }
    }

    private func sum() throws(RegionFailure) -> String {
        try wrapped { () throws(FolderFailure) in
            var digest = MD5.Running()
            var file = try FileReader(part)
            while let piece = try file.next() { digest.update(piece) }
            return digest.hexadecimal
        }
    }

    private func size() -> Int {
        // A part that cannot be looked at counts as none.
        (try? Folders.size(part)) ?? 0
    }

    private func claim() throws(RegionFailure) -> DirectoryLock {
        let claim = try wrapped { () throws(FolderFailure) in
            try Folders.makeAll(above: folder)
            try Folders.make(folder)
            return try DirectoryLock(folder + "/.lock")
        }
        guard let claim else { throw RegionFailure(words: "this region is being fetched already") }
        return claim
    }

    private func wrapped<Value>(_ work: () throws(FolderFailure) -> Value) throws(RegionFailure) -> Value {
        do throws(FolderFailure) {
            return try work()
        } catch {
            throw RegionFailure(error)
        }
    }
}
