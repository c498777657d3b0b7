package import Family
import SQL
import Storage

/// A member as whoever runs the hub sees them: no number, no position, and no moment within a day.
package struct KeeperMember: Sendable {
    package var id: ID<Member>
    package var name: String
    package var role: String
    package var isKeeper: Bool
    package var isDisabled: Bool
    /// Devices that may report.
    package var devices: Int
    /// The day, by UTC, on which one of them was last heard, or a pause began that goes on; nil where none was.
    package var heardOn: String?

    fileprivate init(_ row: MemberOverview) {
        (id, name, role) = (row.id, row.name, row.role)
        (isKeeper, isDisabled, devices) = (row.isKeeper, row.isDisabled, row.devices)
        heardOn = row.heardAt.map { String($0.text.prefix(10)) }
    }
}

extension Hub {
    /// The members as whoever runs the hub sees them, in the order that they came; throws `StorageError`.
    package func keeperMembers(limit: Int) async throws -> [KeeperMember] {
        let now = outside.now()
        return try await database.read { transaction in
            try transaction.memberOverviews(limit: limit, now: now).map(KeeperMember.init)
        }
    }
}
