/// A type of the API's bodies, read from its source.
struct BodyType: Sendable {
    /// The qualified name, such as `FocusBody.Gold`.
    let name: String
    let isEnum: Bool
    /// The stored properties with their types.
    var properties: [(name: String, type: String)] = []
    /// The cases of an enum: their raw values, else their names.
    var cases: [String] = []
}

/// The structs and enums of some source files, by name.
func readBodies(_ files: [SourceFile]) -> [String: BodyType] {
    var found: [String: BodyType] = [:]
    for file in files {
        var reader = BodyReader()
        for (code, line) in zip(file.code, file.lines) { reader.take(code, line) }
        found.merge(reader.found) { first, _ in first }
    }
    return found
}

private struct BodyReader {
    private(set) var found: [String: BodyType] = [:]
    private var depth = 0
    private var open: [(name: String, depth: Int)] = []

    private var name: String { open.map(\.name).joined(separator: ".") }

    mutating func take(_ code: String, _ line: String) {
        let change = code.count { $0 == "{" } - code.count { $0 == "}" }
        if change > 0, let match = code.firstMatch(of: /^ *(?:public )?(struct|enum|extension) ([A-Za-z.]+)/) {
            open.append((String(match.2), depth))
            if match.1 != "extension", found[name] == nil {
                found[name] = BodyType(name: name, isEnum: match.1 == "enum")
            }
        } else if let last = open.last, depth == last.depth + 1 {
            takeMember(code, line)
        }
        depth += change
        while let last = open.last, depth <= last.depth { open.removeLast() }
    }

    private mutating func takeMember(_ code: String, _ line: String) {
        if !code.contains("{"), let match = code.firstMatch(of: /^ *public (?:var|let) ([\w, `]+): ([^=]+)/) {
            let type = match.2.split(separator: " ").joined(separator: " ")
            for name in match.1.split(separator: ",") {
                found[self.name]?.properties.append((name.filter { $0 != " " && $0 != "`" }, type))
            }
        } else if found[name]?.isEnum == true, let match = line.firstMatch(of: /^ *case ([^\/]+)/) {
            for each in match.1.split(separator: ",") {
                let parts = each.split(separator: "=").map { $0.filter { !" `\"".contains($0) } }
                found[name]?.cases.append(parts.last ?? "")
            }
        }
    }
}
