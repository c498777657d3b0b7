import Crypto
import Family
import Hub
import Languages
import LedgerLog
import SQL
import Storage
import Testing

/// D2 to D4: accounts, money that moves once, and a log that says so.
@Suite struct WalletTests {
    @Test func `D2: accounts are named by the next free number, and no name is there twice`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            #expect(try await home.open(anna).name == "Account 1")
            let second = try await home.open(anna, name: "  ")
            #expect(second.name == "Account 2")
            #expect(try await home.open(anna, name: " Holiday ").name == "Holiday")
            #expect(await home.refusal { try await home.open(anna, name: "Holiday") } == .nameTaken)
            #expect(await home.refusal { try await home.open(anna, name: "a\nb") } == .nameEmptyOrTooLong)
            _ = try await home.hub.renameAccount(second.id, of: anna, to: "Food")
            #expect(try await home.open(anna).name == "Account 2")
            #expect(
                await home.refusal { try await home.hub.renameAccount(second.id, of: anna, to: "Holiday") }
                    == .nameTaken
            )
            #expect(
                try await home.hub.wallet(of: anna).accounts.map(\.name) == [
                    "Account 1", "Food", "Holiday", "Account 2",
                ]
            )
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `an account without a name of its own is named in its owner's language`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            _ = try await home.hub.changeProfile(anna, name: nil, colour: nil, language: .german)
            #expect(try await home.open(anna).name == "Konto 1")
            #expect(try await home.open(anna).name == "Konto 2")
            _ = try await home.hub.changeProfile(anna, name: nil, colour: nil, language: .chinese)
            #expect(try await home.open(anna).name == "账户 1")
        }
    }

    @Test func `D3: deposit, transfer, withdrawal of what there is, and refusals that change nothing`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (first, second) = (try await home.open(anna), try await home.open(anna))
            try await home.move(anna, .cash, .account(first.id), 1_000)
            try await home.move(anna, .account(first.id), .account(second.id), 300)
            let drawn = try await home.move(anna, .account(second.id), .cash, 500, isAtMost: true)
            #expect(drawn.outcome.amount == Amount(300))
            #expect(drawn.transfer.kind == .withdrawal)
            let tooMuch = await home.refusal { try await home.move(anna, .account(first.id), .account(second.id), 701) }
            #expect(tooMuch == .refused(LedgerOutcome(.insufficient, amount: Amount(1))))
            #expect(
                await home.result { try await home.move(anna, .account(first.id), .account(first.id), 1) }
                    == .sameAccount
            )
            #expect(
                await home.result { try await home.move(anna, .account(first.id), .account(second.id), 0) }
                    == .amountZero
            )
            let unknown = TransferRequest.End.account(ID(high: 5, low: 5))
            #expect(await home.result { try await home.move(anna, .account(first.id), unknown, 1) } == .creditUnknown)
            #expect(try await home.amounts(anna) == [Amount(700), .zero])
            let history = try await home.hub.statement(of: first.id, for: anna, limit: 10).lines
            #expect(history.map(\.info.outcome.amount) == [Amount(300), Amount(1_000)])
            #expect(try await home.faults().isEmpty, "refusals stand in the log too")
        }
    }

    @Test func `D2: an account is closed when it is empty, or its rest goes elsewhere in the same step`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (first, second) = (try await home.open(anna), try await home.open(anna))
            try await home.move(anna, .cash, .account(first.id), 1_000)
            #expect(await home.result { try await home.hub.closeAccount(first.id, of: anna) } == .accountNotEmpty)
            #expect(try await home.amounts(anna) == [Amount(1_000), .zero])
            try await home.hub.closeAccount(first.id, of: anna, sweepingTo: second.id)
            try await home.hub.closeAccount(first.id, of: anna)
            #expect(try await home.amounts(anna) == [Amount(1_000)])
            #expect(try await home.open(anna).name == "Account 1", "a closed account's name is free again")
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `D3: fifty copies of one transfer move it once`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (first, second) = (try await home.open(anna), try await home.open(anna))
            try await home.move(anna, .cash, .account(first.id), 1_000)
            let id = home.hub.outside.newID(of: LedgerCommand.self)
            let request = TransferRequest(
                from: .account(first.id),
                to: .account(second.id),
                asset: .coin,
                amount: Amount(100),
                memo: "ice cream"
            )
            let answers = try await withThrowingTaskGroup(of: TransferInfo.self) { group in
                for _ in 0..<50 { group.addTask { try await home.hub.transfer(id, by: anna, request) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(answers.map(\.leaf)).count == 1)
            home.clock.advance(seconds: 3_600)
            let late = try await home.hub.transfer(id, by: anna, request)
            #expect(late == answers[0], "also an hour later")
            #expect(try await home.amounts(anna) == [Amount(900), Amount(100)])
            var other = request
            other.amount = Amount(101)
            let changed = other
            #expect(await home.result { try await home.hub.transfer(id, by: anna, changed) } == .idTaken)
            other = request
            other.memo = "bread"
            let renamed = other
            #expect(await home.result { try await home.hub.transfer(id, by: anna, renamed) } == .idTaken)
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `D3: a hundred clients on money for half of them: exactly half succeed`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (first, second) = (try await home.open(anna), try await home.open(anna))
            try await home.move(anna, .cash, .account(first.id), 50)
            let done = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        await home.refusal { try await home.move(anna, .account(first.id), .account(second.id), 1) }
                            == nil
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(done == 50)
            #expect(try await home.amounts(anna) == [.zero, Amount(50)])
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `S32: a child's deposit waits for an adult, and an adult cannot move the child's money`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let family = try await home.hub.family(of: anna).id
            let mira = try await home.child(of: family, by: anna).id
            let (hers, childs) = (try await home.open(anna), try await home.open(mira))
            let brought = try await home.move(mira, .cash, .account(childs.id), 70)
            #expect(brought.hold == .held)
            #expect(try await home.amounts(mira) == [.zero])
            let (hub, post) = (home.hub, home.hub.outside.newID(of: LedgerCommand.self))
            await #expect(throws: FamilyRefusal.adultsOnly) {
                try await hub.decide(brought.transfer.id, in: family, by: mira, posting: true, id: post)
            }
            try await hub.decide(brought.transfer.id, in: family, by: anna, posting: true, id: post)
            try await hub.decide(brought.transfer.id, in: family, by: anna, posting: true, id: post)
            #expect(try await home.amounts(mira) == [Amount(70)])
            #expect(
                await home.refusal { try await home.move(anna, .account(childs.id), .account(hers.id), 1) }
                    == .notAllowed
            )
            try await home.move(mira, .account(childs.id), .member(anna), 20)
            #expect(try await home.amounts(anna) == [Amount(20)])
            let unseen = await home.refusal { _ = try await hub.statement(of: hers.id, for: mira, limit: 1) }
            #expect(unseen == .notFound)
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `a disabled member cannot transfer until enabled, and their accounts are closed when they leave`()
        async throws
    {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            try await home.hub.disableMember(scene.bo)
            let hub = home.hub
            let deposit = TransferRequest(from: .cash, to: .account(scene.bos.id), asset: .coin, amount: Amount(5))
            #expect(await home.refusal { try await hub.transfer(scene.newID(), by: scene.bo, deposit) } == .notFound)
            try await home.hub.database.transaction { transaction in
                try transaction.run("UPDATE member SET disabled_at = NULL WHERE id = \(scene.bo.bytes)")
            }
            try await home.move(scene.bo, .cash, .account(scene.bos.id), 5)
            try await home.move(scene.bo, .account(scene.bos.id), .cash, 5)
            try await home.hub.disableMember(scene.bo)
            try await home.leave(scene.bo)
            let isClosed = try await home.hub.database.read { transaction in
                try transaction.first(
                    """
                    SELECT is_closed FROM ledger_balance
                    WHERE account = (SELECT number FROM ledger_account WHERE id = \(scene.bos.id.bytes))
                    """
                )?.bool(0)
            }
            #expect(isClosed == true)
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `decisions: a member must empty their accounts to change family; the entries do not name them`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            try await home.invited(bo, by: anna)
            let family = try await home.hub.family(of: anna).id
            let account = try await home.open(bo)
            try await home.move(bo, .cash, .account(account.id), 5)
            #expect(try await home.holders(bo, of: family) == 1)
            let (_, token) = try await home.invite(by: try await home.member(3))
            let refusal = await #expect(throws: FamilyRefusal.self) {
                _ = try await home.hub.joinFamily(token, JoinConsent(), member: bo, by: bo, from: RequestOrigin())
            }
            #expect(refusal == .walletNotEmpty)
            try await home.move(bo, .account(account.id), .cash, 5)
            _ = try await home.hub.joinFamily(token, JoinConsent(), member: bo, by: bo, from: RequestOrigin())
            #expect(try await home.hub.wallet(of: bo).accounts.isEmpty)
            #expect(try await home.holders(bo, of: family) == 0, "nothing leads from the entries to him")
            let records = try await home.hub.database.read { transaction in
                try transaction.rows("SELECT record FROM ledger_entry").map { try $0.blob(0) }
            }
            #expect(records.count >= 4 && records.allSatisfy { $0.firstRange(of: bo.bytes) == nil })
            #expect(try await home.faults().isEmpty)
        }
    }
}

extension TestHub {
    @discardableResult
    func open(_ member: ID<Member>, name: String? = nil) async throws -> AccountInfo {
        clock.advance(milliseconds: 1)
        return try await hub.openAccount(hub.outside.newID(), for: member, asset: .coin, name: name)
    }

    @discardableResult
    func move(
        _ member: ID<Member>,
        _ from: TransferRequest.End,
        _ to: TransferRequest.End,
        // No UInt128: handed to an asynchronous function by itself it overwrites the task (Swift 6.3.1).
        _ amount: Int,
        isAtMost: Bool = false
    ) async throws -> TransferInfo {
        let amount = Amount(UInt128(amount))
        let request = TransferRequest(from: from, to: to, asset: .coin, amount: amount, isAtMost: isAtMost)
        return try await hub.transfer(hub.outside.newID(), by: member, request)
    }

    func amounts(_ member: ID<Member>) async throws -> [Amount] {
        try await hub.wallet(of: member).accounts.map(\.amount)
    }

    /// Why a wallet did not do something; nil where it did.
    func refusal<Answer: Sendable>(_ body: @Sendable () async throws -> Answer) async -> WalletRefusal? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error as? WalletRefusal
        }
    }

    /// What the ledger answered to it.
    func result<Answer: Sendable>(_ body: @Sendable () async throws -> Answer) async -> LedgerResult? {
        guard case .refused(let outcome)? = await refusal(body) else { return nil }
        return outcome.result
    }

    /// How many identities in a family's ledger lead to a member.
    fileprivate func holders(_ member: ID<Member>, of family: ID<FamilyGroup>) async throws -> Int64? {
        try await hub.database.read { transaction in
            try transaction.first(
                """
                SELECT count(*) FROM ledger_holder WHERE member = \(member.bytes)
                    AND ledger IN (SELECT id FROM ledger WHERE family = \(family.bytes))
                """
            )?.integer(0)
        }
    }

    /// What a check of every ledger finds.
    func faults() async throws -> [LedgerReport.Fault] {
        try await Hub.checkLedgers(in: hub.database).compactMap(\.fault)
    }
}
