import FoundationEssentials
package import HTTP

/// The files of the page, read once and put on a shelf: a path is looked up among them, never in their folder, which
/// may change meanwhile.
package struct WebAssets: Sendable {
    /// Why a folder is not taken.
    package enum Refusal: Error, Sendable, Equatable {
        /// The folder, or a file in it, cannot be read.
        case unreadable(String)
        /// All files together are larger than this many bytes.
        case tooLarge(bytesMax: Int)
        /// There is nowhere to put them.
        case noShelf(TemporaryBlobStore.Failure)
    }

    /// Changes with any of the files.
    package let version: String
    /// By path, which begins with "/".
    private let assets: [String: WebAsset]

    /// One file as it lies on the shelf, with the beginning of its SHA-256.
    private typealias Shelved = (hash: String, content: StoredBlob)

    /// No page: its address says how to build one.
    package init() {
        self.init([:])
    }

    /// All files of a folder, except those whose names begin with a dot; at most 64 MiB.
    package init(folder: String, bytesMax: Int = 64 << 20) throws(Refusal) {
        do {
            self.init(try Self.contents(of: folder, bytesMax: bytesMax))
        } catch let refusal as Refusal {
            throw refusal
        } catch let failure as TemporaryBlobStore.Failure {
            throw .noShelf(failure)
        } catch {
            throw .unreadable(folder)
        }
    }

    /// Files by path; one that ends as a coding does is that form of the one without.
    private init(_ files: [String: Shelved]) {
        var assets: [String: WebAsset] = [:]
        for (path, file) in files where !ContentCoding.isForm(path) {
            var coded: [ContentCoding: StoredBlob] = [:]
            for coding in ContentCoding.allCases { coded[coding] = files[path + coding.suffix]?.content }
            assets[path] = WebAsset(path: path, hash: file.hash, content: file.content, coded: coded)
        }
        self.assets = assets
        let hashes = assets.keys.sorted().map { "\($0) \(assets[$0]?.hash ?? "")\n" }.joined()
        version = WebAsset.hash(of: Array(hashes.utf8))
    }

    var isEmpty: Bool { assets.isEmpty }

    subscript(path: String) -> WebAsset? { assets[path] }

    private static func contents(of folder: String, bytesMax: Int) throws -> [String: Shelved] {
        let shelf = try TemporaryBlobStore()
        var files: [String: Shelved] = [:]
        var bytes = 0
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            let path = folder + "/" + name
            var isFolder = false
            guard !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }),
                FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder
            else { continue }
            let content = [UInt8](try Data(contentsOf: URL(filePath: path)))
            bytes += content.count
            guard bytes <= bytesMax else { throw Refusal.tooLarge(bytesMax: bytesMax) }
            // A coded form is tagged by its file.
            let hash = ContentCoding.isForm(name) ? "" : WebAsset.hash(of: content)
            files["/" + name] = (hash, try shelf.put(content))
        }
        return files
    }
}
