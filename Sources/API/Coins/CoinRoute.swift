public import Family

/// What the hub answers about hot wallets of coins, payments out of them, and requests to be paid.
public enum CoinRoute: Hashable, Sendable {
    case make
    case restore
    /// The words of a wallet once more, while they are not confirmed.
    case showWords(ID<CoinHolding>)
    case confirmWords(ID<CoinHolding>)
    case setLimit(ID<CoinHolding>)
    case setSpendingPassword(ID<CoinHolding>)
    case openAccount(ID<CoinHolding>)
    case payees(ID<CoinHolding>)
    case addPayee(ID<CoinHolding>)
    case removePayee(ID<CoinHolding>, ID<CoinPayee>)
    case payments(ID<CoinHolding>)
    case prepare(ID<CoinHolding>)
    case send(ID<CoinHolding>, ID<CoinPayment>)
    case drop(ID<CoinHolding>, ID<CoinPayment>)
    case proof(ID<CoinHolding>, ID<CoinPayment>)
    case requests(ID<CoinHolding>)
    case ask(ID<CoinHolding>)
    case removeRequest(ID<CoinHolding>, ID<CoinRequest>)
    /// A drawing of a request's QR code.
    case requestCode(ID<CoinHolding>, ID<CoinRequest>)
}

extension CoinRoute {
    private static let root = "/coin-wallets"

    /// The method, and the path below the API's root.
    var methodAndPath: (method: String, path: String) {
        let (method, rest): (String, String) =
            switch self {
            case .make: ("POST", "/made")
            case .restore: ("POST", "/restored")
            case .showWords(let id): ("POST", "/\(id.text)/words")
            case .confirmWords(let id): ("POST", "/\(id.text)/words/confirmation")
            case .setLimit(let id): ("PUT", "/\(id.text)/limit")
            case .setSpendingPassword(let id): ("PUT", "/\(id.text)/spending-password")
            case .openAccount(let id): ("POST", "/\(id.text)/accounts")
            case .payees(let id): ("GET", "/\(id.text)/payees")
            case .addPayee(let id): ("POST", "/\(id.text)/payees")
            case .removePayee(let id, let payee): ("DELETE", "/\(id.text)/payees/\(payee.text)")
            case .payments(let id): ("GET", "/\(id.text)/payments")
            case .prepare(let id): ("POST", "/\(id.text)/payments")
            case .send(let id, let payment): ("POST", "/\(id.text)/payments/\(payment.text)/sending")
            case .drop(let id, let payment): ("DELETE", "/\(id.text)/payments/\(payment.text)")
            case .proof(let id, let payment): ("GET", "/\(id.text)/payments/\(payment.text)/proof")
            case .requests(let id): ("GET", "/\(id.text)/requests")
            case .ask(let id): ("POST", "/\(id.text)/requests")
            case .removeRequest(let id, let request): ("DELETE", "/\(id.text)/requests/\(request.text)")
            case .requestCode(let id, let request): ("GET", "/\(id.text)/requests/\(request.text)/qr.svg")
            }
        return (method, Self.root + rest)
    }

    /// The routes of a path's parts behind `coin-wallets`, one for each method; none where it is not theirs.
    static func candidates(_ parts: ArraySlice<String>) -> [CoinRoute] {
        let parts = Array(parts)
        if parts == ["made"] { return [.make] }
        if parts == ["restored"] { return [.restore] }
        guard parts.count > 1, let id = ID<CoinHolding>(text: parts[0]) else { return [] }
        switch (parts.count, parts[1]) {
        case (2, "words"): return [.showWords(id)]
        case (2, "limit"): return [.setLimit(id)]
        case (2, "spending-password"): return [.setSpendingPassword(id)]
        case (2, "accounts"): return [.openAccount(id)]
        case (2, "payees"): return [.payees(id), .addPayee(id)]
        case (2, "payments"): return [.payments(id), .prepare(id)]
        case (2, "requests"): return [.requests(id), .ask(id)]
        case (3, "words") where parts[2] == "confirmation": return [.confirmWords(id)]
        case (3, "payees"): return ID(text: parts[2]).map { [.removePayee(id, $0)] } ?? []
        case (3, "payments"): return ID(text: parts[2]).map { [.drop(id, $0)] } ?? []
        case (4, "payments") where parts[3] == "sending": return ID(text: parts[2]).map { [.send(id, $0)] } ?? []
        case (4, "payments") where parts[3] == "proof": return ID(text: parts[2]).map { [.proof(id, $0)] } ?? []
        case (3, "requests"): return ID(text: parts[2]).map { [.removeRequest(id, $0)] } ?? []
        case (4, "requests") where parts[3] == "qr.svg":
            return ID(text: parts[2]).map { [.requestCode(id, $0)] } ?? []
        default: return []
        }
    }
}
