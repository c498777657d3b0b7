import Crypto
import Family
import Hub
import LedgerLog

/// A device with a key of its own that signs for a member.
struct SigningDevice {
    private let home: TestHub
    private let ledger: ID<Ledger>
    let key: ID<LedgerKey>
    private let secret: Ed25519Key

    init(_ home: TestHub, _ member: ID<Member>) async throws {
        let wallet = try await home.hub.wallet(of: member)
        (self.home, ledger, key) = (home, wallet.ledger, home.hub.outside.newID())
        secret = Ed25519Key(seed: home.hub.outside.random(Ed25519Key.seedCount))
        let holding = LedgerKeyHolding(id: key, holder: wallet.holder, keeping: .device, publicKey: secret.publicKey)
        let proof = secret.sign(LedgerEvent.keyAdded(holding).message(in: ledger))
        _ = try await home.hub.addLedgerKey(key, of: member, publicKey: secret.publicKey, proof: proof, name: "tablet")
    }

    /// A transfer as the device signs it.
    func request(
        from debit: ID<Account>,
        to credit: ID<Account>,
        _ amount: Int,
        kind: Transfer.Kind = .transfer,
        asset: Asset.Number = .coin,
        isHeld: Bool = false
    ) -> (id: ID<LedgerCommand>, request: TransferRequest) {
        let id = home.hub.outside.newID(of: LedgerCommand.self)
        let (units, validUntil) = (Amount(UInt128(amount)), home.clock.now.advanced(bySeconds: 60))
        let transfer = Transfer(
            id: id,
            debit: debit,
            credit: credit,
            asset: asset,
            amount: units,
            kind: kind,
            phase: isHeld ? .hold : .single,
            validUntil: validUntil,
            holdUntil: isHeld ? validUntil.advanced(bySeconds: 7 * 86_400) : nil,
            signer: key
        )
        let message = LedgerEvent.command(.transfer(transfer)).message(in: ledger)
        let signature = TransferRequest.Signature(
            key: key,
            validUntil: validUntil,
            noteSalt: [],
            bytes: secret.sign(message)
        )
        let request = TransferRequest(
            from: .account(debit),
            to: .account(credit),
            asset: asset,
            amount: units,
            isHeld: isHeld,
            signature: signature
        )
        return (id, request)
    }
}
