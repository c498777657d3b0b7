import Crypto
import Family
import Hub
import LedgerLog
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
            #expect(try await home.hub.take(batch).allSatisfy { $0.isDone && !$0.isRepeat })
            #expect(try await home.hub.take(batch).allSatisfy { $0.isDone && $0.isRepeat })
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

/// A device with a key of its own that signs for a member.
private struct SigningDevice {
    private let home: TestHub
    private let ledger: ID<Ledger>
    private let key: ID<LedgerKey>
    private let secret: Ed25519Key

    init(_ home: TestHub, _ member: ID<Member>) async throws {
        let wallet = try await home.hub.wallet(of: member)
        (self.home, ledger, key) = (home, wallet.ledger, home.hub.outside.newID())
        secret = Ed25519Key(seed: home.hub.outside.random(Ed25519Key.seedCount))
        let holding = LedgerKeyHolding(id: key, holder: wallet.holder, keeping: .device, publicKey: secret.publicKey)
        let proof = secret.sign(LedgerEvent.keyAdded(holding).message(in: ledger))
        _ = try await home.hub.addLedgerKey(key, of: member, publicKey: secret.publicKey, proof: proof, name: "tablet")
    }

    /// A transfer as the device signs it.
    func request(
        from debit: ID<Account>,
        to credit: ID<Account>,
        _ amount: Int,
        kind: Transfer.Kind = .transfer,
        isHeld: Bool = false
    ) -> (id: ID<LedgerCommand>, request: TransferRequest) {
        let id = home.hub.outside.newID(of: LedgerCommand.self)
        let (units, validUntil) = (Amount(UInt128(amount)), home.clock.now.advanced(bySeconds: 60))
        let transfer = Transfer(
            id: id,
            debit: debit,
            credit: credit,
            asset: .coin,
            amount: units,
            kind: kind,
            phase: isHeld ? .hold : .single,
            validUntil: validUntil,
            holdUntil: isHeld ? validUntil.advanced(bySeconds: 7 * 86_400) : nil,
            signer: key
        )
        let message = LedgerEvent.command(.transfer(transfer)).message(in: ledger)
        let signature = TransferRequest.Signature(
            key: key,
            validUntil: validUntil,
            noteSalt: [],
            bytes: secret.sign(message)
        )
        let request = TransferRequest(
            from: .account(debit),
            to: .account(credit),
            asset: .coin,
            amount: units,
            isHeld: isHeld,
            signature: signature
        )
        return (id, request)
    }
}
