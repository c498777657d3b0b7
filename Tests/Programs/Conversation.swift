public import Foundation
import Glibc

/// A program that a test talks to line by line; it ends when its input does, with this at the latest.
public final class Conversation: Sendable {
    private let program: StartedProgram
    private let input: FileHandle
    private let output: FileHandle

    /// Starts a program, found as a shell finds it.
    public init(_ words: [String]) throws {
        let (questions, answers) = (Pipe(), Pipe())
        (input, output) = (questions.fileHandleForWriting, answers.fileHandleForReading)
        // No other program that the tests start may hold it open.
        _ = fcntl(input.fileDescriptor, F_SETFD, FD_CLOEXEC)
        program = try StartedProgram(
            words,
            input: .descriptor(questions.fileHandleForReading.fileDescriptor),
            output: .descriptor(answers.fileHandleForWriting.fileDescriptor)
        )
        // These are the program's alone now: where it ends early, its output ends too.
        try questions.fileHandleForReading.close()
        try answers.fileHandleForWriting.close()
    }

    deinit {
        try? input.close()  // where it is gone already, there is nothing to close
        program.wait()
    }

    /// Says a line to the program.
    public func say(_ line: Data) throws { try input.write(contentsOf: line + Data("\n".utf8)) }

    /// The next line of the program, without its end; empty once the program has ended.
    public func line() throws -> Data {
        var line = Data()
        while let byte = try output.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
        return line
    }

    /// All that the program still says before it ends.
    public func rest() throws -> Data { try output.readToEnd() ?? Data() }
}
