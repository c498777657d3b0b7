import API

extension WalletRoute {
    /// A member's own wallet, and the log of their family's ledger.
    var endpoint: Endpoint {
        switch self {
        case .wallet: .session { try await $0.wallet($1, $2) }
        case .openAccount: .session { try await $0.openAccount($1, $2) }
        case .payeeAccount(let id): .session { try await $0.payeeAccount(id, $1, $2) }
        case .renameAccount(let id): .session { try await $0.renameAccount(id, $1, $2) }
        case .closeAccount(let id): .session { try await $0.closeAccount(id, $1, $2) }
        case .entries(let id): .session { try await $0.entries(id, $1, $2) }
        case .setGoal(let id): .session { try await $0.setSavingsGoal(id, $1, $2) }
        case .endGoal(let id): .session { try await $0.endSavingsGoal(id, $1, $2) }
        case .goalPicture(let id): .session { try await $0.savingsGoalPicture(id, $1, $2) }
        case .setGoalPicture(let id): .session(.sending(.picture)) { try await $0.setSavingsGoalPicture(id, $1, $2) }
        case .removeGoalPicture(let id): .session { try await $0.removeSavingsGoalPicture(id, $1, $2) }
        case .transfer: .session { try await $0.transfer($1, $2) }
        case .checkpoint: .session { try await $0.checkpoint($1, $2) }
        case .proof: .session { try await $0.inclusion($1, $2) }
        case .consistency: .session { try await $0.consistency($1, $2) }
        case .leaves: .session { try await $0.leaves($1, $2) }
        case .addCheck: .session { try await $0.addCheck($1, $2) }
        case .keys: .session { try await $0.ledgerKeys($1, $2) }
        case .addKey: .session { try await $0.addLedgerKey($1, $2) }
        case .revokeKey(let id): .session { try await $0.revokeLedgerKey(id, $1, $2) }
        case .familyKeys: .adult { try await $0.familyKeys($1, $2) }
        case .agreeToRevoke(let id): .adult { try await $0.agreeToRevoke(id, $1, $2) }
        case .withdrawAgreement(let id): .adult { try await $0.withdrawAgreement(id, $1, $2) }
        case .cosign: .session { try await $0.cosign($1, $2) }
        case .logNote(let id): .session { try await $0.logNote(id, $1, $2) }
        case .logTile(let id, let tile): .session { try await $0.logTile(id, tile, $1, $2) }
        case .moneyRequests: .session { try await $0.moneyRequests($1, $2) }
        case .askForMoney: .session { try await $0.askForMoney($1, $2) }
        case .payRequest(let id): .session { try await $0.payMoneyRequest(id, $1, $2) }
        case .endRequest(let id): .session { try await $0.endMoneyRequest(id, $1, $2) }
        case .coins: .session { try await $0.coins($1, $2) }
        case .watchCoins: .session { try await $0.watchCoins($1, $2) }
        case .renameCoins(let id): .session { try await $0.renameCoins(id, $1, $2) }
        case .forgetCoins(let id): .session { try await $0.forgetCoins(id, $1, $2) }
        case .coin(let route): route.endpoint
        }
    }
}

extension CoinRoute {
    /// A member's own hot wallets; requests to be paid also of a wallet that is watched.
    var endpoint: Endpoint {
        switch self {
        case .make: .session { try await $0.makeCoins($1, $2) }
        case .restore: .session { try await $0.restoreCoins($1, $2) }
        case .showWords(let id): .session { try await $0.showCoinWords(id, $1, $2) }
        case .confirmWords(let id): .session { try await $0.confirmCoinWords(id, $1, $2) }
        case .setLimit(let id): .session { try await $0.setCoinLimit(id, $1, $2) }
        case .setSpendingPassword(let id): .session { try await $0.setSpendingPassword(id, $1, $2) }
        case .openAccount(let id): .session { try await $0.openCoinAccount(id, $1, $2) }
        case .payees(let id): .session { try await $0.coinPayees(id, $1, $2) }
        case .addPayee(let id): .session { try await $0.addCoinPayee(id, $1, $2) }
        case .removePayee(let id, let payee): .session { try await $0.removeCoinPayee(payee, id, $1, $2) }
        case .payments(let id): .session { try await $0.coinPayments(id, $1, $2) }
        case .prepare(let id): .session { try await $0.prepareCoins(id, $1, $2) }
        case .send(let id, let payment): .session { try await $0.sendCoins(payment, id, $1, $2) }
        case .drop(let id, let payment): .session { try await $0.dropCoinPayment(payment, id, $1, $2) }
        case .proof(let id, let payment): .session { try await $0.coinProof(payment, id, $1, $2) }
        case .requests(let id): .session { try await $0.coinRequests(id, $1, $2) }
        case .ask(let id): .session { try await $0.askForCoins(id, $1, $2) }
        case .removeRequest(let id, let request): .session { try await $0.removeCoinRequest(request, id, $1, $2) }
        case .requestCode(let id, let request): .session { try await $0.coinRequestCode(request, id, $1, $2) }
        }
    }
}
