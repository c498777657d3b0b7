import Foundation
import PhoneNumbers
import Programs
import Testing

/// What another program said of a number, or of one being typed: a line of `oracle.py`.
private struct OracleLine: Decodable {
    let region: String
    var text: String?
    var error: Int32?
    var possibility: Int32?
    var valid: Bool?
    var kind: Int32?
    var of: String?
    var formats: [String]?

    var typed: String?
    var shown: [String]?
    var caret: Int?
    var at: Int?
}

@Suite struct OracleTests {
    @Test func `another program says the same of ten thousand numbers`() throws {
        let lines = try oracle(seed: 20_260_301)
        try #require(lines.count >= 10_000)
        var differences: [String] = []
        for line in lines {
            let region = try #require(PhoneRegion(line.region))
            if let text = line.text {
                differences += difference(line, text, region)
            } else if let typed = line.typed {
                differences += difference(line, typed: typed, region)
            }
        }
        #expect(differences.count == 0, "\(differences.prefix(10).joined(separator: "\n"))")
    }

    private func difference(_ line: OracleLine, _ text: String, _ region: PhoneRegion) -> [String] {
        do {
            let reading = try PhoneReading(text, in: region)
            let isSame =
                line.error == nil && line.possibility == reading.possibility.rawValue && line.valid == reading.isValid
                && line.kind == reading.kind.rawValue && line.of == reading.region
                && line.formats == [reading.e164, reading.national, reading.international]
            return isSame ? [] : ["\(line) is \(reading)"]
        } catch {
            return line.error == error.rawValue ? [] : ["\(line) is \(error)"]
        }
    }

    private func difference(_ line: OracleLine, typed: String, _ region: PhoneRegion) -> [String] {
        let signs = Array(typed)
        let shown = (1...signs.count).map { TypedPhoneNumber(String(signs[..<$0]), in: region).text }
        let whole = TypedPhoneNumber(typed, caret: line.caret, in: region)
        guard shown == line.shown, whole.caret == line.at else { return ["\(line) is \(shown), \(whole)"] }
        return []
    }

    private func oracle(seed: Int) throws -> [OracleLine] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let python = tests.appending(path: "../../.venv/bin/python").path
        let words = [python, tests.appending(path: "oracle.py").path, "\(seed)"]
        let (status, bytes) = try StartedProgram.output(of: words)
        try #require(status == 0, "Scripts/install-packages --tests brings what oracle.py needs")
        let decoder = JSONDecoder()
        return try bytes.split(separator: UInt8(ascii: "\n")).map { try decoder.decode(OracleLine.self, from: $0) }
    }
}
