import Family
import Glibc
import Maps
import Postgres

extension Configuration {
    /// `URL` for all modes, or `walk=URL,cycle=URL,drive=URL` for engines that know one each.
    static func engines(_ text: String) throws(UsageError) -> [TravelMode: String] {
        let names: [String: TravelMode] = ["walk": .walk, "cycle": .cycle, "drive": .drive, "transit": .transit]
        var engines: [TravelMode: String] = [:]
        for part in text.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1)
            let named = pair.count == 2 ? names[String(pair[0])] : nil
            var address = String(named == nil ? part : pair[1])
            if address.hasSuffix("/") { address.removeLast() }
            guard address.hasPrefix("http://") || address.hasPrefix("https://"),
                !address.contains(where: \.isWhitespace)
            else {
                throw UsageError(words: "--router is a URL, or walk=URL,cycle=URL,drive=URL,transit=URL.")
            }
            for mode in named.map({ [$0] }) ?? TravelMode.allCases { engines[mode] = address }
        }
        return engines
    }

    /// The address of one engine, without a slash at its end.
    static func engine(_ text: String, _ name: String) throws(UsageError) -> String {
        guard text.hasPrefix("http://") || text.hasPrefix("https://"), !text.contains(where: \.isWhitespace) else {
            throw UsageError(words: "--\(name) is a URL that begins with http:// or https://.")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// The server of the hub's database, whose password is neither in a command line nor in the settings.
    static func database(_ text: String?) throws(UsageError) -> String? {
        guard let text else { return nil }
        guard text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") else {
            throw UsageError(words: "--database is postgres://USER@HOST:PORT/NAME.")
        }
        let hasPassword: Bool
        do {
            hasPassword = try Postgres.hasPassword(text)
        } catch {
            throw UsageError(
                words: "--database cannot be read. Write postgres://USER@HOST:PORT/NAME?sslrootcert=FILE, with %40 for "
                    + "@ in a part of it."
            )
        }
        guard !hasPassword else {
            throw UsageError(
                words: "--database holds a password, which others see. Put it into DATA/keys/database, for its owner "
                    + "alone, or into ~/.pgpass."
            )
        }
        return text
    }

    /// The server that regions are fetched from; nil for none.
    static func regionMirror(_ text: String) throws(UsageError) -> RegionMirror? {
        guard text != "none" else { return nil }
        guard let mirror = RegionMirror(text) else {
            throw UsageError(words: "--region-mirror is https://HOST or https://HOST/PATH, or none.")
        }
        return mirror
    }

    /// The flags of `hearth serve` with their meanings.
    static var flagHelp: String { help(settings + switches) }

    /// Flags with their meanings, one a line.
    static func help(_ settings: [Setting]) -> String {
        let all = settings.map { ("--\($0.name) \($0.value)", $0.meaning) }
        let width = all.map(\.0.count).max() ?? 0
        return all.map { "  \($0.0.padded(to: width))  \($0.1)" }.joined(separator: "\n")
    }

    /// The configuration of a command line that takes no words of its own.
    static func read(_ words: [String]) throws -> Configuration {
        let (arguments, configuration) = try read(words, flags: [], switches: [])
        try arguments.noPositional()
        return configuration
    }

    /// The configuration, and what else stands on a command line with flags of its own.
    static func read(
        _ words: [String],
        flags: Set<String>,
        switches: Set<String>
    ) throws -> (arguments: Arguments, configuration: Configuration) {
        let arguments = try Arguments(
            words,
            flags: flags.union(settings.map(\.name)),
            switches: switches.union(Configuration.switches.map(\.name))
        )
        func environment(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
        let values = try file(arguments, environment: environment)
        return (arguments, try Configuration(arguments, file: values, environment: environment))
    }

    /// The settings of `hearth.toml`: one `name = "value"` a line, `#` begins a comment, tables are not known.
    static func file(_ text: String, _ path: String = "hearth.toml") throws(UsageError) -> [String: String] {
        let known = Set((settings + switches).map(\.name))
        var values: [String: String] = [:]
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let content = trimmed(line.prefix(while: { $0 != "#" })) else { continue }
            let parts = content.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = trimmed(parts[0]), known.contains(name), let raw = trimmed(parts[1])
            else {
                throw UsageError(words: "\(path), line \(number + 1): not a setting of hearth serve.")
            }
            let isQuoted = raw.count >= 2 && raw.hasPrefix("\"") && raw.hasSuffix("\"")
            values[name] = isQuoted ? String(raw.dropFirst().dropLast()) : raw
        }
        return values
    }

    private static func trimmed(_ text: some StringProtocol) -> String? {
        let inner = text.drop(while: \.isWhitespace)
        guard let last = inner.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        return String(inner[...last])
    }
}
