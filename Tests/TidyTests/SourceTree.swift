import Foundation

/// One text file of the repository.
struct SourceFile: Sendable {
    /// From the top of the repository: `Sources/Family/Places/Place.swift`.
    let path: String
    let lines: [String]
    /// The same lines with comments and the insides of strings replaced by spaces: what the compiler acts on.
    let code: [String]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        code = path.hasSuffix(".swift") ? blankingCommentsAndStrings(text) : lines
    }

    var name: String { String(path.split(separator: "/").last ?? "") }
    var folders: [String] { path.split(separator: "/").dropLast().map(String.init) }
    var isSwift: Bool { path.hasSuffix(".swift") }
    /// The target a file under `Sources` belongs to.
    var target: String? {
        guard path.hasPrefix("Sources/"), folders.count > 1 else { return nil }
        return folders.count > 2 && ["Libraries", "CLibraries"].contains(folders[1]) ? folders[2] : folders[1]
    }
    /// Lines as editors count them: a final newline opens no further one.
    var lineCount: Int { lines.last == "" ? lines.count - 1 : lines.count }
}

/// The repository that these tests were compiled from.
enum SourceTree {
    static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Everything in the repository that a person may have written, by path.
    static let files: [SourceFile] = allPaths.compactMap { path in
        guard let data = try? Data(contentsOf: top.appending(path: path)),  // unreadable: not a file of ours
            !data.prefix(8_000).contains(0)
        else { return nil }
        return SourceFile(path: path, text: String(decoding: data, as: UTF8.self))
    }

    static let allPaths: [String] = paths(in: "")

    static var swift: [SourceFile] { files.filter(\.isSwift) }
    static var sources: [SourceFile] { swift.filter { $0.target != nil } }

    private static let skipped: Set<String> = [
        ".git", ".build", ".venv", "hearth-data", "node_modules", "__pycache__", "generated", ".hypothesis",
        ".schemathesis",
        ".swiftpm", "bench-results.json",
    ]

    private static func paths(in folder: String) -> [String] {
        // A folder that goes away meanwhile holds nothing.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: top.appending(path: folder).path)) ?? []
        return names.sorted().filter { !skipped.contains($0) }.flatMap { name in
            let path = folder.isEmpty ? name : folder + "/" + name
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: top.appending(path: path).path, isDirectory: &isFolder)
            guard exists else { return [String]() }
            return isFolder.boolValue ? paths(in: path) : [path]
        }
    }
}
