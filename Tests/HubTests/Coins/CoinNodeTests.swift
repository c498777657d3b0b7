import Coins
import Family
import Hub
import LocalChain
import SQL
import Storage
import Testing

/// D5: payments out of hot wallets where the node withholds, forgets or lacks something.
@Suite struct CoinNodeTests {
    @Test func `D5: a payment that the pool no longer has stays open and counted, and is sent again`() async throws {
        try await HotCoinsScene.run { scene in
            let payee = try await scene.payee()
            let sent = try await scene.send(try await scene.prepare(scene.payment(1_000, to: .payee(payee))).id)
            await scene.read()
            #expect(try await scene.kept(sent.id)?.state == "inPool")
            scene.chain.undoSent()
            scene.chain.setNode(.isCutOff)
            await scene.read()
            #expect(try await scene.kept(sent.id)?.state == "relayed")
            #expect(scene.chain.relayed == ["bytes of \(sent.hash)", "bytes of \(sent.hash)"])
            #expect(try await scene.seen().hot?.spentToday == CoinAmount(1_100))
            await #expect(throws: CoinSendingRefusal.anotherPaymentOpen) {
                try await scene.prepare(scene.payment(1_000, to: .payee(payee)))
            }
            scene.chain.setNode(.takes)
            await scene.read()
            #expect(scene.chain.sent == [sent.hash] && scene.chain.signed == 1)
            await scene.mine(1)
            #expect(try await scene.kept(sent.id)?.state == "confirming")
        }
    }

    @Test func `D5: a payment that was seen fails once a node refuses it and has it nowhere`() async throws {
        try await HotCoinsScene.run { scene in
            let payee = try await scene.payee()
            let sent = try await scene.send(try await scene.prepare(scene.payment(1_000, to: .payee(payee))).id)
            await scene.read()
            scene.chain.undoSent()
            scene.chain.setNode(.refuses(feeTooLow: false))
            await scene.read()
            #expect(try await scene.kept(sent.id)?.state == "failed")
        }
    }

    @Test func `D5: a payment's state stays while the node is behind or its reading is incomplete`()
        async throws
    {
        try await HotCoinsScene.run { scene in
            let payee = try await scene.payee()
            let sent = try await scene.send(try await scene.prepare(scene.payment(1_000, to: .payee(payee))).id)
            await scene.mine(2)
            #expect(try await scene.kept(sent.id)?.state == "confirming")
            scene.chain.reorganise()
            scene.chain.undoSent()
            scene.chain.setLacking(3)
            await scene.read()
            #expect(try await scene.kept(sent.id)?.state == "confirming")
            scene.chain.setLacking(0)
            scene.chain.setReading(upTo: 5)
            await scene.read()
            #expect(try await scene.kept(sent.id)?.state == "confirming")
            #expect(scene.chain.relayed.count == 1)
            scene.chain.setReading(upTo: nil)
            await scene.read()
            #expect(try await scene.kept(sent.id)?.state == "reorganised")
            #expect(scene.chain.sent == [sent.hash])
        }
    }
}
