import API
import Crypto
import Family
import FoundationEssentials
import Hub

/// A member with as many accounts as there may be and a device that signs, and transfers between them that it has signed.
struct SignedPayments {
    let member: ID<Member>
    private let hub: Hub
    private let ledger: ID<Ledger>
    private let accounts: [ID<Account>]
    private let key: ID<LedgerKey>
    private let secret: Ed25519Key

    /// Adds the member's accounts and key to a hub, and more money than is ever moved.
    init(_ hub: Hub, _ member: ID<Member>) async throws {
        (self.hub, self.member) = (hub, member)
        accounts = (0..<Hub.accountsMax).map { _ in hub.outside.newID() }
        for id in accounts {
            _ = try await hub.openAccount(id, for: member, asset: .coin)
            let deposit = TransferRequest(
                from: .cash,
                to: .account(id),
                asset: .coin,
                amount: Amount(1_000_000_000_000)
            )
            _ = try await hub.transfer(hub.outside.newID(), by: member, deposit)
        }
        let wallet = try await hub.wallet(of: member)
        ledger = wallet.ledger
        key = hub.outside.newID()
        secret = Ed25519Key(seed: hub.outside.random(Ed25519Key.seedCount))
        let holding = LedgerKeyHolding(
            id: key,
            holder: wallet.holder,
            keeping: .device,
            publicKey: secret.publicKey
        )
        let proof = secret.sign(LedgerEvent.keyAdded(holding).message(in: ledger))
        _ = try await hub.addLedgerKey(
            key,
            of: member,
            publicKey: secret.publicKey,
            proof: proof,
            name: "a device"
        )
    }

    /// Another transfer of one smallest unit between two accounts by chance, signed.
    func next() -> (id: ID<LedgerCommand>, request: TransferRequest) {
        let debit = Int.random(in: accounts.indices)
        let credit = (debit + Int.random(in: 1..<accounts.count)) % accounts.count
        let (from, to) = (accounts[debit], accounts[credit])
        let id = hub.outside.newID(of: LedgerCommand.self)
        let validUntil = hub.outside.now().advanced(bySeconds: 590)
        let transfer = Transfer(
            id: id,
            debit: from,
            credit: to,
            asset: .coin,
            amount: Amount(1),
            kind: .transfer,
            validUntil: validUntil,
            signer: key
        )
        let signature = TransferRequest.Signature(
            key: key,
            validUntil: validUntil,
            noteSalt: [],
            bytes: secret.sign(LedgerEvent.command(.transfer(transfer)).message(in: ledger))
        )
        let request = TransferRequest(
            from: .account(from),
            to: .account(to),
            asset: .coin,
            amount: Amount(1),
            signature: signature
        )
        return (id, request)
    }

    /// The request of another transfer, as a browser sends it.
    func nextRequest(token: String) throws -> [UInt8] {
        let (id, request) = next()
        guard let signature = request.signature, case .account(let from) = request.from,
            case .account(let to) = request.to
        else { return [] }
        let body = PostTransferBody(
            id: id,
            from: .account(from),
            to: .account(to),
            asset: Asset.Number.coin.rawValue,
            amount: "1",
            signature: TransferSignatureBody(
                key: key,
                validUntil: signature.validUntil,
                bytes: Base64.encode(signature.bytes)
            )
        )
        let bytes = [UInt8](try JSONEncoder().encode(body))
        let head = """
            POST /api/v1/transfers HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(token)\r\n\
            Content-Type: application/json\r\nContent-Length: \(bytes.count)\r\n\r\n
            """
        return Array(head.utf8) + bytes
    }
}
