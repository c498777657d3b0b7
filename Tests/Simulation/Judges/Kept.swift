/// Judge 1: whatever was answered 2xx reads back after every start.
///
/// Written from the statement alone: it sees what was sent, what was answered and what is read.
///
/// The program has one thread, which SimulatedMachine holds it to: nonisolated(unsafe) is safe for what is in here.
final class KeptJudge: Sendable {
    /// Something that a member was told is stored.
    private struct Promise: Hashable {
        let what: What
        let name: String
    }

    /// Kinds of things, each with the list that it reads back from.
    enum What: CaseIterable, Hashable {
        case fix
        case place
        case connection
        case trip
    }

    private struct Reader {
        let id: String
        let token: String
        var promises: [Promise] = []
    }

    private nonisolated(unsafe) var readers: [Reader] = []  // one thread
    /// How many promises were given, and how often one was looked for.
    private(set) nonisolated(unsafe) var given = 0  // one thread
    private(set) nonisolated(unsafe) var looked = 0  // one thread

    /// A member whose promises are looked for with their token.
    func follow(id: String, token: String) {
        readers.append(Reader(id: id, token: token))
    }

    /// Takes down what a member was told.
    func promised(_ what: What, _ name: String, to id: String) {
        given += 1
        guard let place = readers.firstIndex(where: { $0.id == id }) else { return }
        readers[place].promises.append(Promise(what: what, name: name))
    }

    /// Looks for all that was promised until now.
    func look(_ wire: Wire) async {
        for reader in readers {
            for what in What.allCases {
                let wanted = reader.promises.filter { $0.what == what }.map(\.name)
                guard !wanted.isEmpty, let found = await read(what, of: reader, wire) else { continue }
                looked += wanted.count
                let missing = wanted.filter { !found.contains($0) }
                guard !missing.isEmpty else { continue }
                let words = "\(missing.count) of \(wanted.count) of kind \(what) are gone, the first \(missing[0])"
                Findings.only.add("kept", words)
            }
        }
    }

    /// The name under which a fix reads back: time to the second, and place to a metre.
    static func name(ofFixAt time: String, _ latitude: Double, _ longitude: Double) -> String {
        "\(time.prefix(19)) \(Int((latitude * 100_000).rounded())) \(Int((longitude * 100_000).rounded()))"
    }

    /// The names in a list; nil where it cannot be read now, as with a hub that is gone again.
    private func read(_ what: What, of reader: Reader, _ wire: Wire) async -> Set<String>? {
        switch what {
        case .fix: return await fixes(of: reader, wire)
        case .place: return await names("/api/v1/places", of: reader, wire)
        case .connection: return await names("/api/v1/connections", of: reader, wire)
        case .trip: return await names("/api/v1/trips", of: reader, wire)
        }
    }

    private func names(_ path: String, of reader: Reader, _ wire: Wire) async -> Set<String>? {
        guard let answer = await wire.ask("GET", path, token: reader.token), answer.status == 200 else { return nil }
        var found: Set<String> = []
        collect(answer.json, into: &found)
        return found
    }

    /// Every `id` in an answer, however deep.
    private func collect(_ json: JSON, into found: inout Set<String>) {
        switch json {
        case .object(let fields):
            if let id = fields["id"]?.text { found.insert(id) }
            for field in fields.values { collect(field, into: &found) }
        case .array(let items): for item in items { collect(item, into: &found) }
        case .text, .number, .truth, .null: break
        }
    }

    private func fixes(of reader: Reader, _ wire: Wire) async -> Set<String>? {
        var found: Set<String> = []
        var after = ""
        while true {
            let path = "/api/v1/members/\(reader.id)/track\(after)"
            let answer = await wire.ask("GET", path, token: reader.token)
            guard let answer, answer.status == 200 else { return nil }
            for fix in answer.json["fixes"].items {
                guard let at = fix["at"].text, let latitude = fix["latitude"].number,
                    let longitude = fix["longitude"].number
                else { continue }
                found.insert(Self.name(ofFixAt: at, latitude, longitude))
            }
            guard let next = answer.json["next"].text else { return found }
            after = "?after=\(next)"
        }
    }
}
