import CConfined
import Glibc

/// Makes pictures, each in a process of its own that ends with it: whatever a hostile file does to the decoder, it
/// cannot leave that process, which may do nothing but compute, and its memory is given back.
package struct PortraitProcess: Sendable {
    /// Why no picture could be made, whatever the file is.
    package enum Failure: Error, Hashable, Sendable {
        /// The process could not be started; holds an errno.
        case notStarted(Int32)
        /// libgd is not installed.
        case noDecoder
    }

    private let program: String
    private let word: String
    private let secondsMax: Int

    /// Bytes of memory that the process may have, some 250 MB of them for what the program itself maps.
    static let memoryBytesMax = 1 << 30
    /// Seconds of processor time that it may use.
    static let processorSecondsMax: UInt32 = 20
    /// A square of 256 pixels is at most a third of this as JPEG.
    private static let answerBytesMax = 1 << 20

    /// `program word` is what calls `serve()`; by default this program itself, given the word.
    ///
    /// After `secondsMax` it is ended, whatever it does.
    package init(program: String = "/proc/self/exe", word: String, secondsMax: Int = 30) {
        self.program = program
        self.word = word
        self.secondsMax = secondsMax
    }

    /// Makes a picture as `Portrait.init(file:)` does; waits for the process, so never on a thread that others wait for.
    ///
    /// A file that makes the process crash, or need more memory or time than it has, is broken.
    ///
    /// - Throws: `UnusablePicture`, or `Failure`.
    package func portrait(of file: [UInt8]) throws -> Portrait {
        // What its head gives away needs no process.
        _ = try PictureHeader(file)
        var child: pid_t = 0
        let output = unsafe hearth_start_confined(program, word, file, file.count, &child)
        guard output >= 0 else { throw Failure.notStarted(-output) }
        defer { close(output) }
        let answer = readAll(output)
        // It has said all it has to say, or will not; until it is waited for, the number is its own.
        kill(child, SIGKILL)
        while waitpid(child, nil, 0) < 0, errno == EINTR {}
        return try PortraitAnswer(bytes: answer).portrait()
    }

    /// What the process does: makes a picture of its input and writes it, or why there is none, to its output.
    ///
    /// Takes from this process, for good, all that this does not need; false where the picture was not written.
    package static func serve() -> Bool {
        // While files can still be opened.
        guard Bitmap.prepare() else { return PortraitAnswer.noDecoder.write() }
        guard hearth_limit_self(memoryBytesMax, processorSecondsMax) == 0 else { return false }
        // Where the kernel has no filter, the limits and the end of the process still stand.
        _ = hearth_confine_self()
        guard let file = readInput() else { return false }
        do throws(UnusablePicture) {
            return PortraitAnswer.made(try Portrait(file: file)).write()
        } catch {
            return PortraitAnswer.refused(error).write()
        }
    }

    /// What the process writes until it ends, or the time is over.
    private func readAll(_ output: Int32) -> [UInt8] {
        let end = ContinuousClock.now + .seconds(secondsMax)
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= PortraitProcess.answerBytesMax {
            let milliseconds = (end - .now) / .milliseconds(1)
            guard milliseconds > 0 else { return [] }
            var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let ready = unsafe poll(&waiting, 1, Int32(milliseconds.rounded(.up)))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return [] }
            let count = unsafe read(output, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? bytes : [] }
            bytes += piece[..<count]
        }
        return []
    }

    private static func readInput() -> [UInt8]? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= Portrait.fileBytesMax {
            let count = unsafe read(STDIN_FILENO, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? bytes : nil }
            bytes += piece[..<count]
        }
        return nil
    }
}

/// What the process says: one byte for what it is, four for the length of what follows, and that.
enum PortraitAnswer: Sendable {
    case made(Portrait)
    case refused(UnusablePicture)
    case noDecoder

    /// Parses the child's reply.
    ///
    /// The child is not trusted: what is incomplete, or no JPEG of the right size, is a
    /// broken picture.
    init(bytes: [UInt8]) {
        guard let kind = bytes.first, bytes.big32(1) == bytes.count - 5 else {
            self = .refused(.broken)
            return
        }
        let rest = Array(bytes[5...])
        switch kind {
        case UInt8(ascii: "J"): self = Portrait(made: rest).map { .made($0) } ?? .refused(.broken)
        case UInt8(ascii: "k"): self = .refused(.unknownKind)
        case UInt8(ascii: "p"): self = .refused(.tooManyPixels)
        case UInt8(ascii: "d"): self = .noDecoder
        default: self = .refused(.broken)
        }
    }

    var bytes: [UInt8] {
        let (kind, rest): (Character, [UInt8]) =
            switch self {
            case .made(let portrait): ("J", portrait.jpeg)
            case .refused(.unknownKind): ("k", [])
            case .refused(.tooManyPixels): ("p", [])
            case .refused(.broken): ("b", [])
            case .noDecoder: ("d", [])
            }
        let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rest.count >> $0) }
        return [kind.asciiValue ?? 0] + length + rest
    }

    /// The picture, or why there is none.
    func portrait() throws -> Portrait {
        switch self {
        case .made(let portrait): return portrait
        case .refused(let unusable): throw unusable
        case .noDecoder: throw PortraitProcess.Failure.noDecoder
        }
    }

    /// Writes it to standard output; false where nobody reads it.
    func write() -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
