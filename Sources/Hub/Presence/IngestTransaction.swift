import Bus
import Family
import SQL
import Storage

/// One turn of the writer with the requests that waited for it: load, decide, write.
struct IngestTransaction: Sendable {
    private let subjects: MemberStateCache
    private let heard: HeardDevices
    private let vault: Vault
    private let changes: ChangeCounter
    private let inbox: FixWriteBuffer
    private let newID: @Sendable () -> ID<Crossing>
    /// What this turn did to the inbox, until it is undone.
    private var inboxChanges = FixWriteBuffer.Changes()
    private var working: [MemberState] = []
    private var indices: [ID<Member>: Int] = [:]
    /// Whose presence took something that is no fix, and so cannot be found again from fixes.
    private var mustWrite: Set<ID<Member>> = []
    /// What became of each request, in the order written.
    private(set) var outcomes: [Result<DeviceReportOutcome, DeviceReportRefusal>] = []
    private var hasNews: Set<ID<Member>> = []
    /// Whose presence changed for themselves alone.
    private var hasOwnNews: Set<ID<Member>> = []
    /// Whose presence this turn changed, as far as anybody may see it.
    ///
    /// A mere sign of life changes nothing: viewers must not tell a paused phone from a silent one (F39).
    private var changedMembers: [ID<Member>] = []
    /// Members with a thing that moved.
    private var thingOwners: Set<ID<Member>> = []
    /// The events of this turn, to be published after its commit.
    var events: [BusEvent] { changedMembers.map { .presence($0) } + thingOwners.sorted().map { .devices($0) } }

    init(
        subjects: MemberStateCache,
        heard: HeardDevices,
        vault: Vault,
        changes: ChangeCounter,
        inbox: FixWriteBuffer,
        newID: @escaping @Sendable () -> ID<Crossing>
    ) {
        self.newID = newID
        self.inbox = inbox
        self.subjects = subjects
        self.heard = heard
        self.vault = vault
        self.changes = changes
    }

    /// Writes the new fixes of one request and moves its member's presence by them.
    mutating func write(
        _ report: DeviceReport,
        from credential: DeviceCredential,
        receivedAt: Timestamp,
        to transaction: Transaction
    ) throws(StorageError) {
        guard let index = try index(of: credential.member, in: transaction) else {
            // Whose key does not open cannot have anything sealed: the phone keeps what it has.
            return outcomes.append(.failure(.notStored))
        }
        var outcome = DeviceReportOutcome()
        defer { outcomes.append(.success(outcome)) }
        guard credential.follows else {
            outcome = try writeThing(report, of: index, from: credential, receivedAt: receivedAt, to: transaction)
            return try touch(credential.device, receivedAt: receivedAt, sentAt: report.sentAt, in: transaction)
        }
        // Phones send what they queued in any order; presence is told in the order of time.
        let isOrdered = zip(report.fixes, report.fixes.dropFirst()).allSatisfy { $0.at <= $1.at }
        let fixes = isOrdered ? report.fixes : report.fixes.sorted(by: { $0.at < $1.at })
        for (number, fix) in fixes.enumerated() {
            let regions = number == fixes.count - 1 ? report.regions : nil
            let isNew = try write(fix, regions, of: index, from: credential, receivedAt: receivedAt, to: transaction)
            if isNew { outcome.stored += 1 } else { outcome.repeated += 1 }
        }
        for transition in report.transitions {
            guard let events = working[index].apply(transition, receivedAt: receivedAt) else {
                hasOwnNews.insert(credential.member)
                continue
            }
            try addCrossings(events, of: index, to: transaction)
            mustWrite.insert(credential.member)
            hasNews.insert(credential.member)
        }
        if report.fixes.isEmpty { working[index].hear(at: receivedAt) }
        try touch(credential.device, receivedAt: receivedAt, sentAt: report.sentAt, in: transaction)
    }

    /// Records that a device was heard, where that is due.
    private func touch(
        _ device: ID<Device>,
        receivedAt: Timestamp,
        sentAt: Timestamp?,
        in transaction: Transaction
    ) throws(StorageError) {
        guard heard.needsSaving(device, now: receivedAt, sentAt: sentAt) else { return }
        let ahead = heard.clockAheadMilliseconds(device)
        try transaction.touchDevice(device, heardAt: receivedAt, clockAheadMilliseconds: ahead)
    }

    /// Writes where a thing is: its newest fix alone.
    ///
    /// Its member's presence takes nothing of it.
    private mutating func writeThing(
        _ report: DeviceReport,
        of index: Int,
        from credential: DeviceCredential,
        receivedAt: Timestamp,
        to transaction: Transaction
    ) throws(StorageError) -> DeviceReportOutcome {
        guard var newest = report.fixes.max(by: { $0.at < $1.at }) else { return DeviceReportOutcome() }
        newest.at = Presence.timeKept(of: newest, receivedAt: receivedAt)
        if let known = try transaction.thingPositionTime(of: credential.device), newest.at <= known {
            return DeviceReportOutcome(repeated: report.fixes.count)
        }
        let record = FixRecord(fix: newest, receivedAt: receivedAt, marks: [])
        try transaction.setThingPosition(
            working[index].seal(record, ofThing: credential.device),
            at: newest.at,
            of: credential.device,
            member: credential.member
        )
        thingOwners.insert(credential.member)
        return DeviceReportOutcome(stored: 1, repeated: report.fixes.count - 1)
    }

    /// Writes what the members' fixes add up to; nothing may fail after this.
    mutating func finish(_ transaction: Transaction, now: Timestamp) throws(StorageError) {
        for index in working.indices {
            if hasNews.contains(working[index].member) {
                working[index].changed = changes.next(now: now)
                changedMembers.append(working[index].member)
            } else if hasOwnNews.contains(working[index].member) {
                working[index].ownChanged = changes.next(now: now)
                changedMembers.append(working[index].member)
            }
            let isDue = working[index].fixesUnwritten >= MemberState.fixesUnwrittenMax
            if isDue || mustWrite.contains(working[index].member) { try working[index].save(to: transaction) }
        }
        subjects.keep(working)
        working = []
    }

    /// Takes back what a turn that failed did in memory; on the writer's thread, before anybody can find it there.
    mutating func undo() {
        inbox.undo(inboxChanges)
        inboxChanges = FixWriteBuffer.Changes()
    }

    /// Where the member's state stands among those of this turn; nil where there is no such member.
    private mutating func index(
        of member: ID<Member>,
        in transaction: Transaction
    ) throws(StorageError) -> Int? {
        if let known = indices[member] { return known }
        guard let subject = try subjects.subject(member, in: transaction, vault: vault, inbox: inbox) else {
            return nil
        }
        indices[member] = working.count
        working.append(subject)
        return working.count - 1
    }

    /// Writes one fix, and lets it move the presence only if it was not there already.
    private mutating func write(
        _ fix: Fix,
        _ regions: PhoneRegions?,
        of index: Int,
        from credential: DeviceCredential,
        receivedAt: Timestamp,
        to transaction: Transaction
    ) throws(StorageError) -> Bool {
        let member = credential.member
        let tag = vault.tag(of: fix, from: credential.device)
        guard try !isRepeated(fix, tag, of: working[index], receivedAt: receivedAt, in: transaction) else {
            return false
        }
        let outcome = working[index].apply(fix, regions, receivedAt: receivedAt)
        var kept = fix
        kept.at = outcome.at
        let record = FixRecord(fix: kept, receivedAt: receivedAt, marks: outcome.marks)
        let row = FixRow(at: kept.at, tag: tag, sealed: working[index].seal(record))
        try inbox.add(row, member: member, to: transaction, noting: &inboxChanges)
        let isHidden = outcome.marks.contains(.hidden)
        if !outcome.changes.isEmpty { if isHidden { hasOwnNews.insert(member) } else { hasNews.insert(member) } }
        if !isHidden { try addCrossings(outcome.events, of: index, to: transaction) }
        if outcome.tookPhonesWord, !isHidden { mustWrite.insert(member) }
        if let outlier = outcome.discards { try discard(outlier, of: index, in: transaction) }
        return true
    }

    /// Notes that the member arrived somewhere or left, where anybody asked to be told.
    private func addCrossings(
        _ events: [PresenceEvent],
        of index: Int,
        to transaction: Transaction
    ) throws(StorageError) {
        let subject = working[index]
        for event in events {
            guard let crossing = Crossing(event, places: subject.placeSet) else { continue }
            guard try transaction.isWatched(subject.member) else { return }
            try transaction.addCrossing(CrossingRow(id: newID(), member: subject.member, crossing: crossing))
        }
    }

    /// Whether the same fix was taken before; asks the database only where that could be.
    private func isRepeated(
        _ fix: Fix,
        _ tag: Int64,
        of subject: MemberState,
        receivedAt: Timestamp,
        in transaction: Transaction
    ) throws(StorageError) -> Bool {
        if inbox.contains(tag: tag) { return true }
        let at = Presence.timeKept(of: fix, receivedAt: receivedAt)
        if at != fix.at {
            // Kept at its receipt time, a repeat would be another row: look for its mark instead.
            let recently = receivedAt.advanced(bySeconds: -3_600)
            return try transaction.hasFix(of: subject.member, tag: tag, since: recently)
        }
        guard at <= subject.newestStoredAt else { return false }
        return try transaction.hasFix(of: subject.member, at: at, tag: tag)
    }

    /// Marks what turned out to be an outlier (geofence rule 10): it stays, hidden unless asked for.
    private mutating func discard(
        _ at: Timestamp,
        of index: Int,
        in transaction: Transaction
    ) throws(StorageError) {
        let subject = working[index]
        let end = at.advanced(byMilliseconds: 1)
        let recent = inbox.rows(of: subject.member).filter { $0.at == at }
        let rows = try transaction.fixes(of: subject.member, from: at, to: end, after: nil, limit: 10)
        for row in FixWriteBuffer.merged(rows, with: recent) {
            guard var record = subject.open(row) else { continue }
            record.marks.insert(.discarded)
            let marked = FixRow(at: row.at, tag: row.tag, sealed: subject.seal(record))
            try inbox.set(marked, member: subject.member, in: transaction, noting: &inboxChanges)
        }
    }
}
