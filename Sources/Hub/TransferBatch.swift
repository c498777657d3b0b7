package import Family
import SQL
import Storage

/// Transfers of one member that a device signed, with every signature checked; only the hub makes one.
package struct VerifiedTransfers: Sendable {
    fileprivate struct One: Sendable {
        let id: ID<LedgerCommand>
        let request: TransferRequest
        let transfer: Transfer
    }

    fileprivate let member: ID<Member>
    fileprivate let transfers: [One]
}

extension Hub {
    /// Checks the signatures of transfers, on the asker's thread and before the writer's turn.
    ///
    /// Throws `WalletRefusal` for the first that is not right.
    package func verify(
        _ requests: [(id: ID<LedgerCommand>, request: TransferRequest)],
        of member: ID<Member>
    ) async throws -> VerifiedTransfers {
        let transfers = zip(requests, try await check(requests, by: member)).map { asked, transfer in
            VerifiedTransfers.One(id: asked.id, request: asked.request, transfer: transfer)
        }
        return VerifiedTransfers(member: member, transfers: transfers)
    }

    /// Takes verified transfers in one durable transaction and under one signed head; each is answered by itself.
    package func take(_ batch: VerifiedTransfers) async throws -> [LedgerOutcome] {
        try await atLedger(of: batch.member) { turn, row in
            turn.savesAccountsLast = true
            let holder = try turn.holder(of: row)
            var outcomes: [LedgerOutcome] = []
            for one in batch.transfers {
                let signer = try turn.signer(of: holder, given: one.request.signature)
                let text = try turn.memo(Hub.validMemo(one.request.memo), of: one.id, given: one.request.signature)
                let built = try turn.transfer(one.id, one.request, by: signer, note: text)
                // What was signed before the turn is what is asked now.
                guard built == one.transfer else { throw WalletRefusal.signatureWrong }
                let outcome = try turn.ask([.transfer(built)], [text], by: signer)[0]
                if outcome.isDone, !outcome.isRepeat { try turn.announce(built, by: row) }
                outcomes.append(outcome)
            }
            return outcomes
        }
    }
}
