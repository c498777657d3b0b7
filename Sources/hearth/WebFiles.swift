import Glibc
import HTTP
import HubAPI
import Maps
import SQL
import SQLite

/// Where something that the build makes lies: beside the program, where the build puts it, or where a package does.
///
/// `name` such as `web` or `region/liechtenstein.mbtiles`; nil where it was not built.
func builtFile(_ name: String) -> String? {
    guard let program = unsafe realpath("/proc/self/exe", nil) else { return nil }
    defer { unsafe free(program) }
    let folder = unsafe String(cString: program).split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/")
    return ["", "/../..", "/../share/hearth"].map { "\(folder)\($0)/\(name)" }
        .first { unsafe access($0, R_OK) == 0 }
}

extension WebAssets {
    /// The page of a hub: from the folder that is set, which must be there, else as it was built, else none.
    static func of(_ configuration: Configuration) throws -> WebAssets {
        guard let folder = configuration.webFolder ?? builtFile("web") else {
            say("the web page is not built; `make web` builds it")
            return WebAssets()
        }
        do {
            return try WebAssets(folder: folder)
        } catch {
            switch error {
            case .unreadable(let path): throw CommandFailure(words: "\(path): the web page cannot be read")
            case .tooLarge(let bytesMax):
                throw CommandFailure(words: "\(folder) is no web page: it holds more than \(bytesMax >> 20) MiB")
            case .noShelf(let failure):
                throw CommandFailure(
                    words: "the web page needs a temporary file (TMPDIR, /var/tmp or /tmp): \(errorWords(failure.code))"
                )
            }
        }
    }
}

extension Basemap {
    /// The map of a hub: from the file that is set, which must be there, else that of its region, else none.
    static func of(_ configuration: Configuration) async throws -> Basemap? {
        let own = configuration.dataFolder + "/region/basemap.mbtiles"
        guard let path = configuration.basemapFile ?? (unsafe access(own, R_OK) == 0 ? own : nil) else { return nil }
        var facts = stat()
        guard unsafe stat(path, &facts) == 0 else {
            throw CommandFailure(words: "\(path): \(errorWords(errno))")
        }
        // A file that was replaced differs in at least one of these.
        let version = [facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec].map { String($0, radix: 36) }
        do {
            var limits = Database.Limits()
            limits.readers = 1
            return try await Basemap(
                try Database(SQLite(reading: path), limits: limits),
                version: version.joined(separator: "-")
            )
        } catch let error as StorageError {
            throw CommandFailure(words: "\(path) is no map in MBTiles: \(error.message)")
        }
    }
}
