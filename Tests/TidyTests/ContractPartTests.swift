import Testing

/// The contract of the API is one document in parts, which COpenAPI.c names in their order.
@Suite struct ContractPartTests {
    @Test func `every part of the contract is taken in once, and its schemas come last`() throws {
        let joins = try #require(SourceTree.files.first { $0.path == "Sources/Contract/COpenAPI.c" })
        let named = joins.lines.compactMap { line in
            line.firstMatch(of: /^#embed "Parts\/(.+?)"/).map { String($0.1) }
        }
        #expect(named.sorted() == contract.map { String($0.path.dropFirst(folder.count)) }.sorted())
        #expect(named.first == "head.yaml")
        let shared = try #require(named.firstIndex(of: "components.yaml"))
        #expect(named[1..<shared].allSatisfy { $0.hasSuffix("/paths.yaml") })
        #expect(named[(shared + 1)...].allSatisfy { $0.hasSuffix("/schemas.yaml") })
    }

    @Test func `a part of the contract has at most 2000 lines`() {
        #expect(contract.filter { $0.lineCount > 2_000 }.map(\.path) == [])
    }

    @Test func `a feature's schema is used by that feature alone`() {
        var owners: [Substring: String] = [:]
        for part in contract where part.name == "schemas.yaml" {
            for line in part.lines {
                if let match = line.firstMatch(of: /^ {4}([A-Za-z0-9]+):/) { owners[match.1] = part.folders.last }
            }
        }
        #expect(owners.count > 200)
        for part in contract {
            for line in part.lines {
                for match in line.matches(of: /#\/components\/schemas\/([A-Za-z0-9]+)/) {
                    let owner = owners[match.1]
                    #expect(owner == nil || owner == part.folders.last, "\(part.path) uses \(match.1)")
                }
            }
        }
    }
}

private let folder = "Sources/Contract/Parts/"

private let contract = SourceTree.files.filter { $0.path.hasPrefix(folder) }
