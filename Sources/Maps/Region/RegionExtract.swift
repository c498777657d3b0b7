import Crypto
import FoundationEssentials
import Linux

/// An extract of OpenStreetMap in a `.osm.pbf` file that was read once from end to end and found whole.
package struct RegionExtract: Sendable, Equatable {
    package let path: String
    /// The file's name without its folder.
    package let name: String
    /// SHA-256 of the file, in hexadecimal.
    package let digest: String
    package let bytes: Int
    /// What it covers, by its head, or else by its nodes.
    package let bounds: RegionManifest.Bounds

    /// Reads the file.
    ///
    /// - Throws: `RegionFailure` where it is missing, no extract, cut short, damaged, or holds no ways.
    package static func check(_ path: String) async throws(RegionFailure) -> RegionExtract {
        let (digest, bytes) = try walk(path)
        let facts = try await facts(path)
        guard facts.data.count.nodes > 0, facts.data.count.ways > 0 else {
            throw RegionFailure(words: "\(path) is empty: it holds no streets")
        }
        let box = facts.header.boxes?.first ?? facts.data.bbox.map { [$0[0], $0[1], $0[2], $0[3]] } ?? []
        guard box.count == 4, box[0] < box[2], box[1] < box[3] else {
            throw RegionFailure(words: "\(path) does not say what it covers")
        }
        return RegionExtract(
            path: path,
            name: String(path.split(separator: "/").last ?? "extract"),
            digest: digest,
            bytes: bytes,
            bounds: RegionManifest.Bounds(west: box[0], south: box[1], east: box[2], north: box[3])
        )
    }

    /// Walks over the blobs from one head to the next: whether it is such a file, and has its end.
    private static func walk(_ path: String) throws(RegionFailure) -> (digest: String, bytes: Int) {
        var file = BlobFile(path, try opened(path))
        var kinds: [String] = []
        while let blob = try file.nextBlob() {
            if kinds.isEmpty, blob != "OSMHeader" { throw file.noExtract }
            if kinds.count < 2 { kinds.append(blob) }
        }
        guard !kinds.isEmpty else { throw RegionFailure(words: "\(path) is empty") }
        guard kinds.count > 1 else { throw RegionFailure(words: "\(path) is empty: it holds no streets") }
        return (file.digest.hexadecimal, file.offset)
    }

    private static func opened(_ path: String) throws(RegionFailure) -> FileReader {
        do {
            return try FileReader(path)
        } catch {
            throw RegionFailure(error)
        }
    }

    /// What osmium finds out when it unpacks every blob.
    private static func facts(_ path: String) async throws(RegionFailure) -> Facts {
        let told = Output()
        let words = ["osmium", "fileinfo", "--extended", "--json", "--no-progress", path]
        try await runProgram(words, debian: "osmium-tool", output: told, failure: "\(path) is damaged")
        do {
            return try JSONDecoder().decode(Facts.self, from: Data(told.bytes))
        } catch {
            throw RegionFailure(words: "osmium does not say what is in \(path); is it another version?")
        }
    }

    private struct Facts: Decodable {
        struct Header: Decodable {
            let boxes: [[Double]]?
        }
        struct Contents: Decodable {
            struct Count: Decodable {
                let nodes, ways: Int
            }
            let bbox: [Double]?
            let count: Count
        }
        let header: Header
        let data: Contents
    }
}

/// A file of blobs, each with a head that says its kind and length (the PBF format of OpenStreetMap).
private struct BlobFile: ~Copyable {
    private let path: String
    private var file: FileReader
    private var buffer: [UInt8] = []
    private var taken = 0
    private(set) var offset = 0
    private(set) var digest = SHA256.Running()

    init(_ path: String, _ file: consuming FileReader) {
        self.path = path
        self.file = file
    }

    var noExtract: RegionFailure {
        RegionFailure(words: "\(path) is no extract of OpenStreetMap in the format .osm.pbf")
    }

    /// The kind of the next blob, which is passed over; nil at the end of the file.
    mutating func nextBlob() throws(RegionFailure) -> String? {
        let start = offset
        guard let length = try take(4) else {
            guard offset == start else { throw start == 0 ? noExtract : cutShort }
            return nil
        }
        let headBytes = length.reduce(0) { $0 << 8 | Int($1) }
        // The format's own limits; other files fail here.
        guard (1...65_536).contains(headBytes) else { throw start == 0 ? noExtract : damaged }
        guard let head = try take(headBytes) else { throw start == 0 ? noExtract : cutShort }
        guard let (kind, bytes) = BlobFile.read(head), bytes <= 64 << 20 else {
            throw start == 0 ? noExtract : damaged
        }
        try pass(bytes)
        return kind
    }

    private var cutShort: RegionFailure {
        RegionFailure(words: "\(path) is cut short: it ends in the middle. Download it again.")
    }

    private var damaged: RegionFailure {
        RegionFailure(words: "\(path) is damaged. Download it again.")
    }

    /// The kind (field 1, a text) and the length of the blob (field 3, a number) in a head.
    private static func read(_ head: [UInt8]) -> (kind: String, bytes: Int)? {
        var rest = head[...]
        func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
            var (value, shift) = (0, 0)
            while let byte = rest.popFirst(), shift < 56 {
                value |= Int(byte & 0x7F) << shift
                if byte < 0x80 { return value }
                shift += 7
            }
            return nil
        }
        var (kind, bytes): (String?, Int?)
        while !rest.isEmpty {
            guard let tag = number(&rest), let value = number(&rest) else { return nil }
            switch tag & 7 {
            case 0:
                if tag >> 3 == 3 { bytes = value }
            case 2:
                guard value <= rest.count else { return nil }
                if tag >> 3 == 1 { kind = String(decoding: rest.prefix(value), as: UTF8.self) }
                rest = rest.dropFirst(value)
            default: return nil
            }
        }
        guard let kind, let bytes else { return nil }
        return (kind, bytes)
    }

    /// The next bytes; nil where the file ends before them.
    private mutating func take(_ count: Int) throws(RegionFailure) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            if taken == buffer.count, try !fill() { return nil }
            let piece = buffer[taken...].prefix(count - bytes.count)
            bytes += piece
            taken += piece.count
            offset += piece.count
        }
        return bytes
    }

    private mutating func pass(_ count: Int) throws(RegionFailure) {
        var left = count
        while left > 0 {
            if taken == buffer.count, try !fill() { throw cutShort }
            let step = min(left, buffer.count - taken)
            (taken, offset, left) = (taken + step, offset + step, left - step)
        }
    }

    /// Reads on; false at the end of the file.
    private mutating func fill() throws(RegionFailure) -> Bool {
        do {
            guard let fresh = try file.next() else { return false }
            (buffer, taken) = (fresh, 0)
            digest.update(fresh)
            return true
        } catch {
            throw RegionFailure(error)
        }
    }
}
