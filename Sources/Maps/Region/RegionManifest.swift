import FoundationEssentials
import Linux

/// What a whole region says of itself, in `manifest.json`.
package struct RegionManifest: Codable, Sendable, Equatable {
    /// A finished step.
    package struct Part: Codable, Sendable, Equatable {
        package var name: String
        package var version: Int
        /// Of its products.
        package var bytes: Int

        /// A step that has left so many bytes.
        package init(name: String, version: Int, bytes: Int) {
            (self.name, self.version, self.bytes) = (name, version, bytes)
        }
    }

    /// Degrees.
    package struct Bounds: Codable, Sendable, Equatable {
        package var west, south, east, north: Double

        /// The box between these edges.
        package init(west: Double, south: Double, east: Double, north: Double) {
            (self.west, self.south, self.east, self.north) = (west, south, east, north)
        }
    }

    /// Where an extract came from that was fetched by name.
    package struct Source: Codable, Sendable, Equatable {
        /// What the mirror calls the region.
        package var id: String
        /// MD5 of the extract, by which it is known whether the mirror has a newer one.
        package var digest: String

        /// A region of a mirror.
        package init(id: String, digest: String) {
            (self.id, self.digest) = (id, digest)
        }
    }

    static let file = "manifest.json"

    /// The layout of the folder.
    package var format = 1
    package var name: String
    /// The extract's name, without its folder.
    package var extract: String
    /// SHA-256 of the extract, in hexadecimal.
    package var digest: String
    package var extractBytes: Int
    package var bounds: Bounds
    /// RFC 3339; nil while the import is not finished.
    package var importedAt: String?
    package var parts: [Part] = []
    /// Nil for an extract that the keeper brought.
    package var source: Source?

    package init(name: String, of extract: RegionExtract, from source: Source? = nil) {
        self.source = source
        self.name = name
        self.extract = extract.name
        digest = extract.digest
        extractBytes = extract.bytes
        bounds = extract.bounds
    }

    /// The manifest in a folder; nil where there is none that can be read.
    static func read(_ folder: String) -> RegionManifest? {
        guard let bytes = fileBytes(folder + "/" + file, bytesMax: 1 << 20) else { return nil }
        // Another format, or a half-written file: then there is no region, or nothing to go on with.
        guard let manifest = try? JSONDecoder().decode(RegionManifest.self, from: Data(bytes)) else { return nil }
        return manifest.format == 1 ? manifest : nil
    }

    /// Writes it in one step.
    func write(_ folder: String) throws(RegionFailure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try encoder.encode(self).write(to: URL(filePath: folder + "/" + Self.file), options: .atomic)
        } catch {
            throw RegionFailure(words: "\(folder)/\(Self.file) cannot be written")
        }
    }
}

/// A small file's bytes; nil where it is missing or larger.
func fileBytes(_ path: String, bytesMax: Int) -> [UInt8]? {
    // The callers treat every reason alike.
    guard let data = try? Data(contentsOf: URL(filePath: path)), data.count <= bytesMax else { return nil }
    return [UInt8](data)
}
