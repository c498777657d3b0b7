/// The two characters by which OwnTracks tells people apart.
package enum TrackerIDs {
    /// One for each name, all different, the same for the same names in the same order.
    ///
    /// Made of the name's own ASCII letters and digits where that is possible. Nil for names beyond the 1 296th.
    package static func assigned(to names: [String]) -> [String?] {
        var taken: Set<[UInt8]> = []
        return names.map { name in
            guard let free = candidates(for: name).first(where: { !taken.contains($0) }) else { return nil }
            taken.insert(free)
            return String(decoding: free, as: UTF8.self)
        }
    }

    /// First letter with each later one, then first letter with anything, then everything.
    private static func candidates(for name: String) -> [[UInt8]] {
        let own = name.lowercased().utf8.prefix(64).filter(alphabet.contains)
        guard let initial = own.first else { return all }
        return own.dropFirst().map { [initial, $0] } + alphabet.map { [initial, $0] } + all
    }

    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    private static let all = alphabet.flatMap { first in alphabet.map { [first, $0] } }
}
