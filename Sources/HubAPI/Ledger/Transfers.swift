import API
import Crypto
import Family
import HTTP
import Hub
import Languages

extension HubService {
    func transfer(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.requireRecentProof(caller)
        let body = try JSON.read(PostTransferBody.self, from: request)
        let wish = try TransferRequest(body)
        let info = try await sayingWhatIsMissing(of: wish.asset, caller.member) {
            try await hub.transfer(body.id, by: caller.member, wish)
        }
        return .json(TransferBody(info), status: 201)
    }

    /// Does what may be refused for want of money, and says then how much of the asset is missing, as people write it.
    func sayingWhatIsMissing<Answer>(
        of asset: Asset.Number?,
        _ member: ID<Member>,
        _ work: () async throws -> Answer
    ) async throws -> Answer {
        do {
            return try await work()
        } catch WalletRefusal.refused(let outcome) where outcome.result == .insufficient {
            let info = try await hub.knownWallet(of: member)?.assets.first { $0.number == asset }
            throw Problem.insufficient(outcome.amount, of: info)
        }
    }
}

extension Amount {
    /// The amount of a body, or in words what one is.
    init(_ text: String, of field: String) throws(Problem) {
        guard let amount = Amount(text: text) else {
            throw .invalid(
                field,
                "Enter a whole count of the smallest unit, such as 1250.",
                detail: "Only digits, without a sign or leading zeros, below 2^128."
            )
        }
        self = amount
    }
}

extension TransferRequest {
    fileprivate init(_ body: PostTransferBody) throws(Problem) {
        let to: End
        switch (body.to, body.toMember) {
        case (let end?, nil): to = End(end)
        case (nil, let member?): to = .member(member)
        default: throw .invalid("to", "Give either an account or a member.")
        }
        var signature: Signature?
        if let signed = body.signature {
            guard case .account = body.from, case .account? = body.to else {
                throw .invalid("signature", "A signed transfer must name both accounts.")
            }
            signature = try Signature(signed, hasMemo: body.memo?.isEmpty == false)
        }
        self.init(
            from: End(body.from),
            to: to,
            asset: Asset.Number(body.asset),
            amount: try Amount(body.amount, of: "amount"),
            isAtMost: body.atMost ?? false,
            memo: body.memo,
            isHeld: body.hold ?? false,
            signature: signature
        )
    }
}

extension TransferRequest.End {
    fileprivate init(_ body: TransferEndBody) {
        self =
            switch body {
            case .cash: .cash
            case .account(let id): .account(id)
            }
    }
}

extension TransferRequest.Signature {
    /// A salt hides a memo; where there is none, none is looked at.
    init(_ body: TransferSignatureBody, hasMemo: Bool) throws(Problem) {
        self.init(
            key: body.key,
            validUntil: body.validUntil,
            noteSalt: try hasMemo ? Base64.bytes(body.noteSalt ?? "", count: 16, of: "signature.noteSalt") : [],
            bytes: try Base64.bytes(body.bytes, count: Ed25519Key.signatureCount, of: "signature.bytes")
        )
    }
}

extension TransferBody {
    init(_ info: TransferInfo) {
        self.init(
            id: info.transfer.id,
            kind: TransferKindName(info.transfer.kind),
            // As it was answered first, whatever became of a hold since.
            state: info.transfer.phase == .hold ? .held : .done,
            from: info.transfer.debit,
            to: info.transfer.credit,
            asset: info.transfer.asset.rawValue,
            amount: info.outcome.amount.text,
            asked: info.transfer.amount.text,
            memo: info.memo,
            leaf: info.leaf,
            at: info.at,
            signedBy: LedgerKeyBody.KeyCustody(info.signedBy)
        )
    }
}

extension EntryBody {
    init(_ line: StatementLine) {
        let transfer = line.info.transfer
        self.init(
            id: transfer.id,
            leaf: line.info.leaf,
            at: line.info.at,
            kind: TransferKindName(transfer.kind),
            state: TransferStateName(line.info.hold),
            direction: line.isCredit ? .in : .out,
            amount: line.info.outcome.amount.text,
            balance: (line.balance.isNegative ? "-" : "") + line.balance.amount.text,
            ends: transfer.phase == .single || transfer.phase == .hold ? nil : transfer.reference,
            counterpart: Counterpart(line),
            memo: line.info.memo,
            signedBy: LedgerKeyBody.KeyCustody(line.info.signedBy)
        )
    }
}

extension HistoryCutOffBody {
    init(_ cutOff: StatementPage.CutOff) {
        let (amount, isNegative) = cutOff.balance
        self.init(leaf: cutOff.leaf, balance: (isNegative ? "-" : "") + amount.text)
    }
}

extension EntryBody.Counterpart {
    fileprivate init(_ line: StatementLine) {
        let account = line.isCredit ? line.info.transfer.debit : line.info.transfer.credit
        self =
            switch line.counterpart {
            case .own(let name): Self(kind: .own, account: account, name: name)
            case .member(let member, let name): Self(kind: .member, account: account, name: name, member: member)
            case .left: Self(kind: .left, account: account)
            case .family(.cash): Self(kind: .cash, account: account)
            case .family(.mint): Self(kind: .mint, account: account)
            case .family(.store): Self(kind: .store, account: account)
            case .family: Self(kind: .family, account: account)
            }
    }
}
