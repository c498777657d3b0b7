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
    private static func candidates(for name: String) -> some Sequence<[UInt8]> {
        let own = name.prefix(64).utf8.map { $0 | ($0 >= 0x41 && $0 <= 0x5A ? 0x20 : 0) }.filter(alphabet.contains)
        let first = own.first.map { [$0] } ?? []
        let fromName = first.flatMap { head in own.dropFirst().map { [head, $0] } }
        let fromInitial = first.lazy.flatMap { head in alphabet.lazy.map { [head, $0] } }
        let all = alphabet.lazy.flatMap { head in alphabet.lazy.map { [head, $0] } }
        return [AnyCollection(fromName), AnyCollection(Array(fromInitial)), AnyCollection(Array(all))].lazy.joined()
    }

    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
}
