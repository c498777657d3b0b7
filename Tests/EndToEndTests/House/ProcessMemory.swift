import Foundation

/// The memory of a process, as the holder of its machine could read it.
enum ProcessMemory {
    private static let chunkBytes = 8 << 20

    /// The names of those values that are in the writable memory of a process of one's own.
    static func finds(_ values: [String: Data], in process: Int32) throws -> Set<String> {
        let memory = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(process)/mem"))
        // It was read alone, so that closing it loses nothing.
        defer { try? memory.close() }
        let overlap = values.values.map(\.count).max() ?? 0
        var found: Set<String> = []
        for region in try regions(of: process) {
            var at = region.lowerBound
            while at < region.upperBound {
                let count = min(chunkBytes + overlap, Int(region.upperBound - at))
                try memory.seek(toOffset: at)
                // A region may be gone by now, as its process lives on.
                guard let bytes = try? memory.read(upToCount: count) else { break }
                for (name, value) in values where bytes.range(of: value) != nil { found.insert(name) }
                at += UInt64(chunkBytes)
            }
        }
        return found
    }

    private static func regions(of process: Int32) throws -> [Range<UInt64>] {
        let maps = try String(contentsOf: URL(filePath: "/proc/\(process)/maps"), encoding: .utf8)
        return maps.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ")
            guard parts.count > 1, parts[1].hasPrefix("rw") else { return nil }
            let ends = parts[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
            return ends.count == 2 ? ends[0]..<ends[1] : nil
        }
    }
}
