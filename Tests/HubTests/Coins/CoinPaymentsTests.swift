import Bus
import Coins
import Family
import Hub
import LocalChain
import SQL
import Storage
import Testing

/// D5: payments out of hot wallets, on a chain in memory.
@Suite struct CoinPaymentsTests {
    @Test func `D5: a payment is prepared, sent, and followed to ten confirmations`() async throws {
        try await HotCoinsScene.run { scene in
            let payee = try await scene.payee()
            let prepared = try await scene.prepare(scene.payment(1_000, to: .payee(payee)))
            #expect(prepared.payment.progress.state == .prepared)
            #expect(prepared.fee == CoinAmount(CoinsInMemory.fee) && prepared.total == CoinAmount(1_100))
            #expect(prepared.address == HotCoinsScene.outside && prepared.name == "Bo")
            #expect(scene.chain.relayed.isEmpty)
            let sent = try await scene.send(prepared.id)
            #expect(sent.payment.progress.state == .relayed && sent.payment.sentAt != nil)
            #expect(try await scene.seen().hot?.balance == CoinAmount(98_900))
            scene.home.clock.advance(seconds: 301)
            await scene.home.hub.readCoins()
            #expect(try await scene.kept(prepared.id)?.state == "inPool")
            await scene.mine(1)
            #expect(try await scene.kept(prepared.id)?.state == "confirming")
            #expect(try await scene.seen().hot?.balance == CoinAmount(98_900))
            #expect(try await scene.seen().hot?.spentToday == CoinAmount(1_100))
            await scene.mine(9)
            let all = try await scene.home.hub.coinPayments(of: scene.wallet, of: scene.anna)
            #expect(all.map(\.payment.progress.state) == [.confirmed(10)])
            let proof = try await scene.home.hub.coinProof(of: prepared.id, out: scene.wallet, of: scene.anna)
            #expect(proof.amount == CoinAmount(1_000) && proof.hash == prepared.hash)
            let notices = try await scene.home.hub.notices(of: scene.anna).map(\.kind)
            #expect(notices == [.coinPaymentSent, .coinPayeeAdded])
        }
    }

    @Test func `D5: fifty copies of one payment sign and send one transaction`() async throws {
        try await HotCoinsScene.run { scene in
            let payee = try await scene.payee()
            let wish = scene.payment(1_000, to: .payee(payee))
            let hashes = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<50 { group.addTask { try await orNil { try await scene.prepare(wish).hash } } }
                return try await group.reduce(into: Set<String>()) { if let hash = $1 { $0.insert(hash) } }
            }
            #expect(hashes.count == 1)
            #expect(scene.chain.signed == 1)
            // Another thirty calls.
            scene.home.clock.advance(seconds: 900)
            try await withThrowingTaskGroup(of: CoinPaymentInfo?.self) { group in
                for _ in 0..<50 { group.addTask { try await orNil { try await scene.send(wish.id) } } }
                try await group.waitForAll()
            }
            #expect(scene.chain.sent == Array(hashes))
            #expect(Set(scene.chain.relayed).count == 1)
            let notices = try await scene.home.hub.notices(of: scene.anna).filter { $0.kind == .coinPaymentSent }
            #expect(notices.count == 1)
        }
    }

    @Test func `D5: a payment is committed as begun before the node receives it`() async throws {
        try await HotCoinsScene.run { scene in
            let payee = try await scene.payee()
            let id = try await scene.prepare(scene.payment(1_000, to: .payee(payee))).id
            let states = Kept<[String]>([])
            scene.chain.whenRelayed {
                // What cannot be read is found below.
                let state = try? await scene.kept(id)?.state
                states.withLock { $0.append(state ?? "none") }
            }
            _ = try await scene.send(id)
            #expect(states.withLock { $0 } == ["begun"])
            #expect(try await scene.kept(id)?.state == "relayed")
        }
    }

    @Test(arguments: [CoinsInMemory.Node.takesInSilence, .isCutOff])
    func `D5: a hub that is killed before the node answers sends the same bytes again, and never others`(
        _ node: CoinsInMemory.Node
    ) async throws {
        try await HotCoinsScene.run { scene in
            let payee = try await scene.payee()
            let wish = scene.payment(1_000, to: .payee(payee))
            let prepared = try await scene.prepare(wish)
            scene.chain.setNode(node)
            _ = try await scene.send(prepared.id)
            #expect(try await scene.kept(prepared.id)?.state == "begun")
            scene.chain.setNode(.takes)
            let again = try await scene.restarted()
            #expect(
                try await again.hub.prepareCoins(wish, out: scene.wallet, of: scene.anna, from: RequestOrigin()).hash
                    == prepared.hash
            )
            _ = try await again.hub.sendCoins(prepared.id, out: scene.wallet, of: scene.anna)
            #expect(scene.chain.sent == [prepared.hash] && scene.chain.signed == 1)
            scene.chain.mine(1)
            scene.home.clock.advance(seconds: 301)
            await again.hub.readCoins()
            #expect(try await scene.kept(prepared.id)?.state == "confirming")
            #expect(scene.chain.sent == [prepared.hash])
        }
    }

    @Test func `D5: a payment that did not reach the node is sent to it again automatically`() async throws {
        try await HotCoinsScene.run { scene in
            let payee = try await scene.payee()
            let prepared = try await scene.prepare(scene.payment(1_000, to: .payee(payee)))
            scene.chain.setNode(.isCutOff)
            _ = try await scene.send(prepared.id)
            #expect(scene.chain.sent.isEmpty)
            scene.chain.setNode(.takes)
            scene.home.clock.advance(seconds: 301)
            await scene.home.hub.readCoins()
            #expect(scene.chain.sent == [prepared.hash])
        }
    }

    @Test func `D5: a payment whose block is given up is reorganised, waits again, and is sent again where it is gone`()
        async throws
    {
        try await HotCoinsScene.run { scene in
            let payee = try await scene.payee()
            let id = try await scene.prepare(scene.payment(1_000, to: .payee(payee))).id
            let hash = try await scene.send(id).hash
            await scene.mine(2)
            scene.chain.reorganise()
            scene.home.clock.advance(seconds: 301)
            await scene.home.hub.readCoins()
            #expect(try await scene.kept(id)?.state == "reorganised")
            scene.chain.undoSent()
            scene.home.clock.advance(seconds: 301)
            await scene.home.hub.readCoins()
            #expect(scene.chain.sent == [hash])
            await scene.mine(3)
            #expect(try await scene.kept(id)?.state == "confirming")
        }
    }

    @Test func `D5: a payment that the node refuses has failed, says so, and counts for nothing`() async throws {
        try await HotCoinsScene.run { scene in
            let payee = try await scene.payee()
            for (isTooLow, refusal) in [(false, CoinSendingRefusal.refusedByNode), (true, .feeChanged)] {
                let id = try await scene.prepare(scene.payment(40_000, to: .payee(payee))).id
                scene.chain.setNode(.refuses(feeTooLow: isTooLow))
                await #expect(throws: refusal) { try await scene.send(id) }
                #expect(try await scene.kept(id)?.state == "failed")
                #expect(try await scene.send(id).payment.progress.state == .failed)
                #expect(try await scene.seen().hot?.spentToday == .zero)
            }
        }
    }

    @Test func `D5: the daily limit counts amounts and fees, also of what is prepared`() async throws {
        try await HotCoinsScene.run(limit: 3_000) { scene in
            let payee = try await scene.payee()
            await #expect(throws: CoinSendingRefusal.limit(left: CoinAmount(3_000))) {
                try await scene.prepare(scene.payment(2_901, to: .payee(payee)))
            }
            let id = try await scene.prepare(scene.payment(2_000, to: .payee(payee))).id
            _ = try await scene.send(id)
            await scene.mine(1)
            await #expect(throws: CoinSendingRefusal.limit(left: CoinAmount(900))) {
                try await scene.prepare(scene.payment(901, to: .payee(payee)))
            }
            // A higher limit counts tomorrow, a lower one at once: also for what is prepared.
            let higher = try await scene.home.hub.setCoinLimit(CoinAmount(9_000), of: scene.wallet, of: scene.anna)
            #expect(higher.hot?.limit == CoinAmount(3_000) && higher.hot?.raised?.amount == CoinAmount(9_000))
            let next = try await scene.prepare(scene.payment(500, to: .payee(payee))).id
            _ = try await scene.home.hub.setCoinLimit(CoinAmount(2_500), of: scene.wallet, of: scene.anna)
            await #expect(throws: CoinSendingRefusal.limit(left: CoinAmount(400))) { try await scene.send(next) }
            scene.home.clock.advance(seconds: 86_400)
            _ = try await scene.prepare(scene.payment(2_400, to: .payee(payee)))
        }
    }

    @Test func `D5: a payee waits a day, and removing it stops what is prepared for it`() async throws {
        try await HotCoinsScene.run { scene in
            let (hub, id) = (scene.home.hub, scene.home.hub.outside.newID(of: CoinPayee.self))
            let added = try await hub.addCoinPayee(
                id,
                named: "Bo",
                address: HotCoinsScene.outside,
                to: scene.wallet,
                of: scene.anna
            )
            await #expect(throws: CoinSendingRefusal.payeeWaits(until: added.payableFrom)) {
                try await scene.prepare(scene.payment(10, to: .payee(id)))
            }
            scene.home.clock.advance(seconds: 86_400)
            let prepared = try await scene.prepare(scene.payment(10, to: .payee(id))).id
            try await hub.removeCoinPayee(id, of: scene.wallet, of: scene.anna)
            await #expect(throws: CoinRefusal.notFound) { try await scene.send(prepared) }
            await #expect(throws: CoinSendingRefusal.payeeUnknown) {
                try await scene.prepare(scene.payment(10, to: .payee(id)))
            }
            #expect(scene.chain.relayed.isEmpty)
        }
    }

    @Test func `D5: an own account is paid at once, and its fee alone counts`() async throws {
        try await HotCoinsScene.run(limit: 500) { scene in
            let info = try await scene.home.hub.openCoinAccount(named: "Bike", in: scene.wallet, of: scene.anna)
            #expect(info.accountNames[1] == "Bike")
            await scene.mine(1)
            let prepared = try await scene.prepare(scene.payment(20_000, to: .account(1)))
            #expect(prepared.account == 1 && prepared.payee == nil)
            _ = try await scene.send(prepared.id)
            #expect(try await scene.seen().hot?.spentToday == CoinAmount(CoinsInMemory.fee))
            await #expect(throws: CoinRefusal.accountUnknown) {
                try await scene.prepare(scene.payment(10, to: .account(7)))
            }
        }
    }

    @Test func `D5: one payment is open at a time, and one that was prepared an hour ago is not sent`()
        async throws
    {
        try await HotCoinsScene.run { scene in
            let payee = try await scene.payee()
            let first = scene.payment(10, to: .payee(payee))
            _ = try await scene.prepare(first)
            await #expect(throws: CoinSendingRefusal.anotherPaymentOpen) {
                try await scene.prepare(scene.payment(20, to: .payee(payee)))
            }
            try await scene.home.hub.dropCoinPayment(first.id, out: scene.wallet, of: scene.anna)
            let second = scene.payment(20, to: .payee(payee))
            _ = try await scene.prepare(second)
            scene.home.clock.advance(seconds: 3_600)
            await #expect(throws: CoinSendingRefusal.paymentExpired) { try await scene.send(second.id) }
            #expect(try await scene.home.hub.coinPayments(of: scene.wallet, of: scene.anna).isEmpty)
            let third = try await scene.prepare(scene.payment(30, to: .payee(payee))).id
            #expect(try await scene.kept(second.id) == nil)
            _ = try await scene.send(third)
            await #expect(throws: CoinSendingRefusal.alreadySent) {
                try await scene.home.hub.dropCoinPayment(third, out: scene.wallet, of: scene.anna)
            }
            #expect(scene.chain.sent.count == 1)
        }
    }

    @Test func `D5: too little, locked coins, and a node that cannot be believed are told`() async throws {
        try await HotCoinsScene.run(with: 1_000) { scene in
            let payee = try await scene.payee()
            await #expect(throws: CoinSendingRefusal.notEnough(available: CoinAmount(1_000), blocksToUnlock: 0)) {
                try await scene.prepare(scene.payment(901, to: .payee(payee)))
            }
            await #expect(throws: CoinSendingRefusal.amountTooSmall) {
                try await scene.prepare(scene.payment(0, to: .payee(payee)))
            }
            let id = try await scene.prepare(scene.payment(900, to: .payee(payee))).id
            scene.chain.setAway(true)
            await #expect(throws: CoinSendingRefusal.nodeAway) { try await scene.send(id) }
            #expect(try await scene.kept(id)?.state == "prepared")
            #expect(scene.chain.relayed.isEmpty)
        }
    }

    @Test func `D5: other members and members who were disabled find nothing`() async throws {
        try await HotCoinsScene.run { scene in
            let (hub, wallet) = (scene.home.hub, scene.wallet)
            let bo = try await scene.home.member(2)
            let payee = try await scene.payee()
            let wish = scene.payment(10, to: .payee(payee))
            let id = try await scene.prepare(wish).id
            await #expect(throws: CoinRefusal.notFound) { try await hub.sendCoins(id, out: wallet, of: bo) }
            await #expect(throws: CoinRefusal.notFound) { try await hub.coinPayments(of: wallet, of: bo) }
            await #expect(throws: CoinRefusal.notFound) { try await hub.coinPayees(of: wallet, of: bo) }
            await #expect(throws: CoinRefusal.notFound) { try await hub.coinRequests(of: wallet, of: bo) }
            await #expect(throws: CoinRefusal.notFound) { try await hub.dropCoinPayment(id, out: wallet, of: bo) }
            await #expect(throws: CoinRefusal.notFound) { try await hub.removeCoinPayee(payee, of: wallet, of: bo) }
            await #expect(throws: CoinRefusal.notFound) {
                try await hub.prepareCoins(wish, out: wallet, of: bo, from: RequestOrigin())
            }
            await #expect(throws: CoinRefusal.notFound) { try await hub.setCoinLimit(.zero, of: wallet, of: bo) }
            try await hub.database.transaction { transaction in
                try transaction.run("UPDATE member SET disabled_at = 1 WHERE id = \(scene.anna.bytes)")
            }
            await #expect(throws: CoinRefusal.notFound) { try await scene.send(id) }
            #expect(scene.chain.relayed.isEmpty)
        }
    }
}
