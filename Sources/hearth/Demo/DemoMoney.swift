import Demo
import Family
import Hub

/// The family's own currency: who has how much, who gets some each week, and what went to and fro.
struct DemoMoney {
    private let family: DemoFamily
    private let hub: Hub
    private let currency: Asset.Number
    /// Where Mia saves.
    private let savings: (from: ID<Account>, to: ID<Account>)

    /// Makes the currency, everybody's first of it, and the children's allowances.
    init(of family: DemoFamily, on hub: Hub) async throws {
        (self.family, self.hub) = (family, hub)
        let (giver, members) = (family.members[0], family.members)
        let group = try await hub.family(of: giver).id
        let id = hub.outside.newID(of: LedgerCommand.self)
        currency = try await hub.addAsset(id, to: group, by: giver, name: "Thaler", scale: 2).number
        let first = [20_000, 20_000, 1_500, 1_200, 600, 30_000]
        for (member, amount) in zip(members, first) {
            let mint = MintRequest(
                payee: member,
                asset: currency,
                amount: Amount(UInt128(amount)),
                memo: family.spoken("To begin with")
            )
            _ = try await hub.mint(hub.outside.newID(), in: group, by: giver, mint)
        }
        let mia = members[DemoMoney.saver]
        let wallet = try await hub.wallet(of: mia)
        let currency = currency
        guard let own = wallet.accounts.first(where: { $0.asset == currency })?.id else {
            throw CommandFailure(words: "the demo lacks an account")
        }
        let goal = family.spoken("A new bicycle")
        let saved = try await hub.openAccount(hub.outside.newID(), for: mia, asset: currency, name: goal).id
        savings = (own, saved)
        try await addAllowances(to: group)
    }

    private static let saver = 3

    /// Pocket money, each Saturday at ten; none on a machine that does not know the country's time.
    private func addAllowances(to group: ID<FamilyGroup>) async throws {
        guard let schedule = PaySchedule(.weekly(weekday: 6), minuteOfDay: 600) else { return }
        for (child, amount) in zip(family.children, [1_200, 800, 400]) {
            let request = AllowanceRequest(
                payee: child,
                source: .mint,
                asset: currency,
                amount: Amount(UInt128(amount)),
                schedule: schedule,
                timeZone: "Europe/Zurich",
                memo: family.spoken("Pocket money")
            )
            do {
                _ = try await hub.addAllowance(hub.outside.newID(), to: group, by: family.members[0], request)
            } catch MoneyRefusal.timeZoneUnknown {
                return
            }
        }
    }

    /// What somebody gives to somebody on one day.
    private struct Gift {
        let daysAgo: Int64
        let from: Int
        let to: Int
        let amount: Int
        let memo: String

        init(_ daysAgo: Int64, _ from: Int, _ to: Int, _ amount: Int, _ memo: String) {
            (self.daysAgo, self.from, self.to, self.amount, self.memo) = (daysAgo, from, to, amount, memo)
        }
    }

    private static let gifts = [
        Gift(31, 0, 1, 4_250, "The weekly shopping"), Gift(27, 5, 4, 500, "For the tooth"),
        Gift(23, 1, 2, 600, "Mowing the lawn"), Gift(18, 2, 3, 250, "The bus ticket"),
        Gift(15, 3, 4, 150, "The comic"), Gift(12, 1, 0, 1_890, "Bread and cheese"),
        Gift(8, 5, 3, 1_000, "A good report"), Gift(5, 4, 2, 120, "Football cards"),
        Gift(3, 0, 5, 1_450, "The birthday cake"), Gift(1, 2, 0, 300, "My half of the pizza"),
    ]
    private static let savedDaysAgo: Set<Int64> = [28, 21, 14, 7]

    /// What goes to and fro on a day.
    func spend(_ daysAgo: Int64) async throws {
        for gift in DemoMoney.gifts where gift.daysAgo == daysAgo {
            let giver = family.members[gift.from]
            let accounts = try await hub.wallet(of: giver).accounts
            guard let from = accounts.first(where: { $0.asset == currency })?.id else { continue }
            try await move(
                .account(from),
                .member(family.members[gift.to]),
                gift.amount,
                family.spoken(gift.memo),
                by: giver
            )
        }
        guard DemoMoney.savedDaysAgo.contains(daysAgo) else { return }
        let saver = family.members[DemoMoney.saver]
        try await move(.account(savings.from), .account(savings.to), 200, family.spoken("For the bicycle"), by: saver)
    }

    private func move(
        _ from: TransferRequest.End,
        _ to: TransferRequest.End,
        _ amount: Int,
        _ memo: String,
        by member: ID<Member>
    ) async throws {
        let request = TransferRequest(
            from: from,
            to: to,
            asset: currency,
            amount: Amount(UInt128(amount)),
            memo: memo
        )
        _ = try await hub.transfer(hub.outside.newID(), by: member, request)
    }
}
