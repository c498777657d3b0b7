import Foundation
import Linux
import Synchronization
import Testing

@Suite struct ChildProgramTests {
    @Test func `a program's output and end come back`() async throws {
        let heard = Mutex<[UInt8]>([])
        var order = ChildProgram.Order(["sh", "-c", "printf one; printf two >&2; exit 7"])
        order.takeOutput = { bytes in heard.withLock { $0 += bytes } }
        let child = try await ChildProgram.start(order)
        #expect(await child.ended() == .exited(code: 7))
        #expect(heard.withLock { String(decoding: $0, as: UTF8.self) } == "onetwo")
        #expect(child.hasEnded)
        #expect(await child.ended() == .exited(code: 7), "the end can be asked for again")
    }

    @Test func `a program that is missing is said to be missing`() async throws {
        let failure = await #expect(throws: ChildFailure.self) {
            _ = try await ChildProgram.start(ChildProgram.Order(["no-such-program-at-all"]))
        }
        #expect(failure?.isMissing ?? false)
    }

    @Test func `it runs where it is told to, and reads what it is given`() async throws {
        let pipe = try #require(BytePipe())
        let heard = Mutex<[UInt8]>([])
        var order = ChildProgram.Order(["sh", "-c", "pwd; cat"])
        order.folder = "/"
        order.input = pipe.reading
        order.takeOutput = { bytes in heard.withLock { $0 += bytes } }
        let child = try await ChildProgram.start(order)
        pipe.handOver()
        #expect(pipe.send(Array("three".utf8)))
        pipe.end()
        #expect(await child.ended() == .exited(code: 0))
        #expect(heard.withLock { String(decoding: $0, as: UTF8.self) } == "/\nthree")
    }

    @Test func `a program that does not listen is ended after the grace`() async throws {
        let ready = AsyncStream<Void>.makeStream()
        var order = ChildProgram.Order(["sh", "-c", "trap '' TERM; echo ready; while :; do sleep 1; done"])
        order.takeOutput = { _ in ready.continuation.yield() }
        order.hasOwnGroup = true
        let child = try await ChildProgram.start(order)
        for await _ in ready.stream { break }
        await child.stop(within: .milliseconds(200))
        #expect(await child.ended() == .killed(signal: 9))
    }

    @Test(arguments: [true, false])
    func `a program whose own program holds its output open ends at once, with all that it printed`(
        hasOwnGroup: Bool
    ) async throws {
        let heard = Mutex<[UInt8]>([])
        let ready = AsyncStream<Void>.makeStream()
        // Its sleep ends with the group, or else long after this test.
        var order = ChildProgram.Order(["sh", "-c", "trap 'echo bye; exit 3' TERM; sleep 600 & echo $!; wait"])
        order.takeOutput = { bytes in
            heard.withLock { $0 += bytes }
            ready.continuation.yield()
        }
        order.hasOwnGroup = hasOwnGroup
        let child = try await ChildProgram.start(order)
        for await _ in ready.stream { break }
        await child.stop(within: .seconds(300))
        #expect(await child.ended() == .exited(code: 3))
        let words = heard.withLock { String(decoding: $0, as: UTF8.self) }.split(separator: "\n")
        #expect(words.count == 2 && words.last == "bye")
        let sleeper = try #require(words.first.flatMap { Int32($0) })
        // Without a group of its own it is this test that ends it.
        if !hasOwnGroup { #expect(kill(sleeper, SIGKILL) == 0) }
        while isRunning(sleeper) { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// Whether a process is there that is more than an exit status which its parent has not fetched yet.
    private func isRunning(_ id: Int32) -> Bool {
        // Gone, it has no file.
        guard let stat = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8) else { return false }
        return !(stat.split(separator: ")").last ?? "").hasPrefix(" Z")
    }

    @Test func `signals that are ignored here are not ignored there`() async throws {
        signal(SIGTERM, SIG_IGN)
        defer { signal(SIGTERM, SIG_DFL) }
        let child = try await ChildProgram.start(ChildProgram.Order(["sleep", "3600"]))
        await child.stop(within: .seconds(30))
        #expect(await child.ended() == .killed(signal: 15))
    }

    @Test func `many at once come and go`() async throws {
        try await withThrowingTaskGroup(of: ChildProgram.Ending.self) { group in
            for code in 0..<20 {
                group.addTask {
                    try await ChildProgram.start(ChildProgram.Order(["sh", "-c", "exit \(code)"])).ended()
                }
            }
            var codes: Set<Int> = []
            for try await case .exited(let code) in group { codes.insert(code) }
            #expect(codes == Set(0..<20))
        }
    }
}
