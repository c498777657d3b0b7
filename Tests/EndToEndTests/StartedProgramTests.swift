import Foundation
import Programs
import Testing

@Suite struct StartedProgramTests {
    @Test func `programs start and end beside more open files than one list of them holds`() async throws {
        var limit = rlimit()
        try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        limit.rlim_cur = limit.rlim_max
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        let open = (0..<1_400).map { _ in Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC) }
        defer { open.forEach { close($0) } }
        try #require(!open.contains(-1))
        try await withThrowingTaskGroup { group in
            for code in 0..<200 {
                group.addTask {
                    let words = ["sh", "-c", "ls /proc/self/fd | wc -l; exit \(code % 7)"]
                    let (status, output) = try StartedProgram.output(of: words)
                    #expect(status == Int32(code % 7))
                    // Its input, its two outputs, and the list of them.
                    #expect(String(decoding: output, as: UTF8.self) == "4\n")
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `a program that is not there is said to be so, and a signal that ends one too`() throws {
        #expect(throws: StartedProgram.Failure.self) { try StartedProgram(["no-such-program-at-all"]) }
        let program = try StartedProgram(["sleep", "3600"])
        #expect(program.isRunning)
        program.send(SIGKILL)
        #expect(program.wait() == SIGKILL && !program.isRunning)
    }
}
