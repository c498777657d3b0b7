import Bus
package import Family
import SQL
import Storage

extension Hub {
    private static let hiddenHoursMax = 20

    /// The hours in which a child in one's care is hidden from somebody.
    package func hiddenHours(
        of child: ID<Member>,
        in family: ID<FamilyGroup>,
        for guardian: ID<Member>
    ) async throws -> [(viewer: ID<Member>, hours: HiddenHours)] {
        let now = outside.now()
        return try await database.read { transaction in
            let row = try transaction.childInCare(child, of: family, by: guardian, now: now)
            let guardianship = try transaction.guardianship(of: row, now: now)
            return try transaction.hiddenHours(of: child)
                .filter { guardianship.reads(try transaction.hiding($0), guardian) }
                .map { ($0.viewer, $0.hours) }
        }
    }

    /// Sets all hours in which a child in one's care is hidden from others.
    ///
    /// A guardian whom hours bind sets none: they would take the others' say away. Hours of another guardian stay as that
    /// guardian set them, until all other guardians have asked for their end (F87): those that the asker can read are sent
    /// along unchanged, or the others are asked; those that hide the child from the asker stay in any case. Hours whose
    /// setter is unknown, or left the family, any guardian with a say in them changes. Throws `FamilyRefusal`, or
    /// `StorageError`.
    package func setHiddenHours(
        of child: ID<Member>,
        in family: ID<FamilyGroup>,
        by guardian: ID<Member>,
        _ hours: [(viewer: ID<Member>, hours: HiddenHours)]
    ) async throws {
        guard hours.count <= Hub.hiddenHoursMax else { throw FamilyRefusal.tooManyHours }
        let now = outside.now()
        let made = hours.map {
            HiddenHoursRow(
                id: outside.newID(),
                member: child,
                viewer: $0.viewer,
                hours: $0.hours,
                setBy: guardian,
                setAt: now
            )
        }
        let (viewers, asked) = try await database.transaction(for: .reserved) {
            transaction -> (Set<ID<Member>>, Set<ID<Member>>) in
            let row = try transaction.childInCare(child, of: family, by: guardian, now: now)
            let guardianship = try transaction.guardianship(of: row, now: now)
            let before = try transaction.hiddenHours(of: child)
            guard made.allSatisfy({ $0.viewer != guardian }) else { throw FamilyRefusal.notFound }
            let (new, kept, asked) = try self.sort(made, before, guardianship, by: guardian, in: transaction)
            for row in new {
                guard try transaction.connection(viewer: row.viewer, subject: child) != nil else {
                    throw FamilyRefusal.notFound
                }
            }
            if !new.isEmpty { try transaction.require(.arrange, by: guardian, for: row, now: now) }
            let zoned = try new.map { given in
                let zoned = try self.outside.zoned(given, of: row, in: transaction, now: now) ?? given
                return zoned.dated(as: before)
            }
            try transaction.setHiddenHours(of: child, zoned + kept)
            let hidden = try (new + before).map { try transaction.hiding($0).viewers }
            return (hidden.reduce(into: []) { $0.formUnion($1) }, asked)
        }
        // The child as well: what its live links show follows the hours.
        bus.publish((viewers + [child]).map { .connections(viewer: $0) } + asked.map { .notice($0) })
    }
}

extension Hub {
    /// The hours that are new, those before that stay, and the guardians who are asked for the end of some.
    ///
    /// Hours that are sent again as they are keep their setter and time.
    private func sort(
        _ made: [HiddenHoursRow],
        _ before: [HiddenHoursRow],
        _ guardianship: Guardianship,
        by guardian: ID<Member>,
        in transaction: Transaction
    ) throws -> (new: [HiddenHoursRow], kept: [HiddenHoursRow], asked: Set<ID<Member>>) {
        var (new, kept, asked) = (made, [HiddenHoursRow](), Set<ID<Member>>())
        for row in before {
            let hiding = try transaction.hiding(row)
            guard guardianship.reads(hiding, guardian) else {
                kept.append(row)
                continue
            }
            let same = new.firstIndex { $0.viewer == row.viewer && $0.hours == row.hours.withoutZone }
            if let same {
                new.remove(at: same)
                kept.append(row)
                continue
            }
            switch guardianship.verdict(.change(hiding.arrangement, hidden: hiding.viewers), by: guardian) {
            case .alone: break
            case .together(let others):
                kept.append(row)
                try ask(others, .hours(row.id), about: row.member, by: guardian, in: transaction)
                asked.formUnion(others)
            case .never: throw FamilyRefusal.hoursOfOtherGuardian
            }
        }
        return (new, kept, asked)
    }
}

extension Hub {
    /// Has hours that were set before their family chose a time zone follow it, all others the rules that the time zone
    /// database of this machine has now, and those that `setter` set the zone that this member chooses now (F96).
    static func zoneHiddenHours(
        _ outside: HubDependencies,
        movedBy setter: ID<Member>? = nil,
        in transaction: Transaction,
        now: Timestamp
    ) throws {
        let mover = try setter.flatMap { try transaction.member($0) }
        let chosen = mover?.timeZone.flatMap { TimeZoneName($0) }
        for member in try transaction.membersWithHiddenHours() {
            guard let child = try transaction.member(member), mover == nil || child.family == mover?.family else {
                continue
            }
            // Hours that cannot be read keep no hub from opening.
            guard let before = try? transaction.hiddenHours(of: member) else { continue }
            let after = try before.map { row in
                if let present = row.timeZone {
                    let zone = row.setBy == setter ? chosen ?? present : present
                    var changed = row
                    let file = outside.zoneFile(zone)
                    if let file, ZoneRules(file: file) != nil { changed.follow(zone, file: file) }
                    return changed
                }
                return try outside.zoned(row, of: child, in: transaction, now: now) ?? row
            }
            guard before.map(\.zoneFile) != after.map(\.zoneFile) else { continue }
            try transaction.setHiddenHours(of: member, after)
        }
    }
}

extension HubDependencies {
    /// The hours, by the wall clock of the family's time zone: that of the guardian who set them, or else of the first
    /// adult who chose one; nil where none of these shows the offset with which they were set.
    ///
    /// The zone of one whom hours bind does not count: it would move them.
    fileprivate func zoned(
        _ row: HiddenHoursRow,
        of child: MemberRow,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> HiddenHoursRow? {
        let guardianship = try transaction.guardianship(of: child, now: now)
        let adults = try transaction.members(of: child.family).filter { !$0.isChild(now: now) }
        let free = adults.filter { $0.id != row.viewer && guardianship.verdict(.arrange, by: $0.id) == .alone }
        for adult in adults.filter({ $0.id == row.setBy }) + free {
            guard let zone = adult.timeZone.flatMap({ TimeZoneName($0) }), let file = zoneFile(zone),
                ZoneRules(file: file) != nil
            else { continue }
            var zoned = row
            zoned.follow(zone, file: file)
            guard zoned.hours.isShown(setAt: row.setAt, now: now) else { continue }
            return zoned
        }
        return nil
    }
}

extension HiddenHoursRow {
    /// The row with the time of the first by the same guardian that hid the child from the same viewer.
    ///
    /// A guardian who came since stays bound when the hours are moved (F87).
    fileprivate func dated(as before: [HiddenHoursRow]) -> HiddenHoursRow {
        var dated = self
        for row in before where row.setBy == setBy && row.viewer == viewer { dated.setAt = min(dated.setAt, row.setAt) }
        return dated
    }
}

extension HiddenHours {
    /// The hours as the API knows them.
    fileprivate var withoutZone: HiddenHours {
        var hours = self
        hours.zone = nil
        return hours
    }

    /// Whether the clocks of the zone showed their offset when they were set; where that is not known, now or in half a
    /// year.
    fileprivate func isShown(setAt: Timestamp, now: Timestamp) -> Bool {
        let moments = setAt.milliseconds > 0 ? [setAt] : [now, now.advanced(byMilliseconds: 182 * 86_400_000)]
        return moments.contains {
            zone?.offsetSeconds(at: $0) == Int64(utcOffsetMinutes) * 60
        }
    }
}
