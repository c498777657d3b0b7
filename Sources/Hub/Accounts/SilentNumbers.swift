import Family
import SQL
import Storage

extension Hub {
    /// Refuses a number alone where its member was silent for so long that it may be another person's (S14).
    func refuseIfSilent(_ row: MemberRow) async throws {
        let heardAt = try await database.read { try $0.lastSign(of: row.id) } ?? row.createdAt
        guard outside.now().milliseconds(since: heardAt) < Hub.silentMilliseconds else {
            throw LogInRefusal.silentTooLong
        }
    }

    private static let silentMilliseconds: Int64 = 180 * 86_400 * 1_000
}
