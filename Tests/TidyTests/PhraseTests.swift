import Testing

/// Every phrase that the hub writes to people is there in each language, and no other.
struct PhraseTests {
    static let languages = ["de", "es", "fr", "zh-Hans"]

    /// Files of these folders hold phrases where they name such a word.
    private static let homes = [
        ("Sources/Hub/", "import Languages"), ("Sources/HubAPI/", "Problem"), ("Sources/HubAPI/", "import Languages"),
        ("Sources/Deputy/", "import Languages"), ("Sources/Demo/Scenario.swift", "Persona"),
        ("Sources/hearth/Demo/", "family.spoken("), ("Sources/hearth/Doctor/", "Finding"),
        ("Sources/hearth/Doctor/", "Phrase"),
    ]
    /// Literals there that look like words to people: names.
    private static let others = ["Mac OS", "A browser", "Maximilian-Alexander"]
    /// Programs, whose names have no capital where they begin a sentence either.
    private static let programs = ["systemd ", "monero-wallet-rpc "]

    private static var literals: [(key: String, path: String)] {
        SourceTree.sources.filter { file in
            homes.contains { file.path.hasPrefix($0.0) && file.lines.joined().contains($0.1) }
        }.flatMap { file in
            var reader = PhraseReader(file.lines.joined(separator: "\n"))
            var keys: [(String, String)] = []
            while let key = reader.next() { keys.append((key, file.path)) }
            return keys
        }
    }

    /// Words to people begin with a capital or a name, and are more than one; what the log says begins with neither.
    private static func isPhrase(_ key: String) -> Bool {
        let words = key.split(separator: " ").filter { $0.first != "{" }
        guard words.contains(where: { $0.first?.isLetter == true }), let first = key.first else { return false }
        // A unit or a zone is the same everywhere.
        guard !["{0} min", "{0} h", "{0} UTC"].contains(key) else { return false }
        let isNamed = key.starts(with: /\{0\}[,.]?\s/) || programs.contains(where: key.hasPrefix)
        guard first.isUppercase || isNamed, !others.contains(where: key.hasPrefix) else { return false }
        return key.contains(" ") || key.hasSuffix(".")
    }

    private static func entries(_ language: String) throws -> [(key: String, words: String)] {
        let path = "Sources/Libraries/Languages/Translations/\(language).po"
        let file = try #require(SourceTree.files.first { $0.path == path }, "\(path)")
        let keys = file.lines.filter { $0.hasPrefix("msgid ") }.map { unquoted($0.dropFirst(6)) }
        let words = file.lines.filter { $0.hasPrefix("msgstr ") }.map { unquoted($0.dropFirst(7)) }
        try #require(keys.count == words.count)
        // The first entry is the file's own head.
        return Array(zip(keys, words).dropFirst().map { (key: $0, words: $1) })
    }

    private static func unquoted(_ text: Substring) -> String {
        String(text.dropFirst().dropLast()).replacing("\\n", with: "\n").replacing("\\\"", with: "\"")
    }

    @Test(arguments: languages) func `every phrase has its words in each language`(language: String) throws {
        let known = Set(try Self.entries(language).filter { !$0.words.isEmpty }.map(\.key))
        let missing = Self.literals.filter { Self.isPhrase($0.key) && !known.contains($0.key) }
        let list = missing.map { "\($0.path): \($0.key)" }.joined(separator: "\n")
        #expect(missing.isEmpty, "without words in \(language):\n\(list)")
    }

    @Test(arguments: languages) func `no language has words that nothing says`(language: String) throws {
        let said = Set(Self.literals.map(\.key))
        let entries = try Self.entries(language)
        let idle = entries.map(\.key).filter { !said.contains($0) }
        #expect(idle.isEmpty, "\(idle)")
        #expect(Set(entries.map(\.key)).count == entries.count, "each once")
    }

    @Test(arguments: languages) func `every translation has the same gaps as its phrase`(language: String) throws {
        for entry in try Self.entries(language) {
            #expect(Self.gaps(entry.words) == Self.gaps(entry.key), "\(entry.key)")
        }
    }

    private static func gaps(_ text: String) -> [String] {
        text.matches(of: /\{\d+\}/).map { String($0.output) }.sorted()
    }

    @Test func `a literal is read as its key`() {
        let source = #"""
            // "no literal"
            let a = "Hello \(name("x", y: (1)))"
            let b = """
                One \
                two "three" \(4)
                """
            """#
        var reader = PhraseReader(source)
        #expect([reader.next(), reader.next(), reader.next()] == ["Hello {0}", "One two \"three\" {0}", nil])
    }
}
