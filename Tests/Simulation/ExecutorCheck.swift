import SimulatedMachine
import Synchronization
import Work

/// What the simulation needs of Swift, tried out: all tasks run as steps in the order of the seed, and sleeps take no time.
enum ExecutorCheck {
    private actor Counter {
        private var seen: [String] = []

        func add(_ name: String) { seen.append(name) }
        func all() -> [String] { seen }
    }

    /// Runs tasks of every kind against each other; answers the order in which they came, and the time it took.
    static func run(seed: UInt64) -> String {
        World.only = World(seed: seed)
        let answer = Mutex("nothing ran to its end")
        let line = Workplace.seeded.line("check", .ordinary)
        Task {
            let counter = Counter()
            let own = LineExecutor(line)
            let preferring = Task(executorPreference: own) { await counter.add("line") }
            let plain = Task { await counter.add("task") }
            async let child: Void = counter.add("child")
            await withTaskGroup(of: Void.self) { group in
                for number in 1...4 {
                    group.addTask {
                        if number == 4 { try? await Task.sleep(for: .seconds(3_600)) }
                        await counter.add("group \(number)")
                    }
                }
            }
            await child
            for task in [preferring, plain] { await task.value }
            let seen = await counter.all()
            answer.withLock { $0 = seen.joined(separator: ", ") }
        }
        while World.only.step() {}
        return answer.withLock { "\($0); \(World.only.now.components.seconds) s" }
    }
}
