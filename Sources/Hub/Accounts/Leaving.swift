import Bus
package import Family
import SQL
import Storage
import Synchronization

extension Hub {
    /// For so long others still have somebody who left in their lists as if their phone were silent (F46).
    static let ghostMilliseconds: Int64 = 86_400_000
    /// Rows that go in one transaction: whoever writes in between waits for so many.
    static let leavingRowsAtOnce = 2_000

    /// Ends a member's account for good (F46, F58, S41): nobody is asked, and nothing can be undone.
    ///
    /// When it returns, no row of the database and no file beside it holds the member's identity, number or anything
    /// sealed for them; their key is gone, their sessions and streams have ended. A keeper who is the only one names
    /// another, unless they are the last member. Throws `LeavingRefusal`, `ProofRefusal`, or `StorageError`.
    package func leave(_ caller: AuthenticatedSession, keeper successor: ID<Member>? = nil) async throws {
        try await requireRecentProof(caller)
        try await requirePIN(caller, for: .stopEverything)
        let now = outside.now()
        try await end(caller.member) { transaction, row in
            try transaction.refuseToAbandon(row, successor: successor, now: now)
            if let successor, row.keeper { try transaction.makeKeeper(successor) }
            try self.tellWhoWasCalled(by: row, in: transaction)
        }
        ringOutbox()
        await sweepCoinFiles()
        await clearWhoLeft()
    }

    /// Tells those who were called for help, and not that it is over, that its account goes: an alarm that is hidden under
    /// duress keeps nobody with the phone from deleting it, and their links end with it.
    ///
    /// A watch that cannot be read keeps nobody from leaving.
    private func tellWhoWasCalled(by row: MemberRow, in transaction: Transaction) throws {
        let now = safetyNow
        let turn: SafetyTransaction
        do {
            turn = try SafetyTransaction(self, of: row.id, in: transaction, now: now)
        } catch let error as StorageError where error.code == .corrupt {
            return
        }
        for alarm in turn.watch.alarms where alarm.isOpen {
            let lastSeen = try LastSeenByReader(turn, onTrip: alarm.trip)
            for recipient in try turn.openRecipients(of: alarm.id) {
                let isTold = try turn.knowsOfDuress(recipient)
                let words = SafetyWords.accountDeleted(
                    of: row.name,
                    isUnderDuress: isTold,
                    lastSeen: try lastSeen.seen(by: recipient, in: turn)
                )
                // Nothing of the account is to be left, its alarm's identity neither.
                let alert = Alert(incident: outside.newID(), push: words.push, text: words.text)
                _ = try send(alert, to: .member(recipient), in: transaction)
            }
            try turn.tellContactsOfDeletion(alarm.id, lastSeen: lastSeen)
        }
    }

    /// Deletes once more whoever a database brought back from a backup still has, though they left since.
    func deleteWhoHadLeft() async throws {
        guard try await database.read({ try $0.hasTombstones() }) else { return }
        var last: ID<Member>?
        while true {
            let page = try await members(after: last, limit: 500).map(\.id)
            guard let end = page.last else { return }
            for member in page {
                let hash = vault.tombstone(of: member)
                guard try await database.read({ try $0.isTombstone(hash) }) else { continue }
                try await self.end(member) { _, _ in }
            }
            last = end
        }
    }

    /// Deletes what is left of those who left, and empties the database's log of it; what fails is tried again later.
    func clearWhoLeft() async {
        do {
            let leaving = try await database.read { try $0.leaving() }
            if !leaving.isEmpty { try outside.keepTombstones(try await database.read { try $0.tombstones() }) }
            for row in leaving {
                if let member = row.member {
                    while try await database.transaction({
                        try $0.deletePart(of: member, rows: Hub.leavingRowsAtOnce)
                    }) > 0 {}
                    try await database.transaction { try $0.forgetWhoLeaves(row.id) }
                }
                try await truncateWAL()
                try await database.transaction { try $0.endLeaving(row.id) }
            }
        } catch {
            outside.log(LogEntry(.error, "somebody who left is not cleared yet", [("reason", safeWords(error))]))
        }
    }

    /// Readers of a moment hold it up, so it is tried for some seconds.
    private func truncateWAL() async throws {
        for _ in 0..<20 {
            do {
                return try await database.truncateWAL()
            } catch let error as StorageError where error.code == .busy {
                try await Task.sleep(for: .milliseconds(250))
            }
        }
        try await database.truncateWAL()
    }

    /// Ends an account in one transaction, which `decide` may refuse; rows without number go later.
    private func end(
        _ member: ID<Member>,
        decide: @escaping @Sendable (Transaction, MemberRow) throws -> Void
    ) async throws {
        let now = outside.now()
        let messages = try await messages(to: member)
        let (hash, nobody) = (vault.tombstone(of: member), outside.newID(of: Member.self))
        let removal = Mutex<FixWriteBuffer.Removal?>(nil)
        let (row, told) = try await database.transaction { transaction in
            guard let row = try transaction.member(member) else { throw MemberRefusal.notFound }
            try decide(transaction, row)
            try self.leaveLedger(row, in: transaction, mustBeEmpty: false, now: now)
            let told = try self.leaveGhosts(of: row, in: transaction, now: now)
            try transaction.deleteRows(of: LeavingMember(row, nobody: nobody))
            for message in messages { try transaction.removeMessage(message) }
            try transaction.addTombstone(hash, now: now)
            try transaction.startLeaving(member, now: now)
            // Last, as nothing may fail after it: the writer's next turn must find nobody.
            self.subjects.forget(member)
            removal.withLock { $0 = self.inbox.remove(of: member) }
            return (row, told)
        } undo: {
            if let removal = removal.withLock({ $0 }) { self.inbox.putBack(removal) }
        }
        if let lookup = row.phoneLookup { logInThrottle.withLock { $0.forget(lookup, from: []) } }
        endedAccess(of: member)
        bus.publish(told.map { .connections(viewer: $0) })
        await settleAdults(of: row.family)
    }

    /// Puts a ghost into every list that the member stood in, and answers whose lists those are.
    private func leaveGhosts(
        of row: MemberRow,
        in transaction: Transaction,
        now: Timestamp
    ) throws(StorageError) -> Set<ID<Member>> {
        var ghosts: [ID<Member>: ID<Member>] = [:]
        let lists = [
            (true, try transaction.connections(subject: row.id)), (false, try transaction.connections(viewer: row.id)),
        ]
        for (isSeen, connections) in lists {
            for connection in connections where connection.isOpen(now: now) {
                let member = isSeen ? connection.viewer : connection.subject
                let ghost = ghosts[member] ?? outside.newID()
                let ownName = try isSeen ? connection.ownName : transaction.ownName(of: row.id, by: member, now: now)
                ghosts[member] = ghost
                try transaction.addGhost(
                    DepartedContactRow(
                        id: outside.newID(),
                        ghost: ghost,
                        inPlaceOf: connection,
                        isSeen: isSeen,
                        name: row.name,
                        ownName: ownName,
                        colour: row.colour,
                        until: now.advanced(byMilliseconds: Hub.ghostMilliseconds),
                        changed: changes.next(now: now)
                    )
                )
                guard isSeen else { continue }
                try transaction.putGhostOnClock(ghost, of: member, inPlaceOf: row.id)
                try transaction.putGhostInPositionRequests(ghost, of: member, inPlaceOf: row.id)
            }
        }
        return Set(ghosts.keys)
    }

    /// Where messages to a member go.
    private func addresses(of member: ID<Member>) async throws -> Set<String> {
        try await database.read { transaction in
            guard let row = try transaction.member(member) else { return [] }
            var before = row
            before.phoneSealed = try transaction.phoneChange(of: member)?.oldPhoneSealed
            let mail = try transaction.memberMail(member)
            let mails = [mail?.mailSealed, mail?.pendingMailSealed].compactMap { self.mail($0, of: row) }
            return Set([row, before].compactMap { self.phone(of: $0)?.e164 } + mails)
        }
    }

    /// The messages that are for a member: only opened ones tell.
    private func messages(to member: ID<Member>) async throws -> [ID<OutboxMessage>] {
        let addresses = try await addresses(of: member)
        guard !addresses.isEmpty else { return [] }
        let vault = vault
        var found: [ID<OutboxMessage>] = []
        var last: ID<OutboxMessage>?
        while true {
            let (after, page) = (last, 500)
            let rows = try await database.read { try $0.readableMessages(after: after, limit: page) }
            found += rows.filter { row in
                vault.open(row.recipientSealed, as: .recipient, of: row.id).map(addresses.contains) ?? false
            }.map(\.id)
            guard rows.count == page else { return found }
            last = rows.last?.id
        }
    }
}

extension Transaction {
    /// Refuses to leave a hub without a keeper, or children without an adult.
    fileprivate func refuseToAbandon(_ row: MemberRow, successor: ID<Member>?, now: Timestamp) throws {
        if !row.isChild(now: now), try isOnlyAdult(row, now: now) { throw LeavingRefusal.lastAdult }
        let others = try othersInHub(than: row.id)
        guard row.keeper else { return }
        if let successor {
            guard let next = try member(successor), next.id != row.id, next.disabledAt == nil, !next.isChild(now: now)
            else {
                throw LeavingRefusal.keeperUnknown
            }
        } else if others.keepers == 0, others.members > 0 {
            throw LeavingRefusal.onlyKeeper
        }
    }
}
