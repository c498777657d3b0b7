import Testing

@Suite struct SizeTests {
    @Test func `a file has at most 300 lines`() {
        let long = SourceTree.files
            .filter { file in [".swift", ".js", ".css"].contains { file.path.hasSuffix($0) } }
            .compactMap { $0.tooLong(limit: 300) }
        #expect(long == [])
    }

    @Test func `a function has at most 50 lines`() {
        #expect(SourceTree.swift.flatMap { $0.longFunctions(limit: 50) } == [])
    }

    @Test func `a folder has at most 30 files`() {
        #expect(SourceTree.allPaths.fullFolders(limit: 30) == [])
    }

    @Test func `a full folder is seen, and one that may be full is not`() {
        let paths = [
            "Sources/Hub/A.swift", "Sources/Hub/B.swift", "Sources/Hub/C/D.swift", "Web/models/a.js", "Web/models/b.js",
        ]
        #expect(paths.fullFolders(limit: 1) == ["Sources/Hub has 2 files"])
        #expect(paths.fullFolders(limit: 2) == [])
    }

    @Test func `a name says what is inside`() {
        #expect(SourceTree.allPaths.compactMap(emptyName) == [])
    }

    @Test func `long files, long functions and empty names are seen`() {
        let text = "func long(\n    a: Int\n) {\n    if true {\n    }\n}\nprotocol P { func short() }\nfunc b() {}\n"
        let file = SourceFile(path: "Sources/Hub/A.swift", text: text)
        #expect(file.tooLong(limit: 7) == "Sources/Hub/A.swift:8 has 8 lines")
        #expect(file.tooLong(limit: 8) == nil)
        #expect(file.longFunctions(limit: 5) == ["Sources/Hub/A.swift:1 a function of 6 lines"])
        #expect(file.longFunctions(limit: 6) == [])
        #expect(emptyName("Sources/Hub/StringExtensions.swift") != nil)
        #expect(emptyName("Sources/Hub/Helpers/Text.swift") != nil)
        #expect(emptyName("Sources/Hub/Trips.swift") == nil)
    }
}

/// Folders that may hold more, each with the reason.
private let largeFolders: [String: String] = [
    "Sources/Storage/Migrations": "one numbered file for each step, never moved",
    "Tests/BrowserTests": "one file for each page or flow",
    "Tests/Fixtures/wire": "recorded messages, by their names",
    "Web/elements": "one file for each element",
    "Web/lib/dom": "one file for each way to draw",
    "Web/models": "one file for each model",
    "Web/pages": "one file for each page",
    "Web/styles": "one file for each element with a style",
    "Web/tests": "one file for each model",
]

extension [String] {
    /// The folders with more files of their own than a reader takes in at once.
    fileprivate func fullFolders(limit: Int) -> [String] {
        let folders = map { $0.split(separator: "/").dropLast().joined(separator: "/") }
        let counts = folders.reduce(into: [:]) { counts, folder in counts[folder, default: 0] += 1 }
        return counts.filter { $0.value > limit && largeFolders[$0.key] == nil }
            .map { "\($0.key) has \($0.value) files" }.sorted()
    }
}

private func emptyName(_ path: String) -> String? {
    let empty = ["Utils", "Utilities", "Helper", "Helpers", "Manager", "Extensions"]
    let words = path.split(whereSeparator: { $0 == "/" || $0 == "." })
    let found = empty.first { word in words.contains { $0.hasSuffix(word) || $0.hasSuffix(word.lowercased()) } }
    return found.map { "\(path):1 is called \($0), which says nothing" }
}

extension SourceFile {
    fileprivate func tooLong(limit: Int) -> String? {
        lineCount > limit ? "\(path):\(lineCount) has \(lineCount) lines" : nil
    }

    fileprivate func longFunctions(limit: Int) -> [String] {
        code.indices.compactMap { index in
            guard startsFunction(code[index]), let end = closingLine(from: index), end - index + 1 > limit else {
                return nil
            }
            return "\(path):\(index + 1) a function of \(end - index + 1) lines"
        }
    }

    private func startsFunction(_ line: String) -> Bool {
        contains(word: "func", in: line) || contains(word: "deinit", in: line) || contains(word: "subscript", in: line)
            || ["init(", "init?(", "init<"].contains { contains(word: $0, in: line) }
    }

    /// The line where the body opened by the declaration on line `start` closes, or nil where it has none.
    ///
    /// A declaration without a body (in a protocol, or a call of `init`) ends with a line on which no parenthesis
    /// stays open and after which no body, result or condition follows.
    private func closingLine(from start: Int) -> Int? {
        var braces = 0
        var parentheses = 0
        for index in start..<code.count {
            for character in code[index].utf8 {
                switch character {
                case UInt8(ascii: "("), UInt8(ascii: "["): parentheses += 1
                case UInt8(ascii: ")"), UInt8(ascii: "]"): parentheses -= 1
                case UInt8(ascii: "{") where parentheses == 0 || braces > 0: braces += 1
                case UInt8(ascii: "}") where braces > 0:
                    braces -= 1
                    if braces == 0 { return index }
                case UInt8(ascii: "}") where parentheses <= 0: return nil
                default: break
                }
            }
            if braces == 0, parentheses <= 0, !signatureContinues(after: index) { return nil }
        }
        return nil
    }

    private func signatureContinues(after index: Int) -> Bool {
        guard index + 1 < code.count else { return false }
        let next = code[index + 1].drop { $0 == " " }
        return ["{", "->", "where ", "throws", "async", "rethrows"].contains { next.hasPrefix($0) }
    }
}
