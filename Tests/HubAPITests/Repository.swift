import Foundation

/// The repository that these tests were compiled from.
enum Repository {
    private static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// A file of it, by its path from the top.
    static func file(_ path: String) -> URL { top.appending(path: path) }
}
