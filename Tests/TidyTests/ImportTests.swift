import Testing

/// What each target may import: the arrows of `docs/modules.md`, read against their direction.
///
/// A C module stands behind the one target that wraps it. `Foundation` itself is nowhere in the hub: it costs start time
/// and memory.
private let importsAllowed: [String: Set<String>] = [
    "Family": ["CDomainMath"],
    "PhoneProtocols": ["Family"],
    "Work": ["Dispatch", "Synchronization"],
    "SQL": ["Synchronization", "Work"],
    "SQLite": ["SQL", "CSQLite", "Synchronization", "Glibc", "Work"],
    "Postgres": ["SQL", "CPostgres", "Glibc", "Synchronization", "Work"],
    "Storage": ["Family", "SQL", "Synchronization"],
    "Maps": [
        "Crypto", "Family", "HTTPClient", "TextNormalization", "Linux", "PhoneProtocols", "SQL", "Synchronization",
        "Glibc",
        "FoundationEssentials", "Work",
    ],
    "Linux": ["CLinux", "Synchronization", "Dispatch", "Glibc"],
    "Compression": ["CZlib"],
    "HTTP": ["CGnuTLS", "CMicroHTTPD", "CStrictReads", "Compression", "Synchronization", "Dispatch", "Glibc"],
    "TextNormalization": ["CUnicode", "Synchronization"],
    "Crypto": ["CSodium", "CCrypto", "TextNormalization", "Synchronization", "Glibc"],
    "Pictures": ["CConfined", "CGD", "Glibc"],
    "Zip": ["CZip", "Glibc"],
    "Backups": ["Crypto", "Family", "Linux", "Glibc"],
    "LedgerLog": ["Crypto", "Family"],
    "Passkeys": ["Crypto", "FoundationEssentials"],
    "PhoneNumbers": ["CPhoneNumber"],
    "Countries": ["CCountries", "Family"],
    "HTTPClient": ["CCurl", "Dispatch", "Glibc", "Synchronization", "Work"],
    "Messaging": ["Crypto", "Family", "HTTPClient", "Linux", "FoundationEssentials", "Work"],
    "Deputy": [
        "Crypto", "Family", "HTTPClient", "Languages", "Messaging", "SQL", "FoundationEssentials", "Synchronization",
    ],
    "Coins": ["Crypto", "Family", "HTTPClient", "Linux", "FoundationEssentials", "Synchronization", "Work"],
    "Bus": ["Family", "Synchronization", "Work"],
    "Replay": ["Family", "PhoneProtocols"],
    "Demo": ["CDomainMath", "Family"],
    "Languages": [],
    "Hub": [
        "Family", "LedgerLog", "TextNormalization", "SQL", "Storage", "Compression", "Countries", "Crypto", "Passkeys",
        "Bus",
        "Coins", "Deputy", "Languages", "Messaging", "PhoneNumbers", "Pictures", "Synchronization",
        "FoundationEssentials", "Work",
    ],
    "API": ["Family", "FoundationEssentials"],
    "HubAPI": [
        "API", "Bus", "Coins", "Deputy", "Family", "Hub", "HTTP", "Languages", "Maps", "Passkeys", "PhoneProtocols",
        "COpenAPI", "Crypto", "CQREncode", "Zip", "Synchronization", "FoundationEssentials",
    ],
    // An app brings all of Foundation anyhow.
    "HearthClient": ["API", "Family", "Dispatch", "Foundation", "FoundationNetworking", "Synchronization"],
    "hearth-follow": ["API", "Family", "Foundation", "HearthClient"],
    "hearth": [
        "API", "Backups", "Bus", "CEpoll", "Coins", "Crypto", "Demo", "Deputy", "Family", "HTTP", "HTTPClient", "Hub",
        "HubAPI", "Languages", "LedgerLog", "Maps", "Messaging", "PhoneNumbers", "PhoneProtocols", "Linux", "Pictures",
        "Postgres", "Replay", "SQL", "SQLite", "Storage", "Synchronization", "Dispatch", "Glibc",
        "FoundationEssentials", "HearthProgram", "Work",
    ],
    "hearth-bench": [
        "API", "CEpoll", "Crypto", "Family", "FoundationEssentials", "Glibc", "HearthProgram", "HTTP", "HTTPClient",
        "Hub",
        "HubAPI", "Linux", "Maps", "PhoneProtocols", "SQL", "SQLite", "Storage", "Synchronization", "Work",
    ],
]

@Suite struct ImportTests {
    @Test func `imports point one way`() {
        #expect(SourceTree.sources.flatMap { $0.importsAgainstTheArrows() } == [])
    }

    @Test func `an import against the arrows is seen`() {
        let path = "Sources/Family/A.swift"
        let text = "package import Storage\nimport struct Foundation.Data\nimport CDomainMath\n// import Hub\n"
        #expect(
            SourceFile(path: path, text: text).importsAgainstTheArrows()
                == ["\(path):1 Family may not import Storage", "\(path):2 Family may not import Foundation"]
        )
        let unknown = SourceFile(path: "Sources/New/A.swift", text: "\n").importsAgainstTheArrows()
        #expect(unknown.count == 1, "a target that the table does not name is refused too")
    }

    @Test func `tests import what is package or public, nothing else`() {
        let found = SourceTree.swift.flatMap { file in file.lines(withWord: "@testable") }
        #expect(found == [])
    }
}

extension SourceFile {
    fileprivate func importsAgainstTheArrows() -> [String] {
        guard let target else { return [] }
        guard let allowed = importsAllowed[target] else {
            return ["\(path):1 say in ImportTests what the target \(target) may import"]
        }
        return code.enumerated().compactMap { index, line in
            guard let module = importedModule(line), !allowed.contains(module) else { return nil }
            return "\(path):\(index + 1) \(target) may not import \(module)"
        }
    }

    private func importedModule(_ line: String) -> String? {
        let words = line.split(separator: " ")
        guard let position = words.firstIndex(of: "import"), words[..<position].allSatisfy(isImportModifier) else {
            return nil
        }
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias", "actor"]
        let name = words[(position + 1)...].first { !kinds.contains($0) }
        return name?.split(separator: ".").first.map(String.init)
    }

    private func isImportModifier(_ word: Substring) -> Bool {
        ["public", "package", "internal", "private", "fileprivate"].contains(word) || word.hasPrefix("@")
    }
}
