/// Where the hub's own work runs: the one source of threads.
///
/// The executable fills it with threads. A simulation fills it with a queue whose order comes from a seed, so that the same
/// parts run on one thread in virtual time.
package struct Workplace: Sendable {
    /// Makes a line; its name is for people who look at threads.
    package var line: @Sendable (_ name: StaticString, _ urgency: WorkUrgency) -> any WorkLine

    package init(line: @escaping @Sendable (_ name: StaticString, _ urgency: WorkUrgency) -> any WorkLine) {
        self.line = line
    }
}

/// How soon work is wanted.
package enum WorkUrgency: Sendable {
    /// Its cause waits for it.
    case prompt
    case ordinary
    /// It takes long, and others go first.
    case patient
}

/// Runs pieces of work one after the other, in the order in which they were added; work may hold it up.
package protocol WorkLine: Sendable {
    /// Adds work that goes on in steps until one answers false; returns at once.
    ///
    /// Between two steps of one piece no other work of this line runs. A hub that is killed ends between two steps, so what
    /// must be separable by a crash is a step of its own.
    func addSteps(_ step: @escaping @Sendable () -> Bool)
}

extension WorkLine {
    /// Adds work that is one step; returns at once.
    package func add(_ work: @escaping @Sendable () -> Void) {
        addSteps {
            work()
            return false
        }
    }
}
