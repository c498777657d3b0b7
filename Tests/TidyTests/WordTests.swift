import Testing

@Suite struct WordTests {
    @Test(arguments: ["@unchecked Sendable", "try!", "fatalError(", "Task.detached", "as!"])
    func `a way around the compiler is not taken`(_ word: String) {
        #expect(SourceTree.swift.flatMap { $0.lines(withWord: word) } == [])
    }

    /// Foundation's ends this process where many files are open: `StartedProgram` says why.
    @Test func `no program is started by Foundation`() {
        #expect(SourceTree.swift.flatMap { $0.lines(withWord: "Process()") } == [])
    }

    @Test func `time is an argument: no core asks the clock`() {
        // What an app is given as the world it runs in.
        let world = "Sources/HearthClient/Hub/Surroundings.swift"
        let cores = SourceTree.sources.filter { $0.target != "hearth" && $0.path != world }
        #expect(cores.flatMap { $0.lines(withWord: "Date()") + $0.lines(withWord: "Date.now") } == [])
    }

    @Test func `only the executable prints`() {
        let others = SourceTree.sources.filter { $0.target != "hearth" }
        #expect(others.flatMap { $0.lines(withWord: "print(") } == [])
    }

    /// Not asked of a task that sleeps, which fails where it is cancelled alone.
    @Test func `code that swallows an error gives its reason`() {
        #expect(SourceTree.swift.flatMap { $0.lines(withUnreasonedWord: "try?", unless: "sleep(") } == [])
    }

    @Test func `code that the compiler cannot check has its reason there, or in the contract of its type`() {
        #expect(SourceTree.swift.flatMap { $0.lines(withUnreasonedWord: "nonisolated(unsafe)", orInType: true) } == [])
    }

    /// S25: what people write reaches a page as text.
    @Test(arguments: [
        "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "DOMParser", "srcdoc", "setHTML",
        "createContextualFragment", "javascript:",
    ])
    func `S25: no script of the page makes markup of a text`(_ word: String) {
        let scripts = SourceTree.files.filter { $0.path.hasPrefix("Web/") && $0.path.hasSuffix(".js") }
        #expect(scripts.count > 100)
        #expect(scripts.flatMap { $0.rawLines(containing: word) } == [])
    }

    @Test func `nothing is left to do later without an issue`() {
        let marks = ["TO" + "DO", "FIX" + "ME"]
        // With a V before it, the first is a component of iCalendar.
        let component = "V" + marks[0]
        let components = Set(
            SourceTree.files.flatMap { $0.rawLines(containing: component) }.map {
                $0.replacing(component, with: marks[0])
            }
        )
        let found = SourceTree.files.flatMap { file in marks.flatMap { file.rawLines(containing: $0) } }
        #expect(found.filter { !components.contains($0) } == [])
    }

    @Test func `banned words are seen in code and only there`() {
        let text = """
            let a = try? b()
            let c = try? d()  // the file may be gone
            // the cache is only a cache
            let e = try? f()
            try? await Task.sleep(for: .seconds(1))
            let g = "try! \\(try! h()) try!"  // try!
            fingerprint(x); y.print(z); print(1)
            let date = Date()
            """
        let file = SourceFile(path: "A.swift", text: text)
        #expect(
            file.lines(withUnreasonedWord: "try?", unless: "sleep(") == ["A.swift:1 try? without a // reason"]
        )
        let pointer = "struct B {\n    nonisolated(unsafe) let c: Int\n}\n"
        #expect(
            SourceFile(path: "A.swift", text: pointer).lines(withUnreasonedWord: "nonisolated(unsafe)", orInType: true)
                .count == 1
        )
        let reasoned = SourceFile(path: "A.swift", text: "/// Owned by one thread.\n@safe\n" + pointer)
        #expect(reasoned.lines(withUnreasonedWord: "nonisolated(unsafe)", orInType: true) == [])
        #expect(file.lines(withWord: "try!") == ["A.swift:6 try!"])
        #expect(file.lines(withWord: "print(") == ["A.swift:7 print("])
        #expect(file.lines(withWord: "Date()") == ["A.swift:8 Date()"])
        #expect(
            SourceFile(path: "A.swift", text: "let x = 1 // try!\n/* try! /* */ try! */").lines(withWord: "try!") == []
        )
        let raw = "let x = #\"a \" try! \"#\nlet y = \"\"\"\n try! \"quoted\" \n \"\"\"\ntry! z()"
        #expect(SourceFile(path: "A.swift", text: raw).lines(withWord: "try!") == ["A.swift:5 try!"])
    }
}

extension SourceFile {
    /// Where the word stands as code.
    func lines(withWord word: String) -> [String] {
        code.indices.filter { contains(word: word, in: code[$0]) }.map { "\(path):\($0 + 1) \(word)" }
    }

    /// Where the text stands at all.
    func rawLines(containing text: String) -> [String] {
        lines.indices.filter { holds(text, in: lines[$0]) }.map { "\(path):\($0 + 1) \(text)" }
    }

    /// Where the word stands as code with no comment on its line or on the line before, nor above its type.
    fileprivate func lines(withUnreasonedWord word: String, orInType: Bool = false, unless other: String? = nil)
        -> [String]
    {
        code.indices.filter { index in
            contains(word: word, in: code[index]) && !(other.map { holds($0, in: code[index]) } ?? false)
                && !lines[index].contains("//") && !isCommented(above: index)
                && !(orInType && isTypeCommented(around: index))
        }
        .map { "\(path):\($0 + 1) \(word) without a // reason" }
    }

    private func isCommented(above index: Int) -> Bool {
        index > 0 && lines[index - 1].drop { $0 == " " }.hasPrefix("//")
    }

    /// Whether the type last begun before this line has a comment above it and its attributes.
    private func isTypeCommented(around index: Int) -> Bool {
        let kinds = ["struct", "class", "enum", "actor"]
        let type = code[..<index].lastIndex { line in kinds.contains { contains(word: $0, in: line) } }
        guard var top = type else { return false }
        while top > 0, lines[top - 1].hasPrefix("@") { top -= 1 }
        return isCommented(above: top)
    }
}
