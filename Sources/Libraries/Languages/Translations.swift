extension Language {
    /// The words of this language by their English key; none in English, whose key is the words.
    package var translations: [String: String] {
        switch self {
        case .english: [:]
        case .german: Translations.german
        case .spanish: Translations.spanish
        case .french: Translations.french
        case .chinese: Translations.chinese
        }
    }
}

/// What the hub says in each language, read once from files in gettext's form.
private enum Translations {
    static let german = read(PackageResources.de_po)
    static let spanish = read(PackageResources.es_po)
    static let french = read(PackageResources.fr_po)
    static let chinese = read(PackageResources.zh_Hans_po)

    /// The entries of a file: a line with the key, and one with the words.
    private static func read(_ file: [UInt8]) -> [String: String] {
        var words: [String: String] = [:]
        var key: String?
        for line in String(decoding: file, as: UTF8.self).split(separator: "\n") {
            if let text = quoted(line, after: "msgid ") { key = text }
            if let text = quoted(line, after: "msgstr "), let key, !key.isEmpty, !text.isEmpty { words[key] = text }
        }
        return words
    }

    /// What stands between the quotes of a line that begins so.
    private static func quoted(_ line: Substring, after start: String) -> String? {
        guard line.hasPrefix(start + "\""), line.hasSuffix("\"") else { return nil }
        var text = ""
        var isEscaped = false
        for character in line.dropFirst(start.count + 1).dropLast() {
            switch character {
            case _ where isEscaped:
                text.append(character == "n" ? "\n" : character)
                isEscaped = false
            case "\\": isEscaped = true
            default: text.append(character)
            }
        }
        return text
    }
}
