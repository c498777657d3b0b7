import API
import Crypto
import Family
import HTTP
import Hub
import Languages

extension HubService {
    func ledgerKeys(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(ListBody(items: try await hub.ledgerKeys(of: caller.member).map(LedgerKeyBody.init)))
    }

    func addLedgerKey(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.requireRecentProof(caller)
        let body = try JSON.read(AddLedgerKeyBody.self, from: request)
        let publicKey = try Base64.bytes(body.publicKey, count: Ed25519Key.publicCount, of: "publicKey")
        let proof = try Base64.bytes(body.proof, count: Ed25519Key.signatureCount, of: "proof")
        do {
            let key = try await hub.addLedgerKey(
                body.id,
                of: caller.member,
                publicKey: publicKey,
                proof: proof,
                name: body.name
            )
            return .json(LedgerKeyBody(key), status: 201)
        } catch WalletRefusal.signatureWrong {
            throw Problem.invalid("proof", "The new key must sign its own addition to this wallet.")
        }
    }

    func revokeLedgerKey(_ id: ID<LedgerKey>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        try await hub.revokeLedgerKey(id, of: caller.member)
        return .done
    }

    func familyKeys(_ adult: Adult, _ request: Request) async throws -> Response {
        .json(ListBody(items: try await hub.familyKeys(for: adult.caller.member).map(FamilyKeyBody.init)))
    }

    func agreeToRevoke(_ id: ID<LedgerKey>, _ adult: Adult, _ request: Request) async throws -> Response {
        try await hub.requireRecentProof(adult.caller)
        let body = try JSON.read(AgreeToRevokeBody.self, from: request)
        var agreement = RevocationAgreement(key: id)
        if let signed = body.signature {
            let bytes = try Base64.bytes(signed.bytes, count: Ed25519Key.signatureCount, of: "signature.bytes")
            agreement.signed = (LedgerSignature(key: signed.key, bytes: bytes), signed.validUntil)
        }
        let missing = try await hub.agree(to: agreement, by: adult.caller.member)
        return .json(AgreedBody(revoked: missing == nil, revocation: missing.map(KeyRevocationBody.init)))
    }

    func withdrawAgreement(_ id: ID<LedgerKey>, _ adult: Adult, _ request: Request) async throws -> Response {
        try await hub.withdrawAgreement(to: id, by: adult.caller.member)
        return .done
    }
}

extension LedgerKeyBody {
    init(_ key: LedgerKeyInfo) {
        self.init(
            id: key.holding.id,
            keeping: KeyCustody(key.holding.keeping),
            publicKey: Base64.encode(key.holding.publicKey),
            name: key.name.isEmpty ? nil : key.name,
            addedAt: key.addedAt,
            revoked: key.isRevoked,
            revocation: key.revocation.map(KeyRevocationBody.init)
        )
    }
}

extension LedgerKeyBody.KeyCustody {
    init(_ keeping: LedgerKeyHolding.KeyCustody) {
        self =
            switch keeping {
            case .hub: .hub
            case .device: .device
            }
    }
}

extension FamilyKeyBody {
    fileprivate init(_ info: FamilyKeyInfo) {
        self.init(
            id: info.key.holding.id,
            member: info.member,
            name: info.name,
            device: info.key.name.isEmpty ? nil : info.key.name,
            addedAt: info.key.addedAt,
            revocation: info.key.revocation.map(KeyRevocationBody.init)
        )
    }
}

extension KeyRevocationBody {
    fileprivate init(_ info: KeyRevocationInfo) {
        self.init(validUntil: info.validUntil, agreed: info.agreed, needed: info.needed)
    }
}
