import Family
import Hub
import SQL
import SQLite
import Storage
import Testing

/// D4: transfers that a device signed, taken together.
@Suite struct TransferBatchTests {
    @Test func `a batch of signed transfers moves each of them once, and a changed one stops it before anything moves`()
        async throws
    {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            let device = try await SigningDevice(home, scene.anna)
            let second = try await home.open(scene.anna)
            try await home.move(scene.anna, .cash, .account(scene.annas.id), 100)
            let requests = (0..<5).map { _ in device.request(from: scene.annas.id, to: second.id, 10) }
            let batch = try await home.hub.verify(requests, of: scene.anna)
            #expect(try await home.hub.execute(batch).allSatisfy { $0.isDone && !$0.isRepeat })
            #expect(try await home.hub.execute(batch).allSatisfy { $0.isDone && $0.isRepeat })
            #expect(try await home.amounts(scene.anna) == [Amount(50), Amount(50)])
            var changed = requests
            changed[4] = device.request(from: scene.annas.id, to: second.id, 10)
            changed[4].request.amount = Amount(20)
            let wrong = changed
            let hub = home.hub
            #expect(await home.refusal { try await hub.verify(wrong, of: scene.anna) } == .signatureWrong)
            #expect(await home.refusal { try await hub.verify(requests, of: scene.bo) } == .keyUnknown)
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `S32: a device that signed a move that must wait is told so, and signs it as one that waits`()
        async throws
    {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            let device = try await SigningDevice(home, scene.anna)
            try await home.move(scene.anna, .cash, .account(scene.annas.id), 500)
            let limits = FamilyLimits(sums: [FamilyLimits.Sum(asset: .coin, amount: Amount(100))], days: [])
            _ = try await home.hub.setLimits(of: scene.family, by: scene.anna, to: limits)
            let hub = home.hub
            let (id, request) = device.request(from: scene.annas.id, to: scene.bos.id, 101, kind: .payment)
            #expect(
                await scene.moneyRefusal { try await hub.transfer(id, by: scene.anna, request) } == .approvalNeeded
            )
            #expect(try await home.amounts(scene.anna) == [Amount(500)])
            let (other, waiting) = device.request(
                from: scene.annas.id,
                to: scene.bos.id,
                101,
                kind: .payment,
                isHeld: true
            )
            #expect(try await hub.transfer(other, by: scene.anna, waiting).hold == .held)
            #expect(try await hub.transfer(other, by: scene.anna, waiting).hold == .held)
            try await hub.decide(other, in: scene.family, by: scene.bo, posting: true, id: scene.newID())
            #expect(try await home.amounts(scene.bo) == [Amount(101)])
            #expect(try await home.faults().isEmpty)
        }
    }
}

/// D4: what is worked out before the writer's turn counts only while the ledger is what it was worked out for.
@Suite struct TransfersAheadTests {
    @Test func `batches handed over at once, with other moves between them, come out as one after the other`()
        async throws
    {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            let device = try await SigningDevice(home, scene.anna)
            let second = try await home.open(scene.anna)
            try await home.move(scene.anna, .cash, .account(scene.annas.id), 1_000)
            var batches: [VerifiedTransfers] = []
            for _ in 0..<12 {
                let requests = (0..<20).map { _ in device.request(from: scene.annas.id, to: second.id, 1) }
                batches.append(try await home.hub.verify(requests, of: scene.anna))
            }
            // Of those back some find nothing yet.
            let back = try await withThrowingTaskGroup(of: Int.self) { group in
                for batch in batches {
                    group.addTask {
                        let outcomes = try await home.hub.execute(batch)
                        #expect(outcomes.allSatisfy { $0.isDone && !$0.isRepeat })
                        return 0
                    }
                    group.addTask {
                        let refusal = await home.refusal {
                            try await home.move(scene.anna, .account(second.id), .account(scene.annas.id), 1)
                        }
                        return refusal == nil ? 1 : 0
                    }
                }
                return try await group.reduce(0, +)
            }
            let amounts = [Amount(UInt128(760 + back)), Amount(UInt128(240 - back))]
            #expect(try await home.amounts(scene.anna) == amounts)
            for batch in batches { #expect(try await home.hub.execute(batch).allSatisfy(\.isRepeat)) }
            #expect(try await home.amounts(scene.anna) == amounts)
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `more than there is comes out refused, and what moved before is still there to be taken`() async throws {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            let device = try await SigningDevice(home, scene.anna)
            let second = try await home.open(scene.anna)
            try await home.move(scene.anna, .cash, .account(scene.annas.id), 5)
            let requests = (0..<8).map { _ in device.request(from: scene.annas.id, to: second.id, 1) }
            let outcomes = try await home.hub.execute(try await home.hub.verify(requests, of: scene.anna))
            #expect(
                outcomes.map(\.result) == Array(repeating: .done, count: 5) + Array(repeating: .insufficient, count: 3)
            )
            let back = (0..<5).map { _ in device.request(from: second.id, to: scene.annas.id, 1) }
            #expect(try await home.hub.execute(try await home.hub.verify(back, of: scene.anna)).allSatisfy(\.isDone))
            #expect(try await home.amounts(scene.anna) == [Amount(5), .zero])
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `limits and keys that change after the signature check still apply when transfers are written`()
        async throws
    {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            let (device, hub) = (try await SigningDevice(home, scene.anna), home.hub)
            try await home.move(scene.anna, .cash, .account(scene.annas.id), 500)
            func batch(_ amount: Int) async throws -> VerifiedTransfers {
                let request = device.request(from: scene.annas.id, to: scene.bos.id, amount, kind: .payment)
                return try await hub.verify([request], of: scene.anna)
            }
            #expect(try await hub.execute(try await batch(200)).allSatisfy(\.isDone))
            let (large, small) = (try await batch(101), try await batch(3))
            let limits = FamilyLimits(sums: [FamilyLimits.Sum(asset: .coin, amount: Amount(100))], days: [])
            _ = try await hub.setLimits(of: scene.family, by: scene.anna, to: limits)
            #expect(await scene.moneyRefusal { try await hub.execute(large) } == .approvalNeeded)
            #expect(try await hub.execute(small).allSatisfy(\.isDone))
            let late = try await batch(1)
            try await hub.revokeLedgerKey(device.key, of: scene.anna)
            #expect(await home.refusal { try await hub.execute(late) } == .keyUnknown)
            #expect(try await home.amounts(scene.bo) == [Amount(203)])
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `S32: a transfer between two family accounts above the limit needs another adult's approval`()
        async throws
    {
        try await TestHub.run { home in
            let scene = try await MoneyScene(home)
            let (device, hub) = (try await SigningDevice(home, scene.anna), home.hub)
            let ledger = try await hub.wallet(of: scene.anna).ledger
            let ends = try await hub.database.read { transaction in
                try [Account.Kind.mint, .cash].compactMap { kind in
                    try transaction.familyAccount(kind, .gold, in: ledger)?.account.id
                }
            }
            try #require(ends.count == 2)
            let limits = FamilyLimits(sums: [FamilyLimits.Sum(asset: .gold, amount: Amount(5))], days: [])
            _ = try await hub.setLimits(of: scene.family, by: scene.anna, to: limits)
            for (amount, isTaken) in [(1, true), (2, true), (6, false)] {
                let request = device.request(from: ends[0], to: ends[1], amount, kind: .withdrawal, asset: .gold)
                let batch = try await hub.verify([request], of: scene.anna)
                let refusal = await scene.moneyRefusal { try await hub.execute(batch) }
                #expect(refusal == (isTaken ? nil : .approvalNeeded), "\(amount)")
            }
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `after a commit that failed nothing is built on what it would have written`() async throws {
        let disk = FailingDatabase()
        try await TestHub.run(on: disk.driver(.inMemory())) { home in
            let scene = try await MoneyScene(home)
            let device = try await SigningDevice(home, scene.anna)
            let second = try await home.open(scene.anna)
            try await home.move(scene.anna, .cash, .account(scene.annas.id), 100)
            var batches: [VerifiedTransfers] = []
            for _ in 0..<6 {
                let requests = (0..<5).map { _ in device.request(from: scene.annas.id, to: second.id, 1) }
                batches.append(try await home.hub.verify(requests, of: scene.anna))
            }
            #expect(try await home.hub.execute(batches[0]).allSatisfy(\.isDone))
            disk.isFailing = true
            for batch in batches[1..<3] {
                await #expect(throws: StorageError.self) { try await home.hub.execute(batch) }
            }
            disk.isFailing = false
            #expect(try await home.amounts(scene.anna) == [Amount(95), Amount(5)])
            for (number, batch) in batches.enumerated() {
                let outcomes = try await home.hub.execute(batch)
                #expect(outcomes.allSatisfy { $0.isDone && $0.isRepeat == (number == 0) })
            }
            #expect(try await home.amounts(scene.anna) == [Amount(70), Amount(30)])
            #expect(try await home.faults().isEmpty)
        }
    }
}
