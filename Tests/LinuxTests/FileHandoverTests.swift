import Glibc
import Linux
import Testing

@Suite struct FileHandoverTests {
    @Test func `a file arrives open, and nothing where none was sent`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let path = "/tmp/hearth-handover-\(UInt64.random(in: 0 ... .max))"
        let file = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        try #require(file >= 0 && write(file, "a walk", 6) == 6 && lseek(file, 0, SEEK_SET) == 0)
        // Nobody can open it any more.
        unlink(path)

        #expect(FileHandover.send(Array("import".utf8), with: file, over: ends[0]) == 6)
        close(file)
        let first = FileHandover.receive(bytesMax: 100, over: ends[1])
        #expect(first.bytes == Array("import".utf8))
        let handed = try #require(first.file)
        defer { close(handed) }
        var bytes = [UInt8](repeating: 0, count: 10)
        #expect(read(handed, &bytes, 10) == 6 && Array(bytes[..<6]) == Array("a walk".utf8))
        #expect(fcntl(handed, F_GETFD) & FD_CLOEXEC != 0, "no child inherits it")

        #expect(FileHandover.send(Array("more".utf8), with: nil, over: ends[0]) == 4)
        let second = FileHandover.receive(bytesMax: 100, over: ends[1])
        #expect(second.bytes == Array("more".utf8) && second.file == nil)
        close(ends[0])
        #expect(FileHandover.receive(bytesMax: 100, over: ends[1]).bytes == [])
        ends[0] = -1
    }
}
