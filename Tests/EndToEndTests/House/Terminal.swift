import Glibc
import Testing

/// A terminal for a program that asks people something: what is typed here is what the program reads there.
final class Terminal: Sendable {
    /// The program's end, which it takes as its standard input.
    let input: Int32
    private let keyboard: Int32

    init() throws {
        var (near, far) = (Int32(-1), Int32(-1))
        let status = openpty(&near, &far, nil, nil, nil)
        (keyboard, input) = (near, far)
        try #require(status == 0)
        // No program that another test starts is to hold it open.
        for end in [near, far] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(keyboard)
        close(input)
    }

    func enter(_ line: String) throws {
        let bytes = Array((line + "\n").utf8)
        let count = Glibc.write(keyboard, bytes, bytes.count)
        try #require(count == bytes.count)
    }
}
