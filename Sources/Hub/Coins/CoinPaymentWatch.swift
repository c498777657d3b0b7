import Bus
import Coins
import Crypto
import Family
import SQL
import Storage

/// What becomes of payments that were given to a node.
extension Hub {
    /// Gives a payment that its member sent to the node, and keeps what that answers.
    ///
    /// Commits before that a node may have it. Nil where another call gives it to the node just now, or its member discarded
    /// it.
    func give(
        _ id: ID<CoinPayment>,
        _ card: CoinPaymentCard,
        by coins: any CoinWallet
    ) async throws -> (outcome: CoinRelay, info: CoinPaymentInfo?)? {
        guard coinWatch.beginGiving(id) else { return nil }
        defer { coinWatch.endGiving(id) }
        guard let isFirst = try await database.transaction({ try $0.giveCoinPayment(id) }) else { return nil }
        let outcome = await coins.relay(card.transaction, hash: card.hash)
        return (outcome, try await note(outcome, id, wasUngiven: isFirst))
    }

    /// Keeps what a node answered; an answer that is missing changes nothing, and the bytes are given to it again.
    private func note(
        _ outcome: CoinRelay,
        _ id: ID<CoinPayment>,
        wasUngiven: Bool
    ) async throws -> CoinPaymentInfo? {
        try await database.transaction { transaction in
            guard let wallet = try transaction.coinPayment(id)?.item.wallet,
                let member = try transaction.coinWallet(wallet)?.member, let person = try transaction.member(member),
                let key = self.vault.dataKey(of: person)
            else { return nil }
            return try self.change(id, key, in: transaction) { row, payment in
                switch outcome {
                case .taken: if row.state == "begun" { row.state = "relayed" }
                case .refused: payment.observe(.refused)
                case .unreached: if wasUngiven, row.state == "begun" { row.state = CoinPaymentRow.ungiven }
                case .unknown: break
                }
            }
        }
    }

    /// Follows the payments of a wallet by a reading of it, and gives to the node again what was not seen anywhere, within
    /// a day of its member's word.
    ///
    /// `isWhole` says that all blocks of a node were read that can be believed: what others lack tells nothing. Answers
    /// whether one moved.
    func followPayments(
        of id: ID<CoinHolding>,
        _ member: ID<Member>,
        _ key: AEADKey,
        _ reading: CoinReading,
        isWhole: Bool,
        by coins: any CoinWallet
    ) async throws -> Bool {
        guard isWhole else { return false }
        let now = outside.now()
        let sent = try await database.read { try self.payments(of: id, key, in: $0) }
            .filter { $0.payment.sentAt != nil }
        let blocks = Dictionary(reading.departures.map { ($0.hash, $0.height) }) { first, _ in first }
        var hasMoved = false
        for (row, card, payment) in sent {
            var (next, isGiven) = (payment, false)
            let sighting: CoinTransferProgress.ChainSighting?
            if let height = blocks[card.hash] {
                // By the blocks that were read, never by what a node says.
                sighting = .inBlock(confirmations: reading.height > height ? reading.height - height : 1)
            } else if payment.progress.state == .failed {
                continue
            } else {
                switch await coins.find(card.hash) {
                case .pool: sighting = .inPool
                case .nowhere:
                    sighting = .missing
                    next.observe(.missing)
                    isGiven = next.isUnseen && !next.waitsForWord(now) && !card.transaction.isEmpty
                // Its block is read next time.
                case .block, nil: sighting = nil
                }
            }
            if let sighting { next.observe(sighting) }
            var after: CoinPaymentInfo?
            if next.progress.isNews(after: payment.progress) || next.isBuried && !card.transaction.isEmpty {
                after = try await database.transaction { transaction in
                    try self.change(row.item.id, key, in: transaction) { _, payment in
                        if let sighting { payment.observe(sighting) }
                    }
                }
            }
            if isGiven, let given = try await give(row.item.id, card, by: coins) { after = given.info }
            if let after, after.payment != payment { hasMoved = true }
        }
        return hasMoved
    }

    private func change(
        _ id: ID<CoinPayment>,
        _ key: AEADKey,
        in transaction: Transaction,
        _ change: (inout CoinPaymentRow, inout CoinPayment) -> Void
    ) throws -> CoinPaymentInfo? {
        guard let before = try transaction.coinPayment(id) else { return nil }
        var card: CoinPaymentCard = try sealing(id, key).open(before.item.sealed)
        var row = before
        var payment = row.payment(leaving: card.leaving)
        change(&row, &payment)
        row.keep(payment)
        let isBuried = payment.isBuried && !card.transaction.isEmpty
        if isBuried {
            card.transaction = ""
            row.item.sealed = try sealing(id, key).seal(card)
        }
        if isBuried || row.state != before.state || row.confirmations != before.confirmations {
            try transaction.setCoinPayment(row)
        }
        return info(row, card)
    }
}

extension CoinPayment {
    /// Whether its block is deeper than any reorganisation that is believed, so that its bytes are given to no node again.
    fileprivate var isBuried: Bool { progress.confirmations > CoinNodeState.depthMax }
}

extension CoinTransferProgress {
    /// Whether it is to be kept: beyond ten confirmations, more of them tell nothing.
    fileprivate func isNews(after before: CoinTransferProgress) -> Bool {
        if case .confirmed = state, case .confirmed = before.state { return false }
        return self != before
    }
}
