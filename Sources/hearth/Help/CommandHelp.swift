/// A command's help, taken apart: what is typed after it is read off the very words that people read.
///
/// So completion and manual know a command's flags as soon as its help does.
struct CommandHelp {
    /// One flag.
    struct Flag: Hashable {
        let name: String
        /// What stands for its value; nil of a switch.
        let value: String?
        let words: String
    }

    /// A piece of the help, in the order in which it stands there.
    enum Block: Hashable {
        case paragraph(String)
        /// A flag or another word, and what it means.
        case row(term: String, words: String)
    }

    let name: String
    let summary: String
    /// The lines that begin with the program's name.
    private(set) var usages: [String] = []
    private(set) var blocks: [Block] = []

    init(_ command: Command) {
        name = command.name
        summary = command.summary
        var isUsage = true
        var paragraph: [String] = []
        for line in command.help.split(separator: "\n", omittingEmptySubsequences: false) {
            let content = line.drop { $0 == " " }
            let indent = line.count - content.count
            if isUsage, !content.isEmpty {
                addUsage(content)
                continue
            }
            isUsage = false
            if content.isEmpty || indent >= 2, !paragraph.isEmpty {
                blocks.append(.paragraph(paragraph.joined(separator: " ")))
                paragraph = []
            }
            if content.isEmpty { continue }
            guard indent >= 2 else {
                paragraph.append(String(content))
                continue
            }
            addRow(content)
        }
        if !paragraph.isEmpty { blocks.append(.paragraph(paragraph.joined(separator: " "))) }
    }

    var paragraphs: [String] {
        blocks.compactMap { block in if case .paragraph(let text) = block { text } else { nil } }
    }

    /// Every flag, with its meaning where a row tells it.
    var flags: [Flag] {
        var flags = blocks.compactMap { block -> Flag? in
            guard case .row(let term, let words) = block, term.hasPrefix("--") else { return nil }
            let parts = term.dropFirst(2).split(separator: " ", maxSplits: 1)
            let value = parts.count > 1 ? String(parts[1]) : nil
            return parts.first.map { Flag(name: String($0), value: value, words: words) }
        }
        for flag in flagsOfUsage where !flags.contains(where: { $0.name == flag.name }) { flags.append(flag) }
        // A usage line may name the words that a row calls by one name.
        return flags.map { flag in
            let known = flagsOfUsage.first { $0.name == flag.name }?.value
            guard flag.value != nil, let known, known.contains("|") else { return flag }
            return Flag(name: flag.name, value: known, words: flag.words)
        }
    }

    /// What comes next where the command has several parts, such as `add` of `hearth member add`.
    var verbs: [String] {
        var verbs: [String] = []
        for usage in usages {
            guard let word = usage.split(separator: " ").dropFirst(2).first else { continue }
            let names = word.split(separator: "|")
            let isVerb = names.allSatisfy { $0.first != "-" && $0.allSatisfy { $0.isLowercase || $0 == "-" } }
            guard isVerb else { continue }
            for name in names.map(String.init) where !verbs.contains(name) { verbs.append(name) }
        }
        return verbs
    }

    /// Whether files are named after it.
    var takesFiles: Bool {
        usages.contains { usage in usage.split(separator: " ").contains { $0.hasPrefix("FILE") } && hasFreeFile(usage) }
    }

    /// Whether a usage line names a file that is no flag's.
    private func hasFreeFile(_ usage: String) -> Bool {
        let words = usage.split(separator: " ")
        return words.indices.contains { index in
            words[index].hasPrefix("FILE") && index > 0 && !words[index - 1].contains("--")
        }
    }

    /// The flags that the usage lines name.
    private var flagsOfUsage: [Flag] {
        var flags: [Flag] = []
        for usage in usages {
            let words = usage.split(separator: " ")
            for (index, word) in words.enumerated() {
                let bare = word.filter { !"[]".contains($0) }
                guard bare.hasPrefix("--"), !flags.contains(where: { $0.name == bare.dropFirst(2) }) else { continue }
                let next = words.indices.contains(index + 1) ? words[index + 1] : ""
                let hasValue = !word.hasSuffix("]") && !next.isEmpty && !next.hasPrefix("[") && !next.hasPrefix("--")
                let value = hasValue ? next.filter { $0 != "]" } : nil
                flags.append(Flag(name: String(bare.dropFirst(2)), value: value, words: ""))
            }
        }
        return flags
    }

    private mutating func addUsage(_ content: Substring) {
        let text = content.hasPrefix("usage: ") ? content.dropFirst(7) : content
        if text.hasPrefix("hearth ") || usages.isEmpty {
            usages.append(String(text))
        } else {
            usages[usages.count - 1] += " " + text
        }
    }

    /// Two spaces part a term from its meaning; a line without them goes on with the row before it.
    private mutating func addRow(_ content: Substring) {
        if let gap = content.firstRange(of: "  ") {
            let words = content[gap.upperBound...].drop { $0 == " " }
            blocks.append(.row(term: String(content[..<gap.lowerBound]), words: String(words)))
        } else if case .row(let term, let words) = blocks.last, !content.hasPrefix("--") {
            blocks[blocks.count - 1] = .row(term: term, words: words + " " + content)
        } else {
            blocks.append(.row(term: String(content), words: ""))
        }
    }
}

extension CommandHelp.Flag {
    /// What can be typed for its value.
    enum Kind: Hashable {
        case none
        case words([String])
        case file
        case folder
        case anything
    }

    var kind: Kind {
        guard let value else { return .none }
        if value.contains("|") {
            let words = value.split(separator: "|").map(String.init)
            // `DAYS|forever`: only what is in small letters is typed as it stands.
            return .words(words.filter { $0.allSatisfy { !$0.isUppercase } })
        }
        if value.hasSuffix("FILE") { return .file }
        return value == "DIR" ? .folder : .anything
    }
}
