/// An extract that comes to the hub, and what becomes of it.
package struct RegionImportWork: Sendable, Equatable {
    /// How far it is.
    package enum Stage: Sendable, Equatable {
        /// It is still coming.
        case receiving
        /// The mirror is asked again later; why, in words for the keeper.
        case waiting(words: String)
        /// A region is made of it; nil before the first step.
        case importing(RegionProgress?)
        /// Nothing came of it, in words for the keeper.
        case failed(words: String)
    }

    /// What the region is to be called.
    package let name: String
    /// What the keeper calls the file.
    package let file: String
    /// How large it will be; what a mirror has may change under way.
    package internal(set) var bytes: Int
    /// What the mirror calls the region that it is fetched from; nil where the keeper's page sends it.
    package let source: String?
    package internal(set) var receivedBytes = 0
    package internal(set) var stage = Stage.receiving

    /// An extract of which nothing has come.
    package init(name: String, file: String, bytes: Int, source: String? = nil) {
        (self.name, self.file, self.bytes, self.source) = (name, file, bytes, source)
    }

    /// What was wanted of a mirror for a region, as ``wish`` wrote it; nil for anything else.
    init?(name: String, wish: [UInt8]) {
        let lines = String(decoding: wish, as: UTF8.self).split(separator: "\n").map(String.init)
        guard lines.count == 3, RegionCatalogue.isID(lines[0]), Self.isFile(lines[1]), let bytes = Int(lines[2]),
            (1...RegionImportService.bytesMax).contains(bytes)
        else { return nil }
        self.init(name: name, file: lines[1], bytes: bytes, source: lines[0])
    }

    /// A file's bytes that say what is wanted of a mirror.
    var wish: [UInt8] { Array("\(source ?? "")\n\(file)\n\(bytes)\n".utf8) }

    /// Whether a file may be called so: what the usual servers of extracts write, with the end `.osm.pbf`.
    static func isFile(_ text: String) -> Bool {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return isPlain && text.hasSuffix(".osm.pbf") && (9...100).contains(text.utf8.count) && !text.hasPrefix(".")
    }

    /// Whether both are the same file for the same region.
    func isOf(_ other: RegionImportWork) -> Bool {
        name == other.name && file == other.file && source == other.source && (source != nil || bytes == other.bytes)
    }
}

/// Why a piece of an extract was not taken, or a region not removed.
package enum RegionImportRefusal: Error, Sendable, Equatable {
    /// A region cannot be called so.
    case badName
    /// The file is not called `NAME.osm.pbf`, or has letters that such names have not.
    case badFile
    /// It is larger than `RegionImportService.bytesMax`, or empty.
    case tooLarge
    /// The disk has too little room for what is made of it.
    case noRoom(freeBytes: Int)
    /// Another import is running.
    case busy
    /// No first piece of this file came before.
    case notBegun
    /// The piece does not follow the last one.
    case otherOffset(receivedBytes: Int)
    /// There is no such region.
    case unknown
    /// The regions came with the program.
    case fixed
    /// The keeper's settings name no mirror.
    case noMirror
    /// The mirror did not answer as one should.
    case mirrorFailed(words: String)
    /// The mirror has no such region.
    case notOffered
    /// The disk or another program was in the way.
    case failed(words: String)
}
