import Foundation
import Testing

/// core.wasm under node: asked with the page's own module, in a process of its own.
enum PageCore {
    /// What it answers to each line; nil where the rule refuses.
    static func answers(to lines: [String]) throws -> [[Double]?] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            // A folder that stays in the temporary one is no reason to fail.
            try? FileManager.default.removeItem(at: folder)
        }
        // Files, so that no pipe can fill.
        let (questions, told) = (folder.appending(path: "questions"), folder.appending(path: "answers"))
        try Data(lines.joined(separator: "\n").utf8).write(to: questions)
        try Data().write(to: told)
        let wasm = root.appending(path: ".build/web/core.wasm")
        try #require(FileManager.default.fileExists(atPath: wasm.path), "build it with Web/core/build")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "node", root.appending(path: "Tests/CoreTests/runner.mjs").path, root.appending(path: "Web/lib").path,
            wasm.path,
        ]
        process.standardInput = try FileHandle(forReadingFrom: questions)
        process.standardOutput = try FileHandle(forWritingTo: told)
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        let text = String(decoding: try Data(contentsOf: told), as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(numbers)
    }

    static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

    private static func numbers(_ line: Substring) -> [Double]? {
        guard line != "refused RangeError" else { return nil }
        // What is no number, such as a trap's name, is none that any rule answers.
        return line.split(separator: " ").map { $0 == "NaN" ? .nan : Double($0) ?? -.infinity }
    }
}

/// Whether two answers are the same: to 1e-9, of the number where it is large.
func agree(_ left: [Double]?, _ right: [Double]?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.count == right.count
        && zip(left, right).allSatisfy { left, right in
            left.isNaN ? right.isNaN : abs(left - right) <= 1e-9 * max(1, abs(left))
        }
}
