package import Crypto
package import Family
import SQL
import Storage
import Synchronization

/// What the hub holds of one member to take a fix or to answer a viewer: presence, places, and the key to both.
package struct MemberState: Sendable {
    package let member: ID<Member>
    package let key: AEADKey
    /// What others may see, each as far as their consent goes.
    package private(set) var presence: Presence
    /// What the member alone sees after their sharing paused; nil while it is what others see.
    private(set) var own: Presence?
    /// Newest first.
    var pauses: [Pause] = []
    /// In the order they were made.
    package var places: [Place] { didSet { placeSet = PlaceSet(places) } }
    package private(set) var placeSet: PlaceSet
    /// The hub's change number of what others see.
    package var changed: Int64
    /// That of what the member alone sees.
    var ownChanged: Int64 = 0
    /// The time of the newest fix on disk: what is newer is surely no repeat.
    private(set) var newestStoredAt = Timestamp(milliseconds: .min)
    /// How many fixes the presence took since it was last written.
    private(set) var fixesUnwritten = 0

    /// A presence is written after this many fixes at the latest.
    ///
    /// The fixes are the truth and the presence follows from them, so what lies between two writings is found again by
    /// taking the same fixes once more. Writing it each time would double what a fix costs.
    static let fixesUnwrittenMax = 32
    /// How many of a member's pauses are kept in memory; what a phone queued before them all is long on disk.
    static let pausesMax = 100

    /// Reads a member's state; nil where there is no such member, or none whose data can still be opened.
    ///
    /// `inbox` is what of the member's fixes lies in the inbox, asked before the transaction's snapshot began. A
    /// presence that no longer opens counts as none: the next fix begins it anew, and no fix is ever refused for it.
    static func load(
        _ member: ID<Member>,
        from transaction: Transaction,
        vault: Vault,
        inbox: [FixRow]
    ) throws(StorageError) -> MemberState? {
        guard let key = try key(of: member, from: transaction, vault: vault) else { return nil }
        let places = try transaction.places(of: member).compactMap { MemberState.open($0, with: key) }
        let presence = try transaction.presence(of: member)
        let opened = presence.flatMap {
            key.open($0.sealed, additional: Vault.Purpose.presence.binding(member.bytes)).flatMap(Presence.init(bytes:))
        }
        var subject = MemberState(
            member: member,
            key: key,
            presence: opened ?? Presence(),
            places: places,
            placeSet: PlaceSet(places),
            changed: presence?.changed ?? 0
        )
        subject.pauses = try transaction.pauses(of: member, limit: MemberState.pausesMax).map(Pause.init)
        try subject.takeUnwritten(from: transaction, inbox: inbox)
        return subject
    }

    /// A member's data key; nil where there is no such member, or none whose data can still be opened.
    static func key(
        of member: ID<Member>,
        from transaction: Transaction,
        vault: Vault
    ) throws(StorageError) -> AEADKey? {
        guard let wrapped = try transaction.member(member)?.dataKeyWrapped else { return nil }
        return vault.dataKey(wrapped: wrapped, for: member)
    }

    private init(
        member: ID<Member>,
        key: AEADKey,
        presence: Presence,
        places: [Place],
        placeSet: PlaceSet,
        changed: Int64
    ) {
        self.member = member
        self.key = key
        self.presence = presence
        self.places = places
        self.placeSet = placeSet
        self.changed = changed
    }

    /// Somebody of whom nothing is known, under a key that opens nothing.
    init(nobodyAs member: ID<Member>, changed: Int64) {
        self.init(
            member: member,
            key: AEADKey(SecureRandom.bytes(AEADKey.byteCount)),
            presence: Presence(),
            places: [],
            placeSet: PlaceSet([]),
            changed: changed
        )
    }

    /// Moves the presence by a fix that is written in the same transaction.
    mutating func apply(_ fix: Fix, _ regions: PhoneRegions?, receivedAt: Timestamp) -> PresenceOutcome {
        let outcome =
            hides(Presence.timeKept(of: fix, receivedAt: receivedAt), receivedAt: receivedAt)
            ? applyHidden(fix, regions, receivedAt: receivedAt) : applyShown(fix, regions, receivedAt: receivedAt)
        newestStoredAt = max(newestStoredAt, outcome.at)
        return outcome
    }

    /// Moves the presence by what a phone said of its regions; answers what others are to hear of it, nil for nothing.
    mutating func apply(_ transition: RegionTransition, receivedAt: Timestamp) -> [PresenceEvent]? {
        guard hides(transition.at, receivedAt: receivedAt) else {
            return presence.apply(transition, receivedAt: receivedAt, places: placeSet).events
        }
        var moved = own ?? presence
        _ = moved.apply(transition, receivedAt: receivedAt, places: placeSet)
        own = moved
        return nil
    }

    /// Notes a sign of life, which nobody else is told.
    mutating func hear(at receivedAt: Timestamp) {
        presence.hear(at: receivedAt)
        own?.hear(at: receivedAt)
    }

    /// What the member sees, or anybody else.
    package func presence(isOneself: Bool) -> Presence {
        isOneself ? own ?? presence : presence
    }

    /// The hub's change number of what the member sees, or anybody else.
    package func changed(isOneself: Bool) -> Int64 {
        isOneself ? max(changed, ownChanged) : changed
    }

    /// Whether the member sees something else than others do.
    package var hasOwnView: Bool { own != nil }

    /// Whether nobody else is to be shown what was measured at a moment and came at another.
    private func hides(_ at: Timestamp, receivedAt: Timestamp) -> Bool {
        pauses.contains { $0.holds(at) || $0.holds(receivedAt) }
    }

    private mutating func applyHidden(
        _ fix: Fix,
        _ regions: PhoneRegions?,
        receivedAt: Timestamp
    ) -> PresenceOutcome {
        var moved = own ?? presence
        var outcome = moved.apply(fix, receivedAt: receivedAt, places: placeSet, regions: regions)
        own = moved
        outcome.marks.insert(.hidden)
        return outcome
    }

    /// Once something newer may be shown than all that was hidden, the member sees again what others see.
    private mutating func applyShown(
        _ fix: Fix,
        _ regions: PhoneRegions?,
        receivedAt: Timestamp
    ) -> PresenceOutcome {
        let outcome = presence.apply(fix, receivedAt: receivedAt, places: placeSet, regions: regions)
        fixesUnwritten += 1
        guard var moved = own else { return outcome }
        let isNewest = moved.newestFixAt.map { outcome.at >= $0 } ?? true
        _ = moved.apply(fix, receivedAt: receivedAt, places: placeSet, regions: regions)
        own = isNewest ? nil : moved
        return outcome
    }

    /// Writes the presence.
    mutating func save(to transaction: Transaction) throws(StorageError) {
        fixesUnwritten = 0
        let sealed = key.seal(presence.bytes, additional: Vault.Purpose.presence.binding(member.bytes))
        try transaction.savePresence(PresenceRow(sealed: sealed, changed: changed), member: member)
    }

    /// Takes once more the fixes that came since the presence was written.
    ///
    /// What was late when it came is marked so and moved nothing. Each of the others was newer than all before it, so
    /// the order of time is the order in which they were taken, whatever order requests and clocks came in.
    private mutating func takeUnwritten(from transaction: Transaction, inbox: [FixRow]) throws(StorageError) {
        let start = presence.newestFixAt ?? Timestamp(milliseconds: .min)
        let stored = try transaction.fixes(of: member, laterThan: start, limit: MemberState.fixesTakenAgainMax)
        newestStoredAt = max(try transaction.newestFixAt(of: member) ?? start, inbox.map(\.at).max() ?? start)
        let rows = FixWriteBuffer.merged(stored, with: inbox.filter { $0.at > start })
        for record in rows.compactMap({ open($0) }) {
            let isHidden = record.marks.contains(.hidden)
            // Which change was its is forgotten: the first that can have been, so that no stream misses it.
            let change = ChangeCounter.least(at: record.receivedAt)
            if isHidden { ownChanged = max(ownChanged, change) } else { changed = max(changed, change) }
            if record.marks.contains(.late) {
                if !isHidden { presence.hear(at: record.receivedAt) }
            } else if isHidden {
                _ = applyHidden(record.fix, nil, receivedAt: record.receivedAt)
            } else {
                _ = applyShown(record.fix, nil, receivedAt: record.receivedAt)
            }
        }
        fixesUnwritten = rows.count
    }

    /// More than this are never unwritten, unless the presence itself was lost; then the newest matter most.
    private static let fixesTakenAgainMax = 5_000

    /// Looks where the member is among places that changed, and tells nobody (geofence rule 7).
    mutating func lookAgain(now: Timestamp) {
        presence.placesChanged(placeSet, now: now)
        own?.placesChanged(placeSet, now: now)
    }

    /// The row of a place.
    func seal(_ place: Place) -> [UInt8] {
        key.seal(place.bytes, additional: Vault.Purpose.place.binding(place.id.bytes))
    }

    /// The row of a fix.
    func seal(_ fix: FixRecord) -> [UInt8] {
        key.seal(fix.bytes, additional: Vault.Purpose.fix.binding(member.bytes))
    }

    /// Where a thing of the member was last.
    func seal(_ fix: FixRecord, ofThing device: ID<Device>) -> [UInt8] {
        key.seal(fix.bytes, additional: Vault.Purpose.thing.binding(device.bytes))
    }

    /// The fix in a row; nil where the row is not this member's.
    func open(_ row: FixRow) -> FixRecord? {
        MemberState.open(row, of: member, with: key)
    }

    /// The fix in a row of a member; nil where the row is not that member's.
    static func open(_ row: FixRow, of member: ID<Member>, with key: AEADKey) -> FixRecord? {
        key.open(row.sealed, additional: Vault.Purpose.fix.binding(member.bytes)).flatMap(FixRecord.init(bytes:))
    }

    /// The place in a row; nil where it was sealed under another key.
    static func open(_ row: PlaceRow, with key: AEADKey) -> Place? {
        key.open(row.sealed, additional: Vault.Purpose.place.binding(row.id.bytes))
            .flatMap { Place(id: row.id, bytes: $0) }
    }
}

/// The members heard or asked for lately.
///
/// Only closures on the database's writer thread change it, so that what it holds is what the next of them will find;
/// whoever fails to commit forgets what it kept. Readers take what is there and otherwise read the database.
final class MemberStateCache: Sendable {
    private let subjects = Mutex(TwoGenerationCache<ID<Member>, MemberState>(capacity: 20_000))

    /// The member's state, from memory or else from the database.
    func subject(
        _ member: ID<Member>,
        in transaction: Transaction,
        vault: Vault,
        inbox: FixWriteBuffer
    ) throws(StorageError) -> MemberState? {
        if let known = known(member) { return known }
        return try MemberState.load(member, from: transaction, vault: vault, inbox: inbox.rows(of: member))
    }

    /// The member's state where it is in memory.
    func known(_ member: ID<Member>) -> MemberState? {
        subjects.withLock { $0.value(for: member) }
    }

    /// Keeps states that were just written; only on the writer thread.
    func keep(_ written: [MemberState]) {
        subjects.withLock { subjects in
            for subject in written { subjects.set(subject, for: subject.member) }
        }
    }

    /// Forgets a member's state, after a failure.
    func forget(_ member: ID<Member>) {
        subjects.withLock { $0.remove(member) }
    }
}
