import HearthProgram
import Glibc

/// How long the disk alone takes to make a small write durable: what no answer after a commit can beat.
struct DiskSync {
    private let path: String
    private static let writes = 100

    /// - Parameter folder: on the disk to be measured.
    init(in folder: String) {
        path = folder + "/disk-sync"
    }

    /// The milliseconds of a hundred writes of 8 KiB into a file that is there already, each with its fdatasync(2).
    func milliseconds() throws -> [Double] {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(words: "\(path): \(errorWords(errno))") }
        defer { close(descriptor) }
        let piece = [UInt8](repeating: 7, count: 8_192)
        return try (0..<DiskSync.writes).map { number in
            let start = monotonicNanoseconds()
            let written = unsafe piece.withUnsafeBytes {
                unsafe pwrite(descriptor, $0.baseAddress, $0.count, number * piece.count)
            }
            guard written == piece.count, fdatasync(descriptor) == 0 else {
                throw FileError(words: "\(path): \(errorWords(errno))")
            }
            return Double(monotonicNanoseconds() - start) / 1_000_000
        }
    }
}

extension BenchFigure {
    /// Adds what the disk alone took while the rest was measured.
    mutating func add(disk milliseconds: [Double]) {
        let samples = Samples(milliseconds)
        add("the disk alone, 8 KiB and fdatasync, p50", samples.median, "ms", decimals: 3)
        add("the disk alone, 8 KiB and fdatasync, p99", samples.quantile(0.99), "ms", decimals: 3)
    }
}
