import API
import Family
import HTTP
import Hub

extension HubService {
    /// A member's own wallet, and the log of their family's ledger.
    func performWallet(_ route: WalletRoute, _ request: Request) async throws -> Response {
        switch route {
        case .wallet: try await wallet(request)
        case .openAccount: try await openAccount(request)
        case .renameAccount(let id): try await renameAccount(id, request)
        case .closeAccount(let id): try await closeAccount(id, request)
        case .entries(let id): try await entries(id, request)
        case .transfer: try await transfer(request)
        case .checkpoint: try await checkpoint(request)
        case .proof: try await inclusion(request)
        case .consistency: try await consistency(request)
        case .leaves: try await leaves(request)
        case .addCheck: try await addCheck(request)
        case .keys: try await ledgerKeys(request)
        case .addKey: try await addLedgerKey(request)
        case .revokeKey(let id): try await revokeLedgerKey(id, request)
        case .familyKeys: try await familyKeys(request)
        case .agreeToRevoke(let id): try await agreeToRevoke(id, request)
        case .withdrawAgreement(let id): try await withdrawAgreement(id, request)
        case .cosign: try await cosign(request)
        case .logNote(let id): try await logNote(id, request)
        case .logTile(let id, let tile): try await logTile(id, tile, request)
        case .moneyRequests: try await moneyRequests(request)
        case .askForMoney: try await askForMoney(request)
        case .payRequest(let id): try await payMoneyRequest(id, request)
        case .endRequest(let id): try await endMoneyRequest(id, request)
        }
    }
}

extension WalletRoute {
    /// Whether it names one thing that may be somebody else's.
    var namesObject: Bool {
        switch self {
        case .renameAccount, .closeAccount, .entries, .revokeKey, .agreeToRevoke, .withdrawAgreement, .payRequest,
            .endRequest, .logNote, .logTile:
            true
        default: false
        }
    }
}

extension Request {
    /// A whole number of the query in a range; `otherwise` where it is absent, and refused without that.
    func number(_ name: String, in range: ClosedRange<Int>, otherwise: Int? = nil) throws(Problem) -> Int {
        guard let text = queryFields[name] else {
            guard let otherwise else { throw .invalid(name, "A field is missing.") }
            return otherwise
        }
        guard let number = Int(text), range.contains(number) else {
            let most = range.upperBound == .max ? "or more" : "to \(range.upperBound)"
            throw .invalid(name, "This is a whole number of \(range.lowerBound) \(most).")
        }
        return number
    }
}
