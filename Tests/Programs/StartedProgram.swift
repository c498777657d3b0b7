import CPrograms
public import Foundation
import Glibc
import Synchronization

/// Another program that a test runs.
///
/// Foundation's `Process` reads past the end of a list of open files where more than some 1 350 are open (`readdir`'s
/// entries as values of their full length), and then ends the test run with signal 11.
public final class StartedProgram: Sendable {
    /// A program's input or output.
    public enum Stream: Sendable {
        /// An empty input; an output that is dropped.
        case nothing
        /// The same as this process's.
        case inherited
        /// An open descriptor, which stays the caller's to close.
        case descriptor(Int32)
        /// A file: an input is read from it, an output replaces it.
        case file(String)
    }

    /// Why a program did not start.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String

        init(_ name: String, code: Int32) {
            description = "\(name): \(String(cString: strerror(code)))"
        }
    }

    /// Its process id; only good for signals while it runs.
    public let pid: Int32
    private let ended = Mutex<Int32?>(nil)
    private let running = DispatchGroup()

    /// Starts a program, found as a shell finds it; `environment` is added to this process's own.
    public init(
        _ words: [String],
        in folder: String? = nil,
        environment: [String: String] = [:],
        input: Stream = .nothing,
        output: Stream = .inherited,
        errors: Stream = .inherited
    ) throws {
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
        // The child has copies of them by the time this returns; then they are freed.
        var (argv, envp) = (words.map { strdup($0) } + [nil], variables.map { strdup($0) } + [nil])
        defer { (argv + envp).forEach { free($0) } }
        let writing = O_WRONLY | O_CREAT | O_TRUNC
        let streams = try [
            Opened(input, number: 0, O_RDONLY), Opened(output, number: 1, writing), Opened(errors, number: 2, writing),
        ]
        let child = withExtendedLifetime(streams) {
            let open = streams.map(\.descriptor)
            return hearth_program_start(&argv, &envp, folder, open[0], open[1], open[2])
        }
        guard child > 0 else { throw Failure(words[0], code: -child) }
        pid = child
        running.enter()
        Thread.detachNewThread { [self] in
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            // WIFEXITED and its kin are macros, which Swift does not see (wait(2)).
            let signal = status & 0x7f
            ended.withLock { $0 = signal == 0 ? status >> 8 & 0xff : signal }
            running.leave()
        }
    }

    /// Whether it has not ended yet.
    public var isRunning: Bool { ended.withLock { $0 == nil } }

    /// Its exit code, or the signal that ended it; asked only once it ended.
    public var status: Int32 {
        guard let status = ended.withLock({ $0 }) else { preconditionFailure("the program still runs") }
        return status
    }

    /// Sends it a signal, unless it has ended.
    public func send(_ signal: Int32) {
        if isRunning { kill(pid, signal) }
    }

    /// Waits until it has ended, and says with what.
    @discardableResult
    public func wait() -> Int32 {
        running.wait()
        return status
    }

    /// Runs a program to its end; what it wrote to standard output, and its status.
    public static func output(of words: [String], input: Data = Data()) throws -> (status: Int32, output: Data) {
        // Files, so that no pipe can fill.
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            // A folder that stays in the temporary one is no reason to fail.
            try? FileManager.default.removeItem(at: folder)
        }
        let (read, written) = (folder.appending(path: "input"), folder.appending(path: "output"))
        try input.write(to: read)
        let program = try StartedProgram(words, input: .file(read.path), output: .file(written.path))
        return (program.wait(), try Data(contentsOf: written))
    }
}

/// What a stream is while its program starts; closed with this where it was opened for it.
private final class Opened {
    let descriptor: Int32
    private let isOwn: Bool

    init(_ stream: StartedProgram.Stream, number: Int32, _ flags: Int32) throws {
        switch stream {
        case .inherited: (descriptor, isOwn) = (number, false)
        case .descriptor(let open): (descriptor, isOwn) = (open, false)
        case .nothing: (descriptor, isOwn) = (open("/dev/null", O_RDWR | O_CLOEXEC), true)
        case .file(let path): (descriptor, isOwn) = (open(path, flags | O_CLOEXEC, 0o600), true)
        }
        if descriptor < 0 { throw StartedProgram.Failure("a file of a program's", code: errno) }
    }

    deinit {
        if isOwn { close(descriptor) }
    }
}
