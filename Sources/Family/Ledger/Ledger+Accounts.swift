extension Ledger {
    mutating func define(_ asset: Asset) -> LedgerOutcome {
        guard !assets.contains(where: { $0.number == asset.number }) else { return LedgerOutcome(.assetTaken) }
        guard asset.scale <= Asset.scaleMax else { return LedgerOutcome(.scaleTooLarge) }
        assets.append(asset)
        return LedgerOutcome(.done)
    }

    mutating func open(_ opening: AccountOpening) -> LedgerOutcome {
        guard assets.contains(where: { $0.number == opening.asset }) else { return LedgerOutcome(.assetUnknown) }
        add(
            Account(
                id: opening.account,
                asset: opening.asset,
                kind: opening.kind,
                owner: opening.owner,
                floor: opening.floor
            )
        )
        return LedgerOutcome(.done)
    }

    mutating func close(_ id: ID<Account>) -> LedgerOutcome {
        guard let index = index(of: id) else { return LedgerOutcome(.accountUnknown) }
        guard !accounts[index].isClosed else { return LedgerOutcome(.accountClosed) }
        guard !accounts[index].hasHolds else { return LedgerOutcome(.accountHasHolds) }
        guard accounts[index].isEmpty else { return LedgerOutcome(.accountNotEmpty) }
        accounts[index].isClosed = true
        return LedgerOutcome(.done)
    }

    /// A name is no part of an account here: only whether it may have another one.
    func rename(_ id: ID<Account>) -> LedgerOutcome {
        guard let account = self[id] else { return LedgerOutcome(.accountUnknown) }
        return LedgerOutcome(account.isClosed ? .accountClosed : .done)
    }
}
