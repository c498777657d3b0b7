import Family
import SQL
import Storage

/// One turn of the writer with the requests that waited for it: load, decide, write.
struct SightingTurn: Sendable {
    private let subjects: SubjectCache
    private let heard: HeardDevices
    private let vault: Vault
    private let changes: ChangeCounter
    private let inbox: FixInbox
    /// What went into the inbox, to be taken out again where the commit fails.
    private(set) var added: [(member: ID<Member>, tag: Int64)] = []
    private var working: [ID<Member>: Subject] = [:]
    /// Whose presence took something that is no fix, and so cannot be found again from fixes.
    private var mustWrite: Set<ID<Member>> = []
    private var hasNews: Set<ID<Member>> = []
    /// What became of each request, in the order written.
    private(set) var outcomes: [SightingOutcome] = []
    /// Whose presence this turn changed, as far as anybody may see it.
    ///
    /// A mere sign of life changes nothing: viewers must not tell a paused phone from a silent one (F39).
    private(set) var changedMembers: [ID<Member>] = []

    init(
        subjects: SubjectCache,
        heard: HeardDevices,
        vault: Vault,
        changes: ChangeCounter,
        inbox: FixInbox
    ) {
        self.inbox = inbox
        self.subjects = subjects
        self.heard = heard
        self.vault = vault
        self.changes = changes
    }

    /// Writes the new fixes of one request and moves its member's presence by them.
    mutating func write(
        _ sighting: Sighting,
        from credential: DeviceCredential,
        receivedAt: Timestamp,
        to transaction: Transaction
    ) throws(StorageError) {
        var outcome = SightingOutcome()
        defer { outcomes.append(outcome) }
        let member = credential.member
        guard var subject = try takeSubject(member, from: transaction) else { return }
        // Phones send what they queued in any order; presence is told in the order of time.
        let isOrdered = zip(sighting.fixes, sighting.fixes.dropFirst()).allSatisfy { $0.at <= $1.at }
        for fix in isOrdered ? sighting.fixes : sighting.fixes.sorted(by: { $0.at < $1.at }) {
            let isNew = try write(fix, of: &subject, from: credential, receivedAt: receivedAt, to: transaction)
            if isNew { outcome.stored += 1 } else { outcome.repeated += 1 }
        }
        for transition in sighting.transitions {
            _ = subject.presence.apply(transition, receivedAt: receivedAt, places: subject.placeSet)
        }
        if sighting.fixes.isEmpty { subject.presence.hear(at: receivedAt) }
        if !sighting.transitions.isEmpty {
            mustWrite.insert(member)
            hasNews.insert(member)
        }
        working[member] = subject
        if heard.needsSaving(credential.device, now: receivedAt) {
            try transaction.touchDevice(credential.device, heardAt: receivedAt)
        }
    }

    /// Writes what the members' fixes add up to; nothing may fail after this.
    mutating func finish(_ transaction: Transaction, now: Timestamp) throws(StorageError) {
        var finished: [Subject] = []
        finished.reserveCapacity(working.count)
        for (member, var subject) in working {
            if hasNews.contains(member) {
                subject.changed = changes.next(now: now)
                changedMembers.append(member)
            }
            if subject.fixesUnwritten >= Subject.fixesUnwrittenMax || mustWrite.contains(member) {
                try subject.save(to: transaction)
            }
            finished.append(subject)
        }
        subjects.keep(finished)
        working = [:]
    }

    /// The member's state as this turn has left it so far.
    private mutating func takeSubject(
        _ member: ID<Member>,
        from transaction: Transaction
    ) throws(StorageError) -> Subject? {
        if let inHand = working.removeValue(forKey: member) { return inHand }
        return try subjects.subject(member, in: transaction, vault: vault, inbox: inbox)
    }

    /// Writes one fix, and lets it move the presence only if it was not there already.
    private mutating func write(
        _ fix: Fix,
        of subject: inout Subject,
        from credential: DeviceCredential,
        receivedAt: Timestamp,
        to transaction: Transaction
    ) throws(StorageError) -> Bool {
        var presence = subject.presence
        let outcome = presence.apply(fix, receivedAt: receivedAt, places: subject.placeSet)
        let tag = vault.tag(of: fix, from: credential.device)
        guard try !isRepeated(tag, outcome, of: subject, receivedAt: receivedAt, in: transaction) else { return false }
        var kept = fix
        kept.at = outcome.at
        let record = FixRecord(fix: kept, receivedAt: receivedAt, marks: outcome.marks)
        let row = FixRow(at: kept.at, tag: tag, sealed: subject.seal(record))
        try inbox.add(row, member: subject.member, to: transaction)
        added.append((subject.member, tag))
        subject.move(to: presence, storedAt: row.at)
        if !outcome.changes.isEmpty { hasNews.insert(subject.member) }
        if let outlier = outcome.discards { try discard(outlier, of: subject, in: transaction) }
        return true
    }

    /// Whether the same fix was taken before; asks the database only where that could be.
    private func isRepeated(
        _ tag: Int64,
        _ outcome: PresenceOutcome,
        of subject: Subject,
        receivedAt: Timestamp,
        in transaction: Transaction
    ) throws(StorageError) -> Bool {
        if inbox.contains(tag: tag) { return true }
        if outcome.marks.contains(.future) {
            // Kept at its receipt time, a repeat would be another row: look for its mark instead.
            let recently = receivedAt.advanced(bySeconds: -3_600)
            return try transaction.hasFix(of: subject.member, tag: tag, since: recently)
        }
        guard outcome.at <= subject.newestStoredAt else { return false }
        return try transaction.hasFix(of: subject.member, at: outcome.at, tag: tag)
    }

    /// Marks what turned out to be an outlier (geofence rule 10): it stays, hidden unless asked for.
    private func discard(
        _ at: Timestamp,
        of subject: Subject,
        in transaction: Transaction
    ) throws(StorageError) {
        let end = at.advanced(byMilliseconds: 1)
        let recent = inbox.rows(of: subject.member).filter { $0.at == at }
        let rows = try transaction.fixes(of: subject.member, from: at, to: end, after: nil, limit: 10)
        for row in recent + rows {
            guard var record = subject.open(row) else { continue }
            record.marks.insert(.discarded)
            let marked = FixRow(at: row.at, tag: row.tag, sealed: subject.seal(record))
            if try !inbox.set(marked, member: subject.member, in: transaction) {
                try transaction.setFix(marked, member: subject.member)
            }
        }
    }
}
