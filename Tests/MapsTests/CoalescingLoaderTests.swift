import Maps
import Synchronization
import Testing

/// Answers that are looked up once and kept.
@Suite struct CoalescingLoaderTests {
    /// Who answers: twice the number, once it may.
    private final class Oracle: Sendable {
        struct State {
            var asked: [[Int]] = []
            var isSilent = false
        }

        let state = Mutex(State())
        let gate: AsyncStream<Void>
        private let opener: AsyncStream<Void>.Continuation

        init(isOpen: Bool = true) {
            (gate, opener) = AsyncStream.makeStream()
            if isOpen { open() }
        }

        var asked: [[Int]] { state.withLock { $0.asked } }

        func open() { opener.finish() }

        func answer(_ questions: [Int]) async throws -> [Int] {
            let isSilent = state.withLock { state in
                state.asked.append(questions)
                return state.isSilent
            }
            for await _ in gate {}
            if isSilent { throw CancellationError() }
            return questions.map { 2 * $0 }
        }
    }

    private func lookUps(_ oracle: Oracle, capacity: Int = 100, atOnce: Int = 2) -> CoalescingLoader<Int, Int> {
        CoalescingLoader(capacity: capacity, atOnce: atOnce) { try await oracle.answer($0) }
    }

    @Test func `an answer that was found once is not asked for again`() async {
        let oracle = Oracle()
        let lookUps = lookUps(oracle)
        let first = await lookUps.answers(to: [1, 2, 2, 3], within: .seconds(60))
        #expect(first.found == [1: 2, 2: 4, 3: 6] && first.isWhole)
        let second = await lookUps.answers(to: [3, 4], within: .seconds(60))
        #expect(second.found == [3: 6, 4: 8] && second.isWhole)
        #expect(oracle.asked == [[1, 2], [3], [4]])
    }

    @Test func `a caller whose wait ends learns that the answer is partial, and a later caller gets it`() async {
        let oracle = Oracle(isOpen: false)
        let lookUps = lookUps(oracle)
        let early = await lookUps.answers(to: [1], within: .milliseconds(1))
        #expect(early.found.isEmpty && !early.isWhole)
        async let late = lookUps.answers(to: [1], within: .seconds(60))
        oracle.open()
        #expect(await late.found == [1: 2])
        #expect(await late.isWhole && oracle.asked == [[1]])
    }

    @Test func `a question that got no answer is asked again for the next caller`() async {
        let oracle = Oracle()
        oracle.state.withLock { $0.isSilent = true }
        let lookUps = lookUps(oracle)
        let first = await lookUps.answers(to: [1, 2, 3, 4], within: .seconds(60))
        #expect(first.found.isEmpty && first.isWhole)
        #expect(oracle.asked == [[1, 2]], "who did not answer these is not asked the rest")
        oracle.state.withLock { $0.isSilent = false }
        #expect(await lookUps.answers(to: [3], within: .seconds(60)).found == [3: 6])
    }

    @Test func `the loader asks for and keeps at most as many answers as its capacity`() async {
        let oracle = Oracle()
        let lookUps = lookUps(oracle, capacity: 3, atOnce: 10)
        #expect(await lookUps.answers(to: Array(1...9), within: .seconds(60)).found == [1: 2, 2: 4, 3: 6])
        #expect(await lookUps.answers(to: [7], within: .seconds(60)).found == [7: 14])
        #expect(await lookUps.answers(to: [1], within: .seconds(60)).found == [1: 2])
        #expect(oracle.asked == [[1, 2, 3], [7], [1]])
    }

    @Test func `many who ask at once share one question`() async {
        let oracle = Oracle(isOpen: false)
        let lookUps = lookUps(oracle)
        await withTaskGroup(of: [Int: Int].self) { group in
            for _ in 0..<20 { group.addTask { await lookUps.answers(to: [5], within: .seconds(60)).found } }
            group.addTask {
                oracle.open()
                return [5: 10]
            }
            for await found in group { #expect(found == [5: 10]) }
        }
        #expect(oracle.asked == [[5]])
    }
}
