import Family
import Foundation
import Hub
import SQL
import Testing

/// The file of a zone in this machine's time zone database.
func zoneFile(_ name: TimeZoneName) -> [UInt8]? {
    // Without the file the zone is not known, which the tests then see.
    (try? Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/" + name.text))).map { [UInt8]($0) }
}

/// Two adults and a child in one family, each with an account.
struct MoneyScene {
    let home: TestHub
    let family: ID<FamilyGroup>
    let anna: ID<Member>
    let bo: ID<Member>
    let mira: ID<Member>
    let annas: AccountInfo
    let bos: AccountInfo
    let miras: AccountInfo

    init(_ home: TestHub) async throws {
        self.home = home
        anna = try await home.member(1)
        bo = try await home.member(2)
        try await home.invited(bo, by: anna)
        family = try await home.hub.family(of: anna).id
        mira = try await home.child(of: family, by: anna).id
        annas = try await home.open(anna)
        bos = try await home.open(bo)
        miras = try await home.open(mira)
    }

    /// A week's pocket money for Mira out of the family's cash.
    func weekly(_ amount: Int, source: AllowanceRequest.Source = .cash, memo: String? = nil) throws -> AllowanceRequest
    {
        AllowanceRequest(
            payee: mira,
            source: source,
            asset: .coin,
            amount: Amount(UInt128(amount)),
            schedule: try #require(PaySchedule(.weekly(weekday: 6), minuteOfDay: 600)),
            timeZone: "Europe/Zurich",
            memo: memo
        )
    }

    func newID<Subject>() -> ID<Subject> { home.hub.outside.newID() }

    func kinds(_ member: ID<Member>) async throws -> [NoticeKind] {
        try await home.hub.notices(of: member).map(\.kind)
    }

    /// Lets so much time pass, and the hub do what is due, once.
    func pass(hours: Double) async {
        home.clock.advance(milliseconds: Int64(hours * 3_600_000))
        await home.hub.handleMoneyDeadlines()
    }

    /// How many standing orders the database holds.
    func orderCount() async throws -> Int64 {
        try await home.hub.database.read { try $0.first("SELECT count(*) FROM standing_order")?.integer(0) ?? 0 }
    }

    /// Why nothing was done with the family's money; nil where something was.
    func moneyRefusal<Answer: Sendable>(_ body: @Sendable () async throws -> Answer) async -> MoneyRefusal? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error as? MoneyRefusal
        }
    }
}
