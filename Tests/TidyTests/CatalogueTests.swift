import Foundation
import Testing

/// What DocC would find out, without building: `make docs` lets it look itself.
@Suite struct CatalogueTests {
    private var pages: [SourceFile] {
        SourceTree.files.filter { $0.path.contains(".docc/") && $0.path.hasSuffix(".md") }
    }

    @Test func `every symbol and page that a catalogue links to is there`() {
        #expect(!pages.isEmpty)
        let (declared, names) = (declaredNames, pageNames)
        let contracts = SourceTree.sources.filter { $0.target == "HearthClient" }
        #expect((pages + contracts).flatMap { $0.deadSymbols(declared: declared, pages: names) } == [])
    }

    @Test func `a dead symbol is seen`() {
        let page = SourceFile(
            path: "A.md",
            text: "``Outbox/run()`` and ``Outbox/walk()``\n<doc:Somewhere>\n```swift\n``x``\n```"
        )
        let declared: Set<String> = ["Outbox", "run"]
        #expect(
            page.deadSymbols(declared: declared, pages: []) == [
                "A.md:1 no symbol Outbox/walk()", "A.md:2 no page Somewhere",
            ]
        )
    }

    /// What the client library declares, by its bare name.
    private var declaredNames: Set<String> {
        let sources = SourceTree.sources.filter { $0.target == "HearthClient" }
        let kinds = ["func ", "var ", "let ", "struct ", "class ", "actor ", "enum ", "protocol ", "case "]
        let declarations = sources.flatMap(\.code).filter { line in kinds.contains { holds($0, in: line) } }
        let names = declarations.flatMap { line in
            line.matches(of: /\b(?:func|var|let|struct|class|actor|enum|protocol|case) (\w+)/).map { String($0.1) }
        }
        return Set(names).union(["HearthClient"])
    }

    private var pageNames: Set<String> { Set(pages.map { String($0.name.dropLast(3)) }) }
}

extension SourceFile {
    /// Links to symbols of which a part is declared nowhere, and to pages that are not there.
    fileprivate func deadSymbols(declared: Set<String>, pages: Set<String>) -> [String] {
        var found: [String] = []
        var isCode = false
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("```") { isCode.toggle() }
            guard !isCode, holds("``", in: line) || holds("<doc:", in: line) else { continue }
            for match in line.matches(of: /``([A-Z][\w\/():,]*)``/) {
                let parts = match.1.split(separator: "/").map { $0.prefix { $0 != "(" } }
                guard !parts.allSatisfy({ declared.contains(String($0)) }) else { continue }
                found.append("\(path):\(index + 1) no symbol \(match.1)")
            }
            for match in line.matches(of: /<doc:(\w+)>/) where !pages.contains(String(match.1)) {
                found.append("\(path):\(index + 1) no page \(match.1)")
            }
        }
        return found
    }
}
