import API
import Family
import Hub
import SamplePictures
import Testing

/// What of the owner's money others may ask for: accounts, and wishes of the other adult's.
///
/// There is nothing in the accounts, so that the owner may leave.
struct OwnersMoney {
    let account: ID<Account>
    let spare: ID<Account>
    let wish: ID<MoneyRequest>
    /// One that was taken back.
    let ended: ID<MoneyRequest>
    let ledger: ID<Ledger>

    init(_ test: TestService, of owner: TestMember, and other: TestMember) async throws {
        let hub = test.hub
        (account, spare) = (hub.outside.newID(), hub.outside.newID())
        for id in [account, spare] {
            let name = id == account ? "Wrens' purse" : nil
            _ = try await hub.openAccount(id, for: owner.id, asset: .coin, name: name)
        }
        let goal = SavingsGoalWish(amount: Amount(88_123), sharePercent: 20)
        _ = try await hub.setSavingsGoal(goal, of: account, by: owner.id)
        let picture = SamplePNG(width: 8, height: 8) { x, y in [7, UInt8(x), UInt8(y), 255] }.bytes
        _ = try await hub.setSavingsGoalPicture(of: account, by: owner.id, file: picture)
        let others: ID<Account> = hub.outside.newID()
        _ = try await hub.openAccount(others, for: other.id, asset: .coin)
        (wish, ended) = (hub.outside.newID(), hub.outside.newID())
        for id in [wish, ended] {
            let asked = MoneyWish(id: id, payer: owner.id, account: others, amount: Amount(77_123))
            _ = try await hub.askForMoney(asked, by: other.id)
        }
        try await hub.endMoneyRequest(ended, by: other.id)
        ledger = try await hub.wallet(of: owner.id).ledger
    }
}

extension Route {
    /// The owner's money; what is refused by the ledger itself is written in its log, so that nobody is asked for here
    /// what it would refuse.
    func ofWallet(_ route: WalletRoute, _ scene: AccessScene) -> AccessRule {
        let (account, wish) = (scene.money.account, scene.money.wish)
        let id = #""id":"\#(scene.newID)""#
        switch route {
        case .wallet, .checkpoint, .keys, .moneyRequests, .familyKeys, .coins: return own(200)
        case .openAccount: return own(201, #"{\#(id),"asset":2}"#)
        case .payeeAccount: return ofPayee(scene.owner.id)
        case .renameAccount: return owners(.wallet(.renameAccount(account)), 200, #"{"name":"Taken"}"#)
        case .closeAccount:
            return owners(.wallet(.closeAccount(account)), 204, #"{"sweepTo":"\#(scene.money.spare.text)"}"#)
        case .entries: return owners(.wallet(.entries(account)), 200)
        case .setGoal, .endGoal, .goalPicture, .setGoalPicture, .removeGoalPicture: return ofGoal(route, account)
        case .transfer:
            return own(422, #"{\#(id),"from":"cash","to":"\#(account.text)","asset":99,"amount":"1"}"#)
        case .proof, .consistency: return own(422)
        // Everybody has a log of their own family.
        case .leaves: return own(200)
        case .addCheck:
            let root = String(repeating: "A", count: 43) + "="
            return own(409, #"{"size":1,"root":"\#(root)"}"#)
        case .addKey: return own(422, #"{\#(id),"publicKey":"AAAA","proof":"AAAA"}"#)
        case .revokeKey: return own(404)
        case .agreeToRevoke, .withdrawAgreement: return own(404)
        case .cosign:
            let (root, signature) = (String(repeating: "A", count: 43) + "=", String(repeating: "A", count: 86) + "==")
            return own(
                422,
                #"{"key":"\#(scene.newID)","size":1,"root":"\#(root)","time":0,"signature":"\#(signature)"}"#
            )
        case .logNote: return owners(.wallet(.logNote(scene.money.ledger)), 200)
        case .logTile:
            let tile = LogTileName(level: nil, number: 0, width: 1)
            return owners(.wallet(.logTile(scene.money.ledger, tile)), 200)
        case .askForMoney:
            let body =
                #"{\#(id),"member":"\#(scene.other.id.text)","account":"\#(account.text)","amount":"5"}"#
            return AccessRule(route: self, body: body) { $0 == .nobody ? 401 : $0 == .owner ? 201 : 422 }
        case .payRequest:
            let route = Route.wallet(.payRequest(scene.money.ended))
            return AccessRule(route: route, body: #"{\#(id),"from":"\#(account.text)"}"#) {
                $0 == .nobody ? 401 : $0 == .owner ? 409 : 404
            }
        case .endRequest: return owners(.wallet(.endRequest(wish)), 204)
        // The scene's hub reads no coins; CoinsAPITests ask one that does.
        case .watchCoins: return own(409, #"{\#(id),"name":"Savings","address":"4","viewKey":"0"}"#)
        case .renameCoins, .forgetCoins: return own(404)
        case .coin(let route): return ofCoins(route, id)
        }
    }

    /// The scene's hub has no coins: nothing is made, and no wallet is there; CoinSendingAPITests ask one that has.
    private func ofCoins(_ route: CoinRoute, _ id: String) -> AccessRule {
        let hot = #""name":"Pocket","spendingPassword":"a long spending phrase","dailyLimit":"5""#
        return switch route {
        case .make: own(409, "{\(id),\(hot)}")
        case .restore: own(409, #"{\#(id),\#(hot),"words":"a b"}"#)
        case .showWords: own(404, #"{"spendingPassword":"a long spending phrase"}"#)
        case .confirmWords: own(404, #"{"words":["a","b","c","d"]}"#)
        case .setLimit: own(404, #"{"dailyLimit":"5"}"#)
        case .setSpendingPassword: own(404, #"{"old":"a long spending phrase","new":"another long phrase"}"#)
        case .openAccount: own(409, #"{"name":"Bike"}"#)
        case .addPayee: own(409, #"{\#(id),"name":"Bo","address":"4"}"#)
        case .prepare:
            own(409, #"{\#(id),"from":0,"to":{"account":1},"amount":"5","spendingPassword":"a long spending phrase"}"#)
        case .send, .proof: own(409)
        case .ask: own(409, #"{\#(id),"account":0}"#)
        case .payees, .removePayee, .payments, .drop, .requests, .removeRequest, .requestCode: own(404)
        }
    }

    /// The owner as payee: of their own family.
    private func ofPayee(_ owner: ID<Member>) -> AccessRule {
        AccessRule(route: .wallet(.payeeAccount(owner)), body: #"{"asset":2}"#) { caller in
            switch caller {
            case .nobody: 401
            case .adult, .child: 201
            // They know the owner, who is of another family.
            case .seer: 409
            default: 422
            }
        }
    }

    /// What an account of the owner's is saved for, which is nobody else's.
    private func ofGoal(_ route: WalletRoute, _ account: ID<Account>) -> AccessRule {
        switch route {
        case .setGoal: owners(.wallet(.setGoal(account)), 200, #"{"amount":"5"}"#)
        case .goalPicture: owners(.wallet(.goalPicture(account)), 200)
        case .setGoalPicture: owners(.wallet(.setGoalPicture(account)), 200)
        case .removeGoalPicture: owners(.wallet(.removeGoalPicture(account)), 204)
        default: owners(.wallet(.endGoal(account)), 204)
        }
    }
}
