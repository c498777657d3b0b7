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
            _ = try transaction.childInCare(child, of: family, by: guardian, now: now)
            // Read by whom they bind, hours would say when to look elsewhere.
            return try transaction.readableHours(of: child, by: guardian).map { ($0.viewer, $0.hours) }
        }
    }

    /// Sets all hours in which a child in one's care is hidden from others.
    ///
    /// Hours of another guardian stay as that guardian set them (F87): those that the asker can read are sent along
    /// unchanged, and those that hide the child from the asker stay too. Hours whose setter is not known any more, or is no
    /// guardian any more, any guardian changes. Throws `FamilyError`, or `StorageError`.
    package func setHiddenHours(
        of child: ID<Member>,
        in family: ID<FamilyGroup>,
        by guardian: ID<Member>,
        _ hours: [(viewer: ID<Member>, hours: HiddenHours)]
    ) async throws {
        guard hours.count <= Hub.hiddenHoursMax else { throw FamilyError.tooManyHours }
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
        let viewers = try await database.transaction(for: .reserved) { transaction -> Set<ID<Member>> in
            let row = try transaction.childInCare(child, of: family, by: guardian, now: now)
            let before = try transaction.hiddenHours(of: child)
            let readable = Set(try transaction.readableHours(of: child, by: guardian).map(\.id))
            for row in made {
                let isKnown = try transaction.connection(viewer: row.viewer, subject: child) != nil
                guard isKnown, row.viewer != guardian else { throw FamilyError.notFound }
            }
            let others = Set(try transaction.guardians(of: row, now: now)).subtracting([guardian])
            // What is sent again as it is keeps its setter and time.
            var asked = made
            var kept: [HiddenHoursRow] = []
            for row in before {
                let isSame = asked.firstIndex { $0.viewer == row.viewer && $0.hours == row.hours }
                if let isSame { asked.remove(at: isSame) }
                let isOthers = row.setBy.map(others.contains) ?? false
                guard isSame == nil, readable.contains(row.id) else {
                    kept.append(row)
                    continue
                }
                if isOthers { throw FamilyError.hoursOfOtherGuardian }
            }
            try transaction.setHiddenHours(of: child, asked + kept)
            return Set((made + before).map(\.viewer))
        }
        // The child as well: what its live links show follows the hours.
        bus.publish((viewers + [child]).map { .connections(viewer: $0) })
    }
}
