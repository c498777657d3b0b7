import Dispatch
import Family
import Hub
import SQL
import SQLite
import Synchronization
import Testing

/// D4: those who come while others are on their way go together, under one head.
@Suite struct TransfersTogetherTests {
    @Test func `transfers that come at once are each told what came of them, and a copy moves nothing`() async throws {
        try await TestHub.run { home in
            let payers = try await TwoPayers(home)
            let scene = payers.scene
            var batches: [VerifiedTransfers] = []
            for number in 0..<40 {
                batches.append(try await number % 4 == 0 ? payers.boPays() : payers.annaPays())
            }
            batches.append(batches[1])
            let outcomes = try await withThrowingTaskGroup(of: (Int, LedgerOutcome).self) { group in
                for (number, batch) in batches.enumerated() {
                    group.addTask { (number, try await home.hub.execute(batch)[0]) }
                }
                return try await group.reduce(into: [Int: LedgerOutcome]()) { $0[$1.0] = $1.1 }
            }
            #expect(outcomes.count { $0.key % 4 != 0 && $0.key < 40 && $0.value.isDone } == 30)
            #expect(outcomes.count { $0.key % 4 == 0 && $0.key < 40 && $0.value.isDone } == 5)
            #expect(outcomes.values.count { $0.result == .insufficient } == 5)
            #expect(outcomes[1]?.isRepeat != outcomes[40]?.isRepeat && outcomes[40]?.isDone == true)
            #expect(try await home.amounts(scene.anna) == [.zero, Amount(30)])
            #expect(try await home.amounts(scene.bo) == [.zero, Amount(5)])
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `where one of those who go together may no longer pay, the others do`() async throws {
        try await TestHub.run { home in
            let payers = try await TwoPayers(home)
            let (scene, bos) = (payers.scene, payers.bos)
            let hub = home.hub
            @Sendable func expectDone(_ batch: VerifiedTransfers) async {
                let refusal = await home.refusal {
                    let outcomes = try await hub.execute(batch)
                    #expect(outcomes[0].isDone)
                }
                #expect(refusal == nil)
            }
            let first = [try await payers.annaPays(), try await payers.annaPays(), try await payers.annaPays()]
            var later: [VerifiedTransfers] = []
            for _ in 0..<8 { later.append(try await payers.annaPays()) }
            let late = try await payers.boPays()
            let (gate, isHeld) = (DispatchSemaphore(value: 0), Flag())
            hub.database.enqueue {
                _ in
                isHeld.raise()
                gate.wait()
            } completion: { _ in
            }
            while !isHeld.isRaised { await Task.yield() }
            await withTaskGroup(of: Void.self) { group in
                // As many as are on their way at once; behind them the revocation, and then who waits.
                for batch in first { group.addTask { await expectDone(batch) } }
                while hub.database.waitingWrites < 3 { await Task.yield() }
                group.addTask {
                    let refusal = await home.refusal { try await hub.revokeLedgerKey(bos.key, of: scene.bo) }
                    #expect(refusal == nil)
                }
                while hub.database.waitingWrites < 4 { await Task.yield() }
                group.addTask { #expect(await home.refusal { try await hub.execute(late) } == .keyUnknown) }
                for batch in later { group.addTask { await expectDone(batch) } }
                // For those to come that go together; what comes of them is the same where they do not.
                for _ in 0..<1_000 { await Task.yield() }
                gate.signal()
            }
            #expect(try await home.amounts(scene.anna) == [Amount(19), Amount(11)])
            #expect(try await home.amounts(scene.bo) == [Amount(5), .zero])
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `where their commit fails all of them are told so, and asked again they move once`() async throws {
        let disk = FailingDatabase()
        try await TestHub.run(on: disk.driver(.inMemory())) { home in
            let scene = try await MoneyScene(home)
            let (device, second) = (try await SigningDevice(home, scene.anna), try await home.open(scene.anna))
            try await home.move(scene.anna, .cash, .account(scene.annas.id), 30)
            let hub = home.hub
            // Behind all that was asked before.
            home.clock.advance(seconds: 1)
            var batches: [VerifiedTransfers] = []
            for _ in 0..<12 {
                let request = device.request(from: scene.annas.id, to: second.id, 1)
                batches.append(try await hub.verify([request], of: scene.anna))
            }
            for isFull in [true, false, false] {
                disk.isFailing = isFull
                await withTaskGroup(of: Void.self) { group in
                    for batch in batches {
                        group.addTask {
                            do {
                                let outcomes = try await hub.execute(batch)
                                #expect(!isFull && outcomes[0].isDone)
                            } catch {
                                #expect(isFull && (error as? StorageError)?.code == .full)
                            }
                        }
                    }
                }
                disk.isFailing = false
                #expect(try await home.amounts(scene.anna)[1] == (isFull ? .zero : Amount(12)))
            }
            #expect(try await home.faults().isEmpty)
        }
    }
}

/// Two who pay between accounts of their own, by devices: Anna has 30, Bo 5.
private struct TwoPayers {
    let home: TestHub
    let scene: MoneyScene
    let annas: SigningDevice
    let bos: SigningDevice
    let second: AccountInfo
    let third: AccountInfo

    init(_ home: TestHub) async throws {
        self.home = home
        scene = try await MoneyScene(home)
        (annas, bos) = (try await SigningDevice(home, scene.anna), try await SigningDevice(home, scene.bo))
        (second, third) = (try await home.open(scene.anna), try await home.open(scene.bo))
        try await home.move(scene.anna, .cash, .account(scene.annas.id), 30)
        try await home.move(scene.bo, .cash, .account(scene.bos.id), 5)
    }

    func annaPays() async throws -> VerifiedTransfers {
        try await home.hub.verify([annas.request(from: scene.annas.id, to: second.id, 1)], of: scene.anna)
    }

    func boPays() async throws -> VerifiedTransfers {
        try await home.hub.verify([bos.request(from: scene.bos.id, to: third.id, 1)], of: scene.bo)
    }
}

/// Something that has happened.
private final class Flag: Sendable {
    private let raised = Atomic(false)

    var isRaised: Bool { raised.load(ordering: .acquiring) }

    func raise() { raised.store(true, ordering: .releasing) }
}
