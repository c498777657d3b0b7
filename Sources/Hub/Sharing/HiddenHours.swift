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
            // Nobody reads the hours that were set against them: they would say when to look elsewhere.
            return try transaction.hiddenHours(of: child).filter { $0.viewer != guardian }.map { ($0.viewer, $0.hours) }
        }
    }

    /// Sets all hours in which a child in one's care is hidden from others.
    ///
    /// Those that another guardian set against the asker stay. Throws `FamilyError`, or `StorageError`.
    package func setHiddenHours(
        of child: ID<Member>,
        in family: ID<FamilyGroup>,
        by guardian: ID<Member>,
        _ hours: [(viewer: ID<Member>, hours: HiddenHours)]
    ) async throws {
        guard hours.count <= Hub.hiddenHoursMax else { throw FamilyError.tooManyHours }
        let now = outside.now()
        let made = hours.map {
            HiddenHoursRow(id: outside.newID(), member: child, viewer: $0.viewer, hours: $0.hours)
        }
        let viewers = try await database.transaction(for: .reserved) { transaction -> Set<ID<Member>> in
            _ = try transaction.childInCare(child, of: family, by: guardian, now: now)
            let before = try transaction.hiddenHours(of: child)
            for row in made {
                let isKnown = try transaction.connection(viewer: row.viewer, subject: child) != nil
                guard isKnown, row.viewer != guardian else { throw FamilyError.notFound }
            }
            try transaction.setHiddenHours(of: child, made + before.filter { $0.viewer == guardian })
            return Set((made + before).map(\.viewer))
        }
        // The child as well: what its live links show follows the hours.
        bus.publish((viewers + [child]).map { .connections(viewer: $0) })
    }
}
