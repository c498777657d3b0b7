import Crypto
import FoundationEssentials

/// The files of the page, read once and kept in memory: a path is looked up among them, never on the disk.
package struct WebAssets: Sendable {
    /// Why a folder is not taken.
    package enum Refusal: Error, Sendable, Equatable {
        /// The folder, or a file in it, cannot be read.
        case unreadable(String)
        /// All files together are larger than this many bytes.
        case tooLarge(bytesMax: Int)
    }

    /// Changes with any of the files.
    package let version: String
    /// By path, which begins with "/".
    private let assets: [String: WebAsset]

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
        } catch {
            throw .unreadable(folder)
        }
    }

    /// Files by path; one that ends in `.gz` is the compressed form of the one without.
    private init(_ files: [String: [UInt8]]) {
        var assets: [String: WebAsset] = [:]
        for (path, content) in files where !path.hasSuffix(".gz") {
            assets[path] = WebAsset(path: path, content: content, compressed: files[path + ".gz"])
        }
        self.assets = assets
        let hashes = assets.keys.sorted().map { "\($0) \(assets[$0]?.hash ?? "")\n" }.joined()
        version = String(SHA256.hexadecimal(Array(hashes.utf8)).prefix(16))
    }

    var isEmpty: Bool { assets.isEmpty }

    subscript(path: String) -> WebAsset? { assets[path] }

    private static func contents(of folder: String, bytesMax: Int) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
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
            files["/" + name] = content
        }
        return files
    }
}
