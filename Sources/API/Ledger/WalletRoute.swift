public import Family

/// What the hub answers about a member's own wallet, and about the log of their family's ledger.
public enum WalletRoute: Hashable, Sendable {
    /// All that my own pages show, in one answer.
    case wallet
    case openAccount
    /// The account into which a member of my family is paid; opened where they have none of that asset.
    case payeeAccount(ID<Member>)
    case renameAccount(ID<Account>)
    case closeAccount(ID<Account>)
    /// What went in and out, with the balance after each.
    case entries(ID<Account>)
    /// What an account of mine is saved for, with its picture.
    case setGoal(ID<Account>)
    case endGoal(ID<Account>)
    case goalPicture(ID<Account>)
    case setGoalPicture(ID<Account>)
    case removeGoalPicture(ID<Account>)
    case transfer
    /// The head of the log, as the hub signed it.
    case checkpoint
    /// That a leaf is in the log.
    case proof
    /// That the log only grew.
    case consistency
    /// The leaves themselves.
    case leaves
    /// A member's word that they have checked the log up to here.
    case addCheck
    case keys
    case addKey
    case revokeKey(ID<LedgerKey>)
    /// The devices that sign for the others of my family, which adults see.
    case familyKeys
    /// An adult's word that a key of somebody else is to count no more, and taking that word back.
    case agreeToRevoke(ID<LedgerKey>)
    case withdrawAgreement(ID<LedgerKey>)
    /// That a device of mine has seen a head of the log.
    case cosign
    /// The log as any client of such logs reads it (C2SP tlog-tiles): its head, and its tiles.
    case logNote(ID<Ledger>)
    case logTile(ID<Ledger>, LogTileName)
    case moneyRequests
    case askForMoney
    case payRequest(ID<MoneyRequest>)
    /// Declined by who was asked, or taken back by who asked.
    case endRequest(ID<MoneyRequest>)
    /// My wallets on chains of coins.
    case coins
    case watchCoins
    case renameCoins(ID<CoinHolding>)
    case forgetCoins(ID<CoinHolding>)
    /// Hot wallets, payments and requests.
    case coin(CoinRoute)
}

extension WalletRoute {
    /// The method, and the path below the API's root.
    var methodAndPath: (method: String, path: String) {
        switch self {
        case .wallet: ("GET", "/wallet")
        case .openAccount: ("POST", "/accounts")
        case .payeeAccount(let id): ("POST", "/payees/\(id.text)/accounts")
        case .renameAccount(let id): ("PATCH", "/accounts/\(id.text)")
        case .closeAccount(let id): ("DELETE", "/accounts/\(id.text)")
        case .entries(let id): ("GET", "/accounts/\(id.text)/entries")
        case .setGoal(let id): ("PUT", "/accounts/\(id.text)/goal")
        case .endGoal(let id): ("DELETE", "/accounts/\(id.text)/goal")
        case .goalPicture(let id): ("GET", "/accounts/\(id.text)/goal/picture")
        case .setGoalPicture(let id): ("PUT", "/accounts/\(id.text)/goal/picture")
        case .removeGoalPicture(let id): ("DELETE", "/accounts/\(id.text)/goal/picture")
        case .transfer: ("POST", "/transfers")
        case .checkpoint: ("GET", "/ledger/checkpoint")
        case .proof: ("GET", "/ledger/proof")
        case .consistency: ("GET", "/ledger/consistency")
        case .leaves: ("GET", "/ledger/entries")
        case .addCheck: ("POST", "/ledger/checks")
        case .keys: ("GET", "/me/ledger-keys")
        case .addKey: ("POST", "/me/ledger-keys")
        case .revokeKey(let id): ("DELETE", "/me/ledger-keys/\(id.text)")
        case .familyKeys: ("GET", "/ledger/keys")
        case .agreeToRevoke(let id): ("PUT", "/ledger/keys/\(id.text)/revocation")
        case .withdrawAgreement(let id): ("DELETE", "/ledger/keys/\(id.text)/revocation")
        case .cosign: ("POST", "/ledger/cosignatures")
        case .logNote(let id): ("GET", "/ledgers/\(id.text)/checkpoint")
        case .logTile(let id, let tile): ("GET", "/ledgers/\(id.text)/tile/\(tile.path)")
        case .moneyRequests: ("GET", "/money-requests")
        case .askForMoney: ("POST", "/money-requests")
        case .payRequest(let id): ("POST", "/money-requests/\(id.text)/pay")
        case .endRequest(let id): ("DELETE", "/money-requests/\(id.text)")
        case .coins: ("GET", "/coin-wallets")
        case .watchCoins: ("POST", "/coin-wallets")
        case .renameCoins(let id): ("PATCH", "/coin-wallets/\(id.text)")
        case .forgetCoins(let id): ("DELETE", "/coin-wallets/\(id.text)")
        case .coin(let route): route.methodAndPath
        }
    }

    /// The routes of a path's parts below the API's root, one for each method; none where it is not theirs.
    static func candidates(_ parts: [String]) -> [WalletRoute] {
        if parts.first == "ledgers" { return ofLog(parts.dropFirst()) }
        if parts.first == "coin-wallets" {
            let coins = CoinRoute.candidates(parts.dropFirst())
            if !coins.isEmpty { return coins.map { .coin($0) } }
        }
        return switch parts.count {
        case 1: collections(parts[0])
        case 2: items(parts[0], parts[1])
        case 3: nested(parts[0], parts[1], parts[2])
        case 4 where parts[0] == "ledger" && parts[1] == "keys" && parts[3] == "revocation":
            ID(text: parts[2]).map { [.agreeToRevoke($0), .withdrawAgreement($0)] } ?? []
        case 4 where parts[0] == "accounts" && parts[2] == "goal" && parts[3] == "picture":
            ID(text: parts[1]).map { [.goalPicture($0), .setGoalPicture($0), .removeGoalPicture($0)] } ?? []
        default: []
        }
    }

    private static func ofLog(_ parts: ArraySlice<String>) -> [WalletRoute] {
        guard let id = parts.first.flatMap({ ID<Ledger>(text: $0) }) else { return [] }
        let rest = parts.dropFirst()
        if rest.elementsEqual(["checkpoint"]) { return [.logNote(id)] }
        guard rest.first == "tile" else { return [] }
        return LogTileName(rest.dropFirst()).map { [.logTile(id, $0)] } ?? []
    }

    private static func collections(_ name: String) -> [WalletRoute] {
        switch name {
        case "wallet": [.wallet]
        case "accounts": [.openAccount]
        case "transfers": [.transfer]
        case "money-requests": [.moneyRequests, .askForMoney]
        case "coin-wallets": [.coins, .watchCoins]
        default: []
        }
    }

    private static func items(_ collection: String, _ item: String) -> [WalletRoute] {
        switch (collection, item) {
        case ("ledger", "checkpoint"): [.checkpoint]
        case ("ledger", "proof"): [.proof]
        case ("ledger", "consistency"): [.consistency]
        case ("ledger", "entries"): [.leaves]
        case ("ledger", "checks"): [.addCheck]
        case ("ledger", "keys"): [.familyKeys]
        case ("ledger", "cosignatures"): [.cosign]
        case ("me", "ledger-keys"): [.keys, .addKey]
        case ("accounts", _): ID(text: item).map { [.renameAccount($0), .closeAccount($0)] } ?? []
        case ("money-requests", _): ID(text: item).map { [.endRequest($0)] } ?? []
        case ("coin-wallets", _): ID(text: item).map { [.renameCoins($0), .forgetCoins($0)] } ?? []
        default: []
        }
    }

    private static func nested(_ first: String, _ second: String, _ third: String) -> [WalletRoute] {
        switch (first, third) {
        case ("accounts", "entries"): ID(text: second).map { [.entries($0)] } ?? []
        case ("payees", "accounts"): ID(text: second).map { [.payeeAccount($0)] } ?? []
        case ("accounts", "goal"): ID(text: second).map { [.setGoal($0), .endGoal($0)] } ?? []
        case ("money-requests", "pay"): ID(text: second).map { [.payRequest($0)] } ?? []
        case ("me", _) where second == "ledger-keys": ID(text: third).map { [.revokeKey($0)] } ?? []
        default: []
        }
    }
}
