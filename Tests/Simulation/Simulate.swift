import ForgettingDisk
import Glibc
import SimulatedMachine

/// The whole hub in one seeded simulation: `hearth-simulate --seed N` lives one story, `--count N` many.
///
/// The same seed gives the same story to the last byte, in any process. Nothing of it is in the Debian package.
@main enum Simulate {
    private struct Order {
        var seed: UInt64 = 1
        /// How many seeds from there on; nil for this one alone.
        var count: Int?
        var minutes = 30
        var jobs = 2
        var isTraced = false
        /// Whether the first complaint ends it.
        var stopsAtFirst = false
        var checksExecutors = false
        var breaks: Fault?
    }

    /// A fault that is made on purpose, to see that a judge finds it.
    private enum Fault: String {
        /// The disk says that it has kept what it has not.
        case disk
        /// Alarms are taken and never delivered.
        case texts
    }

    private static let usage = """
        usage: hearth-simulate [--seed N] [--count N] [--minutes N] [--jobs N] [--trace] [--check-executors]
                               [--break disk|texts] [--until-found]

        --seed N           the story of this seed, and with --count of those after it (1)
        --count N          how many stories, each in a process of its own
        --minutes N        how long the family lives in each, in virtual time (30)
        --jobs N           stories at once (2)
        --trace            print what happens in the one story
        --break WHAT       break the disk or the texts, which a judge must find
        --until-found      begin no further story once a judge has complained
        --check-executors  run tasks of all kinds against each other, and print in what order they came

        """

    static func main() {
        machine_fix_hashes(CommandLine.unsafeArgv)
        guard let order = order(Array(CommandLine.arguments.dropFirst())) else {
            machine_complain(usage)
            exit(64)
        }
        WorldExecutors.take()
        if order.checksExecutors { return print(ExecutorCheck.run(seed: order.seed)) }
        makeDisk()
        guard let count = order.count else { exit(live(order.seed, order) ? 0 : 1) }
        exit(liveMany(from: order.seed, count, order) == 0 ? 0 : 1)
    }

    private static func order(_ words: [String]) -> Order? {
        var order = Order()
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--trace" { order.isTraced = true }
            if word == "--check-executors" { order.checksExecutors = true }
            if word == "--until-found" { order.stopsAtFirst = true }
            guard !["--trace", "--check-executors", "--until-found"].contains(word) else { continue }
            guard let text = rest.popFirst() else { return nil }
            if word == "--break", let fault = Fault(rawValue: text) {
                order.breaks = fault
                continue
            }
            guard let value = UInt64(text) else { return nil }
            switch word {
            case "--seed": order.seed = value
            case "--count": order.count = Int(clamping: value)
            case "--minutes": order.minutes = max(1, Int(clamping: value))
            case "--jobs": order.jobs = max(1, Int(clamping: value))
            default: return nil
            }
        }
        return order
    }

    /// A disk with the hub's tables, which every story begins with.
    private static func makeDisk() {
        machine_seed(0)
        forgetting_disk_begin(0, .max)
        guard forgetting_disk_register() == 0 else { preconditionFailure("SQLite takes no other file system") }
        World.only = World(seed: 0)
        Task {
            do { try await Machine.makeDatabase() } catch { Findings.only.add("start", "no database: \(error)") }
        }
        while World.only.step() {}
        machine_set_now(0)
    }

    /// Lives one story; true where no judge complains.
    private static func live(_ seed: UInt64, _ order: Order) -> Bool {
        let began = machine_real_nanoseconds()
        machine_seed(seed)
        forgetting_disk_draw(seed)
        if order.breaks == .disk { forgetting_disk_lie() }
        World.only = World(seed: seed)
        if order.isTraced { World.only.tell = { print($0) } }
        let story = Story(seed: seed, minutes: order.minutes, losesAlarms: order.breaks == .texts)
        story.begin()
        while !story.isOver, Findings.only.all.count < 20, World.only.step() {}
        if !story.isOver { Findings.only.add("story", "it does not come to its end") }
        let milliseconds = (machine_real_nanoseconds() - began) / 1_000_000
        print("\(story.figures), trace \(String(World.only.trace, radix: 16))")
        for finding in Findings.only.all { print("  \(finding)") }
        if order.isTraced { machine_complain("took \(milliseconds) ms\n") }
        return Findings.only.all.isEmpty
    }

    /// Lives many, each in a process of its own; how many failed.
    private static func liveMany(from first: UInt64, _ count: Int, _ order: Order) -> Int {
        var (next, running, failed) = (0, 0, 0)
        var seeds: [Int32: UInt64] = [:]
        while next < count || running > 0 {
            if order.stopsAtFirst, failed > 0, running == 0 { break }
            while next < count, running < order.jobs, !(order.stopsAtFirst && failed > 0) {
                let seed = first &+ UInt64(next)
                fflush(nil)
                let child = machine_fork()
                if child == 0 {
                    let isSound = live(seed, order)
                    fflush(nil)
                    _exit(isSound ? 0 : 1)
                }
                guard child > 0 else { preconditionFailure("no process for another story") }
                seeds[child] = seed
                (next, running) = (next + 1, running + 1)
            }
            var code: Int32 = 0
            let seed = seeds.removeValue(forKey: machine_wait(&code)) ?? 0
            running -= 1
            guard code != 0 else { continue }
            failed += 1
            let signal = code < 0 ? ", by signal \(-code)" : ""
            print("seed \(seed) failed\(signal): hearth-simulate --seed \(seed) --minutes \(order.minutes) --trace")
        }
        print("\(next) stories, \(failed) failed")
        return failed
    }
}
