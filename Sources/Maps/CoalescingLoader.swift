import Synchronization

/// Answers that take a while and stay true: asked for once, in one task, while whoever wants them waits only so long.
///
/// Nothing is kept of a question that nobody answered. Past `capacity` all answers are forgotten.
package final class CoalescingLoader<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
    /// Answers some questions, in their order; throws where nobody answers now.
    package typealias Ask = @Sendable ([Question]) async throws -> [Answer]

    private struct State {
        var known: [Question: Answer] = [:]
        /// What is to be asked, and what is being asked.
        var open: Set<Question> = []
        var queue: [Question] = []
        var isAsking = false
        var watchers: [UInt64: AsyncStream<Void>.Continuation] = [:]
        var lastWatcher: UInt64 = 0

        /// Adds what is not known yet; true where somebody has to begin asking.
        mutating func add(_ questions: [Question], capacity: Int) -> Bool {
            for question in questions where known[question] == nil && open.count < capacity {
                if open.insert(question).inserted { queue.append(question) }
            }
            guard !queue.isEmpty, !isAsking else { return false }
            isAsking = true
            return true
        }

        mutating func next(_ count: Int) -> [Question]? {
            let next = Array(queue.prefix(count))
            queue.removeFirst(next.count)
            isAsking = !next.isEmpty
            return next.isEmpty ? nil : next
        }

        mutating func store(_ questions: [Question], _ answers: [Answer], capacity: Int) {
            if known.count + answers.count > capacity { known = [:] }
            for (question, answer) in zip(questions, answers) { known[question] = answer }
            open.subtract(questions)
        }

        mutating func giveUp() {
            open = []
            queue = []
        }
    }

    private let capacity: Int
    private let atOnce: Int
    private let ask: Ask
    private let state = Mutex(State())

    /// - Parameters:
    ///   - capacity: how many answers are kept, and how many questions may wait.
    ///   - atOnce: how many questions are asked together.
    ///   - ask: who answers.
    package init(capacity: Int, atOnce: Int, ask: @escaping Ask) {
        (self.capacity, self.atOnce, self.ask) = (capacity, atOnce, ask)
    }

    /// What is known of some questions once all are answered, or after `patience`.
    ///
    /// `isWhole` is false where more is on its way: the same again, a little later, answers more.
    package func answers(
        to questions: [Question],
        within patience: Duration
    ) async -> (found: [Question: Answer], isWhole: Bool) {
        let begins = state.withLock { $0.add(questions, capacity: capacity) }
        if begins { Task { await work() } }
        if isOpen(questions) { await wait(for: questions, patience) }
        return state.withLock { state in
            let found = questions.compactMap { question in state.known[question].map { (question, $0) } }
            return (
                Dictionary(found) { first, _ in first },
                !questions.contains { state.open.contains($0) }
            )
        }
    }

    private func isOpen(_ questions: [Question]) -> Bool {
        state.withLock { state in questions.contains { state.open.contains($0) } }
    }

    private func wait(for questions: [Question], _ patience: Duration) async {
        let (news, teller) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let watcher = state.withLock { state in
            state.lastWatcher += 1
            state.watchers[state.lastWatcher] = teller
            return state.lastWatcher
        }
        let timer = Task {
            try? await Task.sleep(for: patience)
            teller.finish()
        }
        // What was answered before the watch began is not told any more.
        teller.yield()
        for await _ in news where !isOpen(questions) { break }
        timer.cancel()
        state.withLock { $0.watchers[watcher] = nil }
    }

    private func work() async {
        while let questions = state.withLock({ $0.next(atOnce) }) {
            do {
                let answers = try await ask(questions)
                state.withLock { $0.store(questions, answers, capacity: capacity) }
            } catch {
                // Who did not answer this is not asked the rest: the next who wants to know asks again.
                state.withLock { $0.giveUp() }
            }
            for watcher in state.withLock({ Array($0.watchers.values) }) { watcher.yield() }
        }
    }
}
