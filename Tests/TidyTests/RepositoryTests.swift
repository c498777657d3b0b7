import Foundation
import Testing

@Suite struct RepositoryTests {
    @Test func `the tree that is checked is there`() {
        #expect(SourceTree.allPaths.contains("Package.swift"))
        #expect(SourceTree.sources.count > 10)
    }

    @Test func `migrations are numbered from 1 without gaps`() {
        let folder = "Sources/Storage/Migrations/"
        let names = SourceTree.allPaths.filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.count)) }
        #expect(misnumbered(migrations: names) == [])
    }

    @Test func `misnumbered migrations are seen`() {
        #expect(misnumbered(migrations: ["v0001_members.sql", "v0002_daily_tracks.sql"]) == [])
        #expect(misnumbered(migrations: ["v0001_members.sql", "v0003_places.sql"]).count == 1)
        #expect(misnumbered(migrations: ["v0001_members.sql", "v0001_places.sql"]).count == 1)
        #expect(misnumbered(migrations: ["0001_members.sql"]).count == 1)
        #expect(misnumbered(migrations: ["v0001_Members.sql"]).count == 1)
        #expect(misnumbered(migrations: ["v0001_members.txt"]).count == 1)
    }

    @Test(arguments: machineTraces)
    func `the repository speaks of Hearth alone`(_ trace: String) {
        #expect(SourceTree.files.flatMap { $0.rawLines(containing: trace) } == [])
    }

    @Test func `a trace of one machine is seen`() {
        for trace in machineTraces {
            #expect(SourceFile(path: "Makefile", text: "a\ncp x\(trace)y z").rawLines(containing: trace).count == 1)
        }
    }

    @Test func `S43: every part from elsewhere is pinned, and no script of the page comes from elsewhere`() throws {
        let requirements = SourceTree.files.filter { $0.name == "requirements.txt" }
        #expect(requirements.map(\.path).contains("Web/requirements.txt"))
        for file in requirements {
            #expect(unpinned(file.lines, needsHash: file.path == "Web/requirements.txt") == [], "\(file.path)")
        }
        let package = try #require(SourceTree.files.first { $0.path == "Package.swift" })
        #expect(package.rawLines(containing: ".package(") == [], "no source of others is fetched")
        for file in SourceTree.files where file.path.hasPrefix("Web/") && file.path.hasSuffix(".js") {
            let foreign = ["from \"http", "from \"//", "import \"http", "import(\"http", "import(\"//"]
            #expect(foreign.flatMap { file.rawLines(containing: $0) } == [])
        }
    }

    @Test func `a part that is not pinned is seen`() {
        let lines = ["# words", "", "a==1.0 --hash=sha256:ab12", "b==2.0", "c>=3", "d"]
        #expect(unpinned(lines, needsHash: false) == ["c>=3", "d"])
        #expect(unpinned(lines, needsHash: true) == ["b==2.0", "c>=3", "d"])
    }

    @Test func `every fixture is listed with its origin`() {
        let fixtures = SourceTree.allPaths.filter { $0.hasPrefix("Tests/Fixtures/") && !$0.hasSuffix("/README.md") }
        let readmes = SourceTree.files.filter { $0.name == "README.md" }
        #expect(unlisted(fixtures: fixtures, readmes: readmes) == [])
    }

    @Test func `a fixture without an origin is seen`() {
        let readme = SourceFile(path: "Tests/Fixtures/a/README.md", text: "| b.gpx | a walk |")
        let own = SourceFile(path: "Tests/Fixtures/own/README.md", text: "x\n\n\(ownFixtures)\n")
        let fixtures = ["a/b.gpx", "a/c.gpx", "own/d.json", "e.json"].map { "Tests/Fixtures/" + $0 }
        #expect(
            unlisted(fixtures: fixtures, readmes: [readme, own]).map { $0.prefix { $0 != ":" } }
                == ["Tests/Fixtures/a/c.gpx", "Tests/Fixtures/e.json"]
        )
    }

    @Test func `a test that proves a statement names it as it is written`() {
        #expect(SourceTree.swift.filter { $0.path.hasPrefix("Tests/") }.flatMap { $0.misnamedStatements() } == [])
    }

    @Test func `a misnamed statement is seen`() {
        func found(_ name: String) -> Int {
            SourceFile(path: "A.swift", text: "    @Test func `\(name)`() {").misnamedStatements().count
        }
        for good in [
            "F53: a late fix", "F35, S17: nothing leaks", "a late fix", "A fix", "P8: fast", "a 6-digit code",
            "A 2 km walk", "TLS 1.3 only",
        ] {
            #expect(found(good) == 0, "\(good)")
        }
        for bad in ["F053: a", "F 53: a", "f53: a", "F53 a late fix", "Q7: a", "F99: a", "F53:a"] {
            #expect(found(bad) == 1, "\(bad)")
        }
    }

    @Test func `links between documents lead somewhere`() {
        let pages = SourceTree.files.filter { $0.path.hasSuffix(".md") }
        #expect(pages.flatMap { $0.deadLinks(existing: Set(SourceTree.allPaths)) } == [])
    }

    @Test func `a dead link is seen`() {
        let page = SourceFile(
            path: "docs/a.md",
            text: "[b](b.md) [r](../README.md#top) [w](https://example.org) [c](c.md)"
        )
        #expect(page.deadLinks(existing: ["docs/b.md", "README.md"]) == ["docs/a.md:1 leads nowhere: c.md"])
    }
}

/// Written in two halves, so that this file does not hold what it forbids.
private let machineTraces = [
    "/wo" + "rk/", "../sh" + "ared", "/tmp" + "/wt", "py" + "pi.org", "deb." + "debian.org", "/ro" + "ot/",
    "/opt" + "/wheels",
]

/// The sentence by which a folder's README says that the rest is ours.
private let ownFixtures = "Every file not listed here was made for Hearth."

private func misnumbered(migrations names: [String]) -> [String] {
    names.sorted().enumerated().compactMap { index, name in
        let digits = String(index + 1)
        let number = "v" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "_"
        let words = name.dropFirst(number.count).dropLast(4)
        let sound =
            name.hasPrefix(number) && name.hasSuffix(".sql") && !words.isEmpty
            && words.utf8.allSatisfy { (97...122).contains($0) || $0 == 95 || (48...57).contains($0) }
        return sound ? nil : "\(name):1 should be called \(number)words.sql"
    }
}

private func unlisted(fixtures: [String], readmes: [SourceFile]) -> [String] {
    fixtures.filter { path in
        let file = path.split(separator: "/").map(String.init)
        let folder = file.dropLast().joined(separator: "/")
        guard let readme = readmes.first(where: { $0.path == folder + "/README.md" }) else { return true }
        return !readme.lines.contains { $0.contains(file[file.count - 1]) || $0.contains(ownFixtures) }
    }
    .map { "\($0):1 is not in the README.md beside it; that says origin and licence, or: \(ownFixtures)" }
}

extension SourceFile {
    /// Test names that begin with something like a statement's number but not as `F53: …` or `F35, S17: …`.
    fileprivate func misnamedStatements() -> [String] {
        lines.indices.filter { index in
            guard holds("func `", in: lines[index]) else { return false }
            let parts = lines[index].split(separator: "`", omittingEmptySubsequences: false)
            guard parts.count >= 3, parts[0].contains("func ") else { return false }
            return parts[1].firstMatch(of: /^([A-Za-z]\d+|[B-Z] \d+)(\W|$)/) != nil && !isStatementName(parts[1])
        }
        .map { "\(path):\($0 + 1) begins with a statement's number that is none, or lacks the colon" }
    }

    private func isStatementName(_ name: Substring) -> Bool {
        let highest: [Character: Int] = ["A": 13, "B": 8, "C": 7, "D": 5, "E": 7, "F": 96, "G": 10, "S": 64, "P": 15]
        guard let match = name.firstMatch(of: /^([A-GPS][1-9]\d?(?:, [A-GPS][1-9]\d?)*): \S/) else { return false }
        return match.1.split(separator: ", ").allSatisfy { id in
            guard let letter = id.first, let number = Int(id.dropFirst()), let limit = highest[letter] else {
                return false
            }
            return number <= limit
        }
    }

    fileprivate func deadLinks(existing: Set<String>) -> [String] {
        lines.enumerated().flatMap { index, line in
            line.matches(of: /\]\(([^)#\s]+)(#[^)]*)?\)/).map { String($0.1) }
                .filter { target in !target.contains("://") && !existing.contains(where: { leads(to: $0, target) }) }
                .map { "\(path):\(index + 1) leads nowhere: \($0)" }
        }
    }

    private func leads(to existing: String, _ target: String) -> Bool {
        let here = URL(filePath: "/" + folders.joined(separator: "/"), directoryHint: .isDirectory)
        let path = String(here.appending(path: target).standardizedFileURL.path.dropFirst())
        return existing == path || existing.hasPrefix(path + "/")
    }
}

/// The lines of a list of parts that leave open which one is meant.
private func unpinned(_ lines: [String], needsHash: Bool) -> [String] {
    lines.filter { line in
        guard !line.isEmpty, !line.hasPrefix("#") else { return false }
        let isPinned = line.contains(/^[A-Za-z0-9._-]+==[0-9][^ ]*( |$)/)
        return !isPinned || needsHash && !line.contains("--hash=sha256:")
    }
}
