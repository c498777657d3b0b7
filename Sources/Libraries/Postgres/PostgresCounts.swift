import Synchronization

/// Counts of the connections and commits of a process, for its figures.
package final class PostgresCounts: Sendable {
    private let made = Atomic(0)
    private let lost = Atomic(0)
    private let settled = Atomic(0)
    private let unknown = Atomic(0)

    /// Connections that were made, the first ones too.
    package var connections: Int { made.load(ordering: .relaxed) }
    /// Connections that broke.
    package var lostConnections: Int { lost.load(ordering: .relaxed) }
    /// Commits whose answer was lost, and that were found done or not done afterwards.
    package var settledCommits: Int { settled.load(ordering: .relaxed) }
    /// Commits that were told as unknown.
    package var unknownCommits: Int { unknown.load(ordering: .relaxed) }

    func noteConnection() { made.wrappingAdd(1, ordering: .relaxed) }
    func noteLoss() { lost.wrappingAdd(1, ordering: .relaxed) }
    func noteSettled() { settled.wrappingAdd(1, ordering: .relaxed) }
    func noteUnknown() { unknown.wrappingAdd(1, ordering: .relaxed) }
}
