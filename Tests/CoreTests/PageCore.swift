import Foundation
import Programs
import Testing

/// core.wasm under node: asked with the page's own module, in a process of its own.
enum PageCore {
    /// What it answers to each line; nil where the rule refuses.
    static func answers(to lines: [String]) throws -> [[Double]?] {
        let wasm = root.appending(path: ".build/web/core.wasm")
        try #require(FileManager.default.fileExists(atPath: wasm.path), "build it with Web/core/build")
        let words = [
            "node", root.appending(path: "Tests/CoreTests/runner.mjs").path,
            root.appending(path: "Web/lib/device").path, wasm.path,
        ]
        let asked = Data(lines.joined(separator: "\n").utf8)
        let (status, told) = try StartedProgram.output(of: words, input: asked)
        try #require(status == 0)
        let text = String(decoding: told, as: UTF8.self)
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
