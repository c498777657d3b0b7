import API

extension WalletRoute {
    /// A member's own wallet, and the log of their family's ledger.
    var endpoint: Endpoint {
        switch self {
        case .wallet: .session { try await $0.wallet($1, $2) }
        case .openAccount: .session { try await $0.openAccount($1, $2) }
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
        }
    }
}
