import SimulatedMachine

/// All that waits to run, and the time: one thing runs at a time, in an order that the seed decides.
///
/// The program has one thread, which SimulatedMachine holds it to: nonisolated(unsafe) is safe for what is in here.
final class World: Sendable {
    nonisolated(unsafe) static var only = World(seed: 0)  // one thread

    /// The owner of the work: a hub's goes with the hub, the world's goes on.
    enum Origin {
        case hub
        case outside
    }

    private struct Entry {
        let at: Int64
        let number: Int
        let origin: Origin
        let run: () -> Void
    }

    private nonisolated(unsafe) var chance: Chance  // one thread
    private nonisolated(unsafe) var ready: [Entry] = []  // one thread
    private nonisolated(unsafe) var later = Heap()  // one thread
    private nonisolated(unsafe) var added = 0  // one thread
    /// Steps that were run.
    private(set) nonisolated(unsafe) var steps = 0  // one thread
    /// A hash of everything that happened so far.
    private(set) nonisolated(unsafe) var trace: UInt64 = 0xcbf2_9ce4_8422_2325  // one thread
    /// What a killed hub left behind: never freed, as it never ran to its end.
    private nonisolated(unsafe) var dropped: [Entry] = []  // one thread
    /// Asked after each step.
    nonisolated(unsafe) var afterStep: () -> Void = {}  // one thread
    /// Takes the lines of a trace; nil where none is wanted.
    nonisolated(unsafe) var tell: ((String) -> Void)?  // one thread

    init(seed: UInt64) {
        chance = Chance(seed: seed, "order")
    }

    /// Time since the simulation's start.
    var now: Duration { .nanoseconds(machine_now()) }

    /// Runs work after a time, in its turn.
    func add(_ origin: Origin, after pause: Duration = .zero, _ run: @escaping () -> Void) {
        added += 1
        let (seconds, attoseconds) = pause.components
        let nanoseconds = max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        let entry = Entry(at: machine_now() + nanoseconds, number: added, origin: origin, run: run)
        if nanoseconds == 0 { ready.append(entry) } else { later.add(entry) }
    }

    /// Runs one thing that is ready; where none is, time goes on to the next.
    ///
    /// False where nothing waits.
    func step() -> Bool {
        while let next = later.first, ready.isEmpty || next.at <= machine_now() {
            machine_set_now(max(machine_now(), next.at))
            ready.append(later.removeFirst())
        }
        guard !ready.isEmpty else { return false }
        let place = ready.count == 1 ? 0 : Int(chance.next() % UInt64(ready.count))
        ready.swapAt(place, ready.count - 1)
        let entry = ready.removeLast()
        steps += 1
        note(UInt64(entry.number))
        // Work takes time: a clock that is read twice says two times.
        machine_set_now(machine_now() + 1_000)
        entry.run()
        afterStep()
        return true
    }

    /// Lets time pass while one thing runs.
    func spend(_ nanoseconds: Int64) {
        machine_set_now(machine_now() + nanoseconds)
    }

    /// Drops all that a hub still had to do.
    func dropHub() {
        dropped += ready.filter { $0.origin == .hub } + later.all.filter { $0.origin == .hub }
        ready.removeAll { $0.origin == .hub }
        later = Heap(later.all.filter { $0.origin == .outside })
    }

    /// Takes down something that must be the same whenever the seed is.
    func note(_ number: UInt64) {
        for word in [number, UInt64(bitPattern: machine_now())] { trace = (trace ^ word) &* 0x100_0000_01b3 }
    }

    func note(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { trace = (trace ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    /// A line of the trace.
    func say(_ words: @autoclosure () -> String) {
        guard let tell else { return }
        let milliseconds = machine_now() / 1_000_000
        let fraction = String(1_000 + milliseconds % 1_000).dropFirst()
        tell("\(milliseconds / 1_000).\(fraction) #\(steps) \(words())")
    }

    /// A binary heap by time, and then by the order in which entries came.
    private struct Heap {
        private(set) var all: [Entry] = []

        init(_ entries: [Entry] = []) {
            for entry in entries { add(entry) }
        }

        var first: Entry? { all.first }

        mutating func add(_ entry: Entry) {
            all.append(entry)
            var child = all.count - 1
            while child > 0, precedes(child, (child - 1) / 2) {
                all.swapAt(child, (child - 1) / 2)
                child = (child - 1) / 2
            }
        }

        mutating func removeFirst() -> Entry {
            all.swapAt(0, all.count - 1)
            let entry = all.removeLast()
            var parent = 0
            while true {
                var least = parent
                for child in [2 * parent + 1, 2 * parent + 2] where child < all.count && precedes(child, least) {
                    least = child
                }
                guard least != parent else { return entry }
                all.swapAt(parent, least)
                parent = least
            }
        }

        private func precedes(_ one: Int, _ other: Int) -> Bool {
            (all[one].at, all[one].number) < (all[other].at, all[other].number)
        }
    }
}
