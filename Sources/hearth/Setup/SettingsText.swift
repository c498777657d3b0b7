/// The text of a `hearth.toml`, changed line by line, so that whatever else its keeper wrote there stays.
struct SettingsText {
    private(set) var text: String
    /// Settings that were written, and those that say something of the keeper's own.
    private(set) var written: [String] = []
    private(set) var kept: [String] = []
    /// What the lines say that come with the program: nobody chose them.
    private let shipped: [String: String]

    init(_ text: String, shipped: String) {
        self.text = text
        // The file that comes with the program can be read.
        self.shipped = (try? Configuration.file(shipped)) ?? [:]
    }

    /// Sets one, unless its keeper set it to something else and `replaces` is false.
    mutating func set(_ name: String, _ value: String, replaces: Bool) {
        let wanted = "\(name) = \"\(value)\""
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if let place = lines.firstIndex(where: { SettingsText.name(of: $0) == name }) {
            // A line that cannot be read is its keeper's own.
            let said = (try? Configuration.file(lines[place]))?[name]
            guard said != value else { return }
            guard replaces || (said != nil && said == shipped[name]) else { return kept.append(name) }
            lines[place] = wanted
        } else if let place = lines.firstIndex(where: { SettingsText.name(of: $0, commented: true) == name }) {
            lines[place] = wanted
        } else {
            if lines.last == "" { lines.removeLast() }
            lines += [wanted, ""]
        }
        written.append(name)
        text = lines.joined(separator: "\n")
    }

    /// The setting that a line is for, or would be without its `#`.
    private static func name(of line: String, commented: Bool = false) -> String? {
        var rest = Substring(line).drop(while: \.isWhitespace)
        if commented {
            guard rest.first == "#" else { return nil }
            rest = rest.dropFirst().drop(while: \.isWhitespace)
        }
        let name = rest.prefix { $0.isLetter || $0 == "-" }
        return rest.dropFirst(name.count).drop(while: \.isWhitespace).first == "=" ? String(name) : nil
    }
}
