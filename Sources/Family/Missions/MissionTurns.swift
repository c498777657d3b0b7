/// Taking turns at a mission that comes again.
///
/// Each time falls to the next in the order, whatever became of the one before: a turn that was missed does not come back,
/// and one that was done buys nobody out of the next. Pauses change nothing, as siblings would see by the order who paused
/// (F65); only who is shut out is left out, and who leaves.
extension Mission {
    /// As many can take turns at one mission.
    public static let turnsMax = 20

    /// Whether an order of turns is one: nobody twice, at least two, and of a mission that comes again for nobody else.
    public static func allows(turns: [ID<Member>], assignee: ID<Member>?, repeats: MissionRepeat?) -> Bool {
        if turns.isEmpty { return true }
        guard assignee == nil, repeats != nil, (2...turnsMax).contains(turns.count) else { return false }
        for index in turns.indices where turns[..<index].contains(turns[index]) { return false }
        return true
    }

    /// Whose turn comes after somebody's: the next in the order who is not away; the first where it was nobody's.
    ///
    /// Where all are away it goes on as if nobody were.
    public func turn(after member: ID<Member>?, away: Set<ID<Member>> = []) -> ID<Member>? {
        guard !turns.isEmpty else { return assignee }
        let begin = member.flatMap { turns.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        let order = turns.indices.map { turns[(begin + $0) % turns.count] }
        return order.first { !away.contains($0) } ?? order.first
    }

    /// Takes somebody out of the turns: where one is left it is theirs alone.
    public mutating func leaveTurns(_ member: ID<Member>) {
        turns.removeAll { $0 == member }
        guard turns.count == 1 else { return }
        assignee = turns[0]
        turns = []
    }
}

extension Occurrence {
    /// Hands a turn of somebody who leaves to the next, as if nothing of it were done: minutes go with who spent them.
    public mutating func passTurn(to next: ID<Member>?) {
        doer = next
        running = nil
        focusedMilliseconds = 0
        rewardedMilliseconds = 0
        version += 1
    }
}
