import Testing

@Suite struct DocCommentTests {
    /// Asked of types that others use, and of public functions.
    ///
    /// A function of a package has a comment where its name and parameters leave a question. Not asked of an `init` that only
    /// checks and assigns its parameters, nor of what a protocol asks for, which has its contract there.
    @Test func `every type of a package and every public function has its contract`() {
        let witnesses = SourceTree.sources.reduce(into: Set<String>()) { $0.formUnion($1.requirements()) }
        #expect(SourceTree.sources.flatMap { $0.undocumented(witnesses: witnesses) } == [])
    }

    @Test func `a missing contract is seen`() {
        let text = """
            /// Documented.
            @frozen
            public struct A: Hashable {
                package let at: Int
                package func b() {}
                public func d() {}
                /// Documented.
                @inlinable public func c() {}
                public init(at: Int) {
                    precondition(at > 0)
                    self.at = at
                }
                public init?(text: String) {
                    self.at = text.count
                }
                public func hash(into hasher: inout Hasher) {}
                static package func == (left: A, right: A) -> Bool { true }
                package func asked(of some: Int) {}
            }
            protocol Asking {
                func asked(of some: Int)
            }
            package enum D {}
            func e() {}
            """
        let file = SourceFile(path: "Sources/Hub/A.swift", text: text)
        #expect(file.requirements() == ["asked"])
        let missing = file.undocumented(witnesses: ["asked"])
        #expect(
            missing.map { $0.prefix(24) } == [
                "Sources/Hub/A.swift:6 no", "Sources/Hub/A.swift:13 n", "Sources/Hub/A.swift:23 n",
            ]
        )
    }
}

extension SourceFile {
    /// The names of the functions that the protocols of this file ask for.
    fileprivate func requirements() -> Set<String> {
        var names: Set<String> = []
        var braces = 0
        var outside: Int?
        for line in code {
            if outside == nil, contains(word: "protocol", in: line) { outside = braces }
            if outside != nil, let name = functionName(line) { names.insert(name) }
            braces += line.count { $0 == "{" } - line.count { $0 == "}" }
            if let before = outside, braces <= before, line.contains("}") { outside = nil }
        }
        return names
    }

    private func functionName(_ line: String) -> String? {
        guard holds("func ", in: line), let match = line.firstMatch(of: /\bfunc (\w+)/) else { return nil }
        return String(match.1)
    }

    fileprivate func undocumented(witnesses: Set<String>) -> [String] {
        code.indices.compactMap { index in
            guard isExportedTypeOrFunction(code[index]), !isStandardRequirement(code[index]),
                !hasDocComment(above: index), !onlyAssigns(from: index),
                !(functionName(code[index]).map(witnesses.contains) ?? false)
            else { return nil }
            let declaration = code[index].split(separator: " ").joined(separator: " ")
            return "\(path):\(index + 1) no /// for: \(declaration)"
        }
    }

    private func isExportedTypeOrFunction(_ line: String) -> Bool {
        let holds = { (words: [String]) in words.contains { contains(word: $0, in: line) } }
        guard !holds(["import", "extension", "var", "let", "case"]) else { return false }
        if holds(["func", "subscript", "init"]) { return holds(["public"]) }
        return holds(["public", "package"])
            && holds(["struct", "enum", "class", "actor", "protocol", "typealias", "macro"])
    }

    private func isStandardRequirement(_ line: String) -> Bool {
        [
            "func ==", "func <", "func hash(into", "func encode(to", "init(from decoder", "func makeAsyncIterator",
            "func makeIterator", "func next()", "func next(isolation", "init(stringLiteral", "init(integerLiteral",
            "init(stringInterpolation", "init(literalCapacity", "init(arrayLiteral", "typealias RawValue",
            "init?(rawValue",
            "init?(stringValue",
            "init?(intValue", "func enqueue(_", "func checkIsolated()", "func callAsFunction",
        ].contains { line.contains($0) }
    }

    private func hasDocComment(above index: Int) -> Bool {
        var above = index - 1
        while above >= 0 {
            let line = lines[above].drop { $0 == " " }
            if line.hasPrefix("///") { return true }
            guard line.hasPrefix("@") || line.hasPrefix("//") || line.hasPrefix(")") else { return false }
            above -= 1
        }
        return false
    }

    /// True for an `init` that cannot fail and does nothing but check its parameters and fill properties.
    private func onlyAssigns(from index: Int) -> Bool {
        guard contains(word: "init", in: code[index]), !code[index].contains("init?"),
            let opening = code[index...].firstIndex(where: { $0.contains("{") }),
            let closing = code[opening...].firstIndex(where: { $0.contains("}") }),
            !code[index...opening].contains(where: { $0.contains("throws") })
        else { return false }
        return opening == closing
            || code[(opening + 1)..<closing].allSatisfy { line in
                let line = line.drop { $0 == " " }
                return line.isEmpty || line.hasPrefix("precondition(")
                    || line.contains(" = ") && !line.contains("(") && !contains(word: "let", in: String(line))
            }
    }
}
