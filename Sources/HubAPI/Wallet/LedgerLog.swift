import API
import Crypto
import Family
import HTTP
import Hub

extension HubService {
    func checkpoint(_ request: Request) async throws -> Response {
        let visitor = try await hub.visitor(of: request)
        return .json(CheckpointBody(try await hub.logHead(for: visitor.member)))
    }

    func inclusion(_ request: Request) async throws -> Response {
        let visitor = try await hub.visitor(of: request)
        let leaf = try request.number("leaf", in: 0...Int.max)
        let proof = try await hub.inclusion(of: leaf, for: visitor.member)
        return .json(
            InclusionBody(
                leaf: leaf,
                size: proof.leafCount,
                commitment: Base64.encode(proof.commitment),
                hashes: proof.hashes.map { Base64.encode($0) },
                checkpoint: proof.note
            )
        )
    }

    func consistency(_ request: Request) async throws -> Response {
        let visitor = try await hub.visitor(of: request)
        let from = try request.number("from", in: 1...Int.max)
        let proof = try await hub.consistency(from: from, for: visitor.member)
        return .json(
            ConsistencyBody(
                from: from,
                size: proof.leafCount,
                hashes: proof.hashes.map { Base64.encode($0) },
                checkpoint: proof.note
            )
        )
    }

    func leaves(_ request: Request) async throws -> Response {
        let visitor = try await hub.visitor(of: request)
        let from = try request.number("from", in: 0...Int.max, otherwise: 0)
        let limit = try request.number("limit", in: 1...1_000, otherwise: 500)
        let leaves = try await hub.leaves(for: visitor.member, from: from, limit: limit + 1)
        let next = leaves.count > limit ? "\(from + limit)" : nil
        return .json(ListBody(items: leaves.prefix(limit).map(LeafBody.init), next: next))
    }

    func addCheck(_ request: Request) async throws -> Response {
        let visitor = try await hub.visitor(of: request)
        let body = try JSON.read(AddLedgerCheckBody.self, from: request)
        guard body.size > 0 else { throw Problem.invalid("size", "A log that was checked has a leaf at least.") }
        let root = try Base64.bytes(body.root, count: 32, of: "root")
        try await hub.noteCheck(of: body.size, root: root, by: visitor.member)
        return .done
    }
}

extension CheckpointBody {
    fileprivate init(_ head: LogHead) {
        self.init(
            ledger: head.ledger,
            origin: head.origin,
            size: head.leafCount,
            root: Base64.encode(head.root),
            publicKey: Base64.encode(head.publicKey),
            checkpoint: head.note,
            checks: head.checks.map { check in
                LedgerCheckBody(member: check.member, name: check.name, size: check.leafCount, at: check.at)
            }
        )
    }
}

extension LeafBody {
    fileprivate init(_ leaf: LeafInfo) {
        self.init(
            leaf: leaf.number,
            commitment: Base64.encode(leaf.commitment),
            salt: leaf.entry.map { Base64.encode($0.salt) },
            record: leaf.entry.map { Base64.encode($0.record) },
            note: leaf.note.map { LeafNoteBody(salt: Base64.encode($0.salt), text: $0.text) }
        )
    }
}
