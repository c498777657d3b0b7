import Linux
import Synchronization

/// The extract, or one without the nodes that its ways name and it does not hold, over which programs stop.
///
/// An extract may name what lies beyond its edge. What is written goes into `scratch`.
func wholeExtract(_ extract: RegionExtract, _ scratch: String) async throws(RegionFailure) -> String {
    var order = ChildProgram.Order(["osmium", "check-refs", "--no-progress", "--quiet", extract.path])
    order.takeOutput = { _ in }
    guard try await started(order, debian: "osmium-tool").ended() != .exited(code: 0) else { return extract.path }
    let mended = scratch + "/whole.osm.pbf"
    try await dropMissingNodes(extract.path, into: mended)
    return mended
}

/// Copies an extract without the nodes that its ways name and it does not hold.
///
/// Between two osmium, one that writes the extract as lines of text and one that reads such lines (the OPL format), each
/// line of a way loses the nodes that did not come before. Nodes come before ways.
func dropMissingNodes(_ extract: String, into output: String) async throws(RegionFailure) {
    guard let pipe = BytePipe() else { throw RegionFailure(words: "no descriptors are left") }
    let said = Output()
    var order = ChildProgram.Order([
        "osmium", "cat", "--no-progress", "--input-format", "opl", "-", "--overwrite", "--output", output,
    ])
    order.input = pipe.reading
    order.takeOutput = { said.append($0) }
    let writer: ChildProgram
    do {
        defer { pipe.handOver() }
        writer = try await started(order, debian: "osmium-tool")
    } catch {
        pipe.end()
        throw error
    }
    let filter = Mutex(MissingNodeFilter())
    order = ChildProgram.Order(["osmium", "cat", "--no-progress", "--output-format", "opl", extract])
    order.tellsErrors = false
    order.takeOutput = { bytes in
        // Where nobody reads any more, the other end says why.
        _ = pipe.send(filter.withLock { $0.append(bytes) })
    }
    let read: ChildProgram.Ending
    do {
        defer { pipe.end() }
        read = try await started(order, debian: "osmium-tool").ended()
    } catch {
        _ = await writer.ended()
        throw error
    }
    let written = await writer.ended()
    guard read == .exited(code: 0), written == .exited(code: 0) else {
        throw RegionFailure(words: "\(extract) could not be mended: " + said.lastWords(of: "osmium", written))
    }
}

/// Takes text in the OPL format, a line for each thing, and gives it on without the missing nodes.
struct MissingNodeFilter {
    /// Ids in ascending order, as extracts are sorted.
    private var nodes: [Int64] = []
    private var isSorted = true
    private var rest: [UInt8] = []

    /// The lines that are whole by now.
    mutating func append(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + rest.count)
        rest += bytes
        var start = 0
        while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
            add(rest[start...end], to: &output)
            start = end + 1
        }
        rest.removeFirst(start)
        return output
    }

    private mutating func add(_ line: ArraySlice<UInt8>, to output: inout [UInt8]) {
        switch line.first {
        case UInt8(ascii: "n"):
            if let id = Self.number(line.dropFirst()) { keep(id) }
            output += line
        case UInt8(ascii: "w"): addWay(line, to: &output)
        default: output += line
        }
    }

    private mutating func keep(_ id: Int64) {
        if let last = nodes.last, id < last { isSorted = false }
        nodes.append(id)
    }

    /// The last field of a way is its nodes: `Nn1,n2x9.5y47.1`, places being optional.
    private mutating func addWay(_ line: ArraySlice<UInt8>, to output: inout [UInt8]) {
        if !isSorted {
            nodes.sort()
            isSorted = true
        }
        for (index, field) in line.dropLast().split(separator: UInt8(ascii: " ")).enumerated() {
            if index > 0 { output.append(UInt8(ascii: " ")) }
            guard field.first == UInt8(ascii: "N") else {
                output += field
                continue
            }
            let kept = field.dropFirst().split(separator: UInt8(ascii: ",")).filter { reference in
                Self.number(reference.dropFirst()).map(isKnown) ?? false
            }
            output.append(UInt8(ascii: "N"))
            output += kept.joined(separator: [UInt8(ascii: ",")])
        }
        output.append(UInt8(ascii: "\n"))
    }

    private func isKnown(_ id: Int64) -> Bool {
        var (low, high) = (0, nodes.count)
        while low < high {
            let middle = (low + high) / 2
            if nodes[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low < nodes.count && nodes[low] == id
    }

    /// The digits that a text begins with.
    private static func number(_ text: ArraySlice<UInt8>) -> Int64? {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = text.dropFirst(isNegative ? 1 : 0).prefix { (48...57).contains($0) }
        guard (1...18).contains(digits.count) else { return nil }
        let value = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 48) }
        return isNegative ? -value : value
    }
}
