import HearthProgram
import Family
import FoundationEssentials
import Glibc

/// One figure of docs/performance.md as it was measured.
struct BenchFigure: Codable {
    /// Its number there, such as P1.
    let id: String
    /// What was measured, in a few words.
    let title: String
    /// What is to be reached, in the same words as the table.
    let reach: String
    /// Name, value and unit of each number, the decisive one first.
    var values: [Value] = []
    /// Whether figures are printed for programs; for as long as a measurement runs.
    @TaskLocal static var printsJSON = false

    private let measuredAt: Timestamp
    private let machine: String

    struct Value: Codable {
        let name: String
        let value: Double
        let unit: String
    }

    init(_ id: String, _ title: String, reach: String) {
        self.id = id
        self.title = title
        self.reach = reach
        measuredAt = realTime()
        machine = BenchFigure.machineName
    }

    /// Adds a number, rounded to so many decimals.
    mutating func add(_ name: String, _ value: Double, _ unit: String, decimals: Int) {
        values.append(Value(name: name, value: Double(value.text(decimals)) ?? value, unit: unit))
    }

    /// Prints all numbers and last the decisive one, and appends them to `bench-results.json` in the working folder.
    func publish() throws {
        if Self.printsJSON { try json(self) } else { show() }
        try append(to: "bench-results.json")
    }

    private func show() {
        result("\(id)  \(title)")
        let width = values.map(\.name.count).max() ?? 0
        for value in values.dropFirst() { result("    \(value.name.padded(to: width))  \(BenchFigure.text(value))") }
        if let first = values.first {
            result("\(id)  \(first.name): \(BenchFigure.text(first))   (reach: \(reach))")
        }
    }

    private static func text(_ value: Value) -> String {
        let number = value.value.rounded() == value.value ? value.value.text(0) : "\(value.value)"
        return value.unit.isEmpty ? number : "\(number) \(value.unit)"
    }

    /// The file is one JSON array with an element a line.
    private func append(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let element = String(decoding: try encoder.encode(self), as: UTF8.self)
        let before =
            unsafe access(path, F_OK) == 0
            ? String(decoding: try fileBytes(path, bytesMax: 64 << 20), as: UTF8.self) : "[\n\n]\n"
        let inner = before.dropFirst(2).dropLast(3)
        let text = "[\n" + inner + (inner.isEmpty ? "" : ",\n") + element + "\n]\n"
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FileError(words: "\(path): \(errorWords(errno))") }
        write(text, to: descriptor)
        close(descriptor)
    }

    /// The processor and how many of it there are.
    private static var machineName: String {
        // Without /proc there is no name, and the count says enough.
        let text = (try? fileBytes("/proc/cpuinfo")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
        let name = line?.split(separator: ":").last?.drop { $0 == " " } ?? "processor"
        return "\(sysconf(Int32(_SC_NPROCESSORS_ONLN))) × \(name)"
    }
}
