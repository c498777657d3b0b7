import FoundationEssentials

/// The regions that a mirror has, as its list names them.
package struct RegionCatalogue: Sendable {
    /// One of them.
    package struct Entry: Sendable, Equatable {
        /// What the mirror calls it, such as `us/massachusetts`: small letters, digits, hyphens and slashes, of which it
        /// begins with no sign.
        package let id: String
        /// What people call it.
        package let name: String
        /// What it is a part of; nil for a continent.
        package let within: String?
        /// Where it lies on the mirror.
        let path: String

        /// The file's own name.
        package var file: String { String(path.split(separator: "/").last ?? "") }

        /// What the region may be called on the shelf, where it has no other name.
        package var regionName: String {
            let plain = String(id.map { $0 == "/" ? "-" : $0 }).prefix(40).drop { $0 == "-" }
            return RegionShelf.isName(String(plain)) ? String(plain) : "home"
        }
    }

    private struct List: Decodable {
        struct Feature: Decodable {
            struct Properties: Decodable {
                let id: String?
                let parent: String?
                let name: String?
                let urls: [String: String]?
            }
            let properties: Properties?
        }
        let features: [Feature]
    }

    /// The largest list that is read.
    static let bytesMax = 8 << 20
    private static let entriesMax = 10_000

    package let entries: [Entry]

    /// Reads a mirror's list, and passes over what is no region with an extract; nil where it is no such list.
    package init?(_ bytes: [UInt8]) {
        // What cannot be read as one is none.
        guard let list = try? JSONDecoder().decode(List.self, from: Data(bytes)) else { return nil }
        let known = list.features.prefix(Self.entriesMax).compactMap(\.properties)
        let names = Dictionary(
            known.compactMap { one in one.id.map { ($0, Self.name(one.name ?? $0)) } },
            uniquingKeysWith: { first, _ in first }
        )
        entries = known.compactMap { one in
            guard let id = one.id, Self.isID(id), let name = names[id], (1...100).contains(name.utf16.count),
                let path = one.urls?["pbf"].flatMap(RegionMirror.extractPath)
            else { return nil }
            return Entry(id: id, name: name, within: one.parent.flatMap { names[$0] }, path: path)
        }
        guard !entries.isEmpty else { return nil }
    }

    /// The region of an id.
    package func entry(_ id: String) -> Entry? { entries.first { $0.id == id } }

    /// The regions whose name has these words or begins so, the likeliest first.
    package func find(_ text: String, limit: Int = 20) -> [Entry] {
        let asked = WordForms.all(of: text).map { $0.joined(separator: " ") }
        guard !asked.isEmpty else { return [] }
        let ranked = entries.compactMap { entry -> (rank: Int, entry: Entry)? in
            let names = WordForms.all(of: entry.name).map { $0.joined(separator: " ") }
            let ranks = asked.flatMap { asked in names.compactMap { Self.rank($0, asked) } }
            return ranks.min().map { ($0, entry) }
        }
        let sorted = ranked.sorted { one, other in
            (one.rank, one.entry.name.count, one.entry.id) < (other.rank, other.entry.name.count, other.entry.id)
        }
        return sorted.prefix(limit).map(\.entry)
    }

    /// Whether a text may be an id, which a program takes for no flag.
    package static func isID(_ text: String) -> Bool {
        let isPlain = text.utf8.allSatisfy { (97...122).contains($0) || (45...57).contains($0) && $0 != 46 }
        return isPlain && (1...80).contains(text.utf8.count) && !text.hasPrefix("-") && !text.hasPrefix("/")
    }

    /// How well a name is what was asked for: 0 is the same; nil for not at all.
    private static func rank(_ name: String, _ asked: String) -> Int? {
        if name == asked { return 0 }
        if name.hasPrefix(asked) { return 1 }
        return " \(name)".contains(" \(asked)") ? 2 : nil
    }

    /// A name as people read it: `us/new-york` is New York.
    private static func name(_ text: String) -> String {
        let plain = text.filter { !$0.isNewline && $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } }
        guard isID(plain) else { return plain }
        let words = (plain.split(separator: "/").last ?? "").split(separator: "-")
        return words.map { $0 == "of" ? "of" : $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }
}
