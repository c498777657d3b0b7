/// A command line that was not understood: the words say what to do, and the exit code is 2.
package struct UsageError: Error {
    package let words: String

    package init(words: String) {
        self.words = words
    }
}

/// What was typed after a command: flags with values, switches, and the rest in order.
package struct Arguments {
    package private(set) var values: [String: String] = [:]
    package private(set) var switches: Set<String> = []
    package private(set) var positional: [String] = []

    /// Reads `--name value`, `--name=value` and `--switch`; a name that is in neither list is refused.
    package init(_ words: [String], flags: Set<String>, switches known: Set<String> = []) throws(UsageError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--"), word.count > 2 else {
                positional.append(word)
                continue
            }
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if known.contains(name), parts.count == 1 {
                switches.insert(name)
            } else if flags.contains(name) {
                guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
                    throw UsageError(words: "--\(name) needs a value.")
                }
                values[name] = value
            } else {
                throw UsageError(words: "There is no flag --\(name) here.")
            }
        }
    }

    /// A flag's value, or a refusal that names it.
    func required(_ name: String) throws(UsageError) -> String {
        guard let value = values[name] else { throw UsageError(words: "--\(name) is missing.") }
        return value
    }

    /// Refuses words that no command expects.
    func noPositional() throws(UsageError) {
        guard positional.isEmpty else {
            throw UsageError(words: "Too many words: \(positional.joined(separator: " "))")
        }
    }
}
