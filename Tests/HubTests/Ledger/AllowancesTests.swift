import Family
import Hub
import SQL
import Storage
import Testing

/// D5 and F66: allowances are announced, and paid once for each of their days.
@Suite struct AllowancesTests {
    @Test func `F66: an allowance is announced a day before to both, and paid at its hour, once`() async throws {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            // It is Sunday, the 1st of March 2026: Saturday is the 7th, at nine o'clock UTC.
            let made = try await home.hub.addAllowance(
                scene.newID(),
                to: scene.family,
                by: scene.anna,
                try scene.weekly(500, memo: "pocket money")
            )
            #expect(made.nextAt.text == "2026-03-07T09:00:00.000Z")
            let wait = Double(made.nextAt.milliseconds(since: home.clock.now)) / 3_600_000
            await scene.pass(hours: wait - 24.1)
            #expect(try await !scene.kinds(scene.mira).contains(.allowanceSoon))
            await scene.pass(hours: 0.11)
            #expect(try await scene.kinds(scene.mira) == [.allowanceSoon])
            #expect(try await scene.kinds(scene.anna).contains(.allowanceSoon))
            await scene.pass(hours: 23.9)
            #expect(try await home.amounts(scene.mira) == [.zero])
            await scene.pass(hours: 0.1)
            await scene.pass(hours: 0)
            #expect(try await home.amounts(scene.mira) == [Amount(500)])
            #expect(try await scene.kinds(scene.mira) == [.allowancePaid, .allowanceSoon])
            let line = try await home.hub.statement(of: scene.miras.id, for: scene.mira, limit: 10).lines[0]
            #expect(line.info.transfer.kind == .allowance && line.info.memo == "pocket money")
            #expect(line.info.transfer.reference == ID(sharing: made.id))
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `a hub that was away pays each day that it missed once, and is not put off by a clock that changes`()
        async throws
    {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            let made = try await home.hub.addAllowance(
                scene.newID(),
                to: scene.family,
                by: scene.anna,
                try scene.weekly(100)
            )
            // Saturdays from the 7th of March to the 4th of April, the last one in summer time.
            home.clock.advance(seconds: 34 * 86_400)
            let again = try await home.restarted()
            await again.hub.handleMoneyDeadlines()
            await again.hub.handleMoneyDeadlines()
            #expect(try await again.amounts(scene.mira) == [Amount(500)])
            let next = try await again.hub.allowances(of: scene.family, for: scene.anna)[0].nextAt
            #expect(next.text == "2026-04-11T08:00:00.000Z")
            // Even where what it remembers is lost, no day is paid twice.
            try await again.hub.database.transaction { transaction in
                try transaction.run("UPDATE standing_order SET next_day = next_day - 21, deadline = 0")
            }
            await again.hub.handleMoneyDeadlines()
            #expect(try await again.amounts(scene.mira) == [Amount(500)])
            #expect(made.id == (try await again.hub.allowances(of: scene.family, for: scene.mira)[0].id))
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `an allowance out of one's own account is not paid when there is not enough, and the giver is told`()
        async throws
    {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            try await home.move(scene.anna, .cash, .account(scene.annas.id), 150)
            let request = try scene.weekly(100, source: .account(scene.annas.id))
            _ = try await home.hub.addAllowance(scene.newID(), to: scene.family, by: scene.anna, request)
            await scene.pass(hours: 14 * 24)
            #expect(try await home.amounts(scene.mira) == [Amount(100)])
            #expect(try await home.amounts(scene.anna) == [Amount(50)])
            #expect(try await scene.kinds(scene.anna).contains(.allowanceNotPaid))
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `adults alone add allowances, the same one twice is one, and another one with its identity is refused`()
        async throws
    {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            let (hub, request, id) = (home.hub, try scene.weekly(100), scene.newID() as ID<StandingOrder>)
            await #expect(throws: FamilyRefusal.adultsOnly) {
                _ = try await hub.addAllowance(id, to: scene.family, by: scene.mira, request)
            }
            let first = try await hub.addAllowance(id, to: scene.family, by: scene.anna, request)
            #expect(try await hub.addAllowance(id, to: scene.family, by: scene.anna, request) == first)
            var other = request
            other.amount = Amount(101)
            let changed = other
            let taken = await scene.moneyRefusal {
                try await hub.addAllowance(id, to: scene.family, by: scene.anna, changed)
            }
            #expect(taken == .idUsedOtherwise)
            other = request
            other.timeZone = "Middle/Earth"
            let nowhere = other
            let unknown = await scene.moneyRefusal {
                try await hub.addAllowance(scene.newID(), to: scene.family, by: scene.anna, nowhere)
            }
            #expect(unknown == .timeZoneUnknown)
            other = request
            other.source = .account(scene.bos.id)
            let others = other
            let foreign = await scene.moneyRefusal {
                try await hub.addAllowance(scene.newID(), to: scene.family, by: scene.anna, others)
            }
            #expect(foreign == .sourceUnknown, "nobody gives away what is another's")
            #expect(try await hub.allowances(of: scene.family, for: scene.mira).count == 1)
        }
    }

    @Test func `an allowance ends by any adult's word, and by itself when its giver has left`() async throws {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            let first = try await home.hub.addAllowance(
                scene.newID(),
                to: scene.family,
                by: scene.anna,
                try scene.weekly(100)
            )
            try await home.hub.endAllowance(first.id, of: scene.family, by: scene.bo)
            try await home.hub.endAllowance(first.id, of: scene.family, by: scene.bo)
            #expect(try await scene.kinds(scene.mira) == [.allowanceEnded])
            _ = try await home.hub.addAllowance(scene.newID(), to: scene.family, by: scene.bo, try scene.weekly(100))
            try await home.hub.leaveFamily(scene.family, scene.bo, by: scene.bo)
            #expect(try await scene.orderCount() == 0)
            await scene.pass(hours: 14 * 24)
            #expect(try await home.amounts(scene.mira) == [.zero])
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `F58: nothing of an order or a limit is left of who leaves the hub`() async throws {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            let request = try scene.weekly(100, memo: "from Bo with love")
            _ = try await home.hub.addAllowance(scene.newID(), to: scene.family, by: scene.bo, request)
            try await home.leave(scene.bo)
            #expect(try await scene.orderCount() == 0)
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `an order that was changed in the database is not paid`() async throws {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            _ = try await home.hub.addAllowance(scene.newID(), to: scene.family, by: scene.anna, try scene.weekly(100))
            let row = try #require(
                try await home.hub.database.read { transaction in
                    try transaction.standingOrdersDue(now: Timestamp(milliseconds: .max), limit: 1).first
                        .flatMap { try transaction.standingOrder($0) }
                }
            )
            var terms = row.order.bytes
            // The last byte of the amount.
            terms[68] ^= 1
            let changed = terms
            try #require(StandingOrder(bytes: changed)?.amount != row.order.amount)
            try await home.hub.database.transaction { try $0.run("UPDATE standing_order SET terms = \(changed)") }
            await scene.pass(hours: 14 * 24)
            #expect(try await home.amounts(scene.mira) == [.zero])
            #expect(try await scene.kinds(scene.anna).contains(.allowanceEnded))
        }
    }
}
