import Glibc
import HTTP
import Hub
import HubAPI

/// Where something that the build makes lies: beside the program, where the build puts it, or where a package does.
///
/// `name` such as `web` or `region/liechtenstein.mbtiles`; nil where it was not built.
package func builtFile(_ name: String) -> String? {
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
            tell("the web page is not built; `make web` builds it", .warning)
            return WebAssets()
        }
        do {
            return try WebAssets(folder: folder)
        } catch {
            switch error {
            case .unreadable(let path): throw CommandFailure(words: "\(path): the web page cannot be read")
            case .tooLarge(let bytesMax):
                throw CommandFailure(words: "\(folder) is not a web page: larger than \(bytesMax >> 20) MiB")
            case .noShelf(let failure):
                throw CommandFailure(
                    words: "the web page needs a temporary file (TMPDIR, /var/tmp or /tmp): \(errorWords(failure.code))"
                )
            }
        }
    }
}
