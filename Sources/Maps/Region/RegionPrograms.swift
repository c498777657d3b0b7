import Linux
import Synchronization

/// Runs a program of a step to its end.
///
/// - Throws: `RegionFailure` that begins with `failure` and ends with the program's last lines, or names the package that
///   is missing.
func runProgram(
    _ words: [String],
    debian: String,
    folder: String? = nil,
    output: Output = Output(),
    failure: String,
    onText: @escaping @Sendable (String) -> Void = { _ in }
) async throws(RegionFailure) {
    var order = ChildProgram.Order(words)
    order.folder = folder
    order.takeOutput = { bytes in
        output.append(bytes)
        onText(String(decoding: bytes, as: UTF8.self))
    }
    let ending = try await started(order, debian: debian).ended()
    guard ending != .exited(code: 0) else { return }
    throw RegionFailure(words: failure + ": " + output.lastWords(of: words[0], ending))
}

/// Starts a program of a step.
func started(_ order: ChildProgram.Order, debian: String) async throws(RegionFailure) -> ChildProgram {
    do {
        return try await ChildProgram.start(order)
    } catch {
        guard error.isMissing else { throw RegionFailure(words: "\(error.program): \(error.words)") }
        throw RegionFailure(words: "\(error.program) is not installed: apt install \(debian)")
    }
}

/// The end of what a program printed: 4 MiB at most.
final class Output: Sendable {
    private static let bytesMax = 4 << 20
    private let kept = Mutex<[UInt8]>([])

    var bytes: [UInt8] { kept.withLock { $0 } }

    func append(_ bytes: [UInt8]) {
        kept.withLock {
            $0 += bytes
            if $0.count > Self.bytesMax { $0.removeFirst($0.count - Self.bytesMax / 2) }
        }
    }

    /// The last lines, or how it ended where it said nothing.
    func lastWords(of program: String, _ ending: ChildProgram.Ending) -> String {
        let lines = String(decoding: bytes.suffix(4_096), as: UTF8.self).split(whereSeparator: \.isNewline)
        let last = lines.suffix(2).joined(separator: " ")
        guard last.isEmpty else { return last }
        let name = program.split(separator: "/").last ?? ""
        return switch ending {
        case .exited(let code): "\(name) ended with status \(code)"
        case .killed(let signal): "\(name) was ended by signal \(signal)"
        }
    }
}
