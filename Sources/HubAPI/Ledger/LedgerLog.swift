import API
import Crypto
import Family
import HTTP
import Hub
import Languages

extension HubService {
    func checkpoint(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(CheckpointBody(try await hub.logHead(for: caller.member)))
    }

    func inclusion(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let leaf = try request.number("leaf", in: 0...Int.max)
        let proof = try await hub.inclusion(of: leaf, for: caller.member)
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

    func consistency(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let from = try request.number("from", in: 1...Int.max)
        let to = request.queryFields["to"] == nil ? nil : try request.number("to", in: 1...Int.max)
        let proof = try await hub.consistency(from: from, to: to, for: caller.member)
        return .json(
            ConsistencyBody(
                from: from,
                size: proof.leafCount,
                hashes: proof.hashes.map { Base64.encode($0) },
                checkpoint: proof.note
            )
        )
    }

    func leaves(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let from = try request.number("from", in: 0...Int.max, otherwise: 0)
        let limit = try request.number("limit", in: 1...1_000, otherwise: 500)
        let leaves = try await hub.leaves(for: caller.member, from: from, limit: limit + 1)
        let next = leaves.count > limit ? "\(from + limit)" : nil
        return .json(ListBody(items: leaves.prefix(limit).map(LeafBody.init), next: next))
    }

    func addCheck(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(AddLedgerCheckBody.self, from: request)
        guard body.size > 0 else { throw Problem.invalid("size", "Enter a size of at least 1.") }
        let root = try Base64.bytes(body.root, count: 32, of: "root")
        try await hub.noteCheck(of: body.size, root: root, by: caller.member)
        return .done
    }
}

extension HubService {
    func cosign(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(CosignBody.self, from: request)
        guard body.size > 0 else { throw Problem.invalid("size", "Enter a size of at least 1.") }
        let seen = SeenHead(
            key: body.key,
            leafCount: body.size,
            root: try Base64.bytes(body.root, count: 32, of: "root"),
            secondsSince1970: body.time,
            signature: try Base64.bytes(body.signature, count: Ed25519Key.signatureCount, of: "signature")
        )
        try await hub.cosign(seen, by: caller.member)
        return .done
    }

    /// The newest head as a standard client reads it.
    func logNote(_ ledger: ID<Ledger>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let note = try await hub.logNote(of: ledger, for: caller.member)
        let headers = [Header("Content-Type", "text/plain; charset=utf-8"), .noStore]
        return Response(200, headers, body: Array(note.utf8))
    }

    func logTile(_ ledger: ID<Ledger>, _ tile: LogTileName, _ caller: AuthenticatedSession, _ request: Request)
        async throws
        -> Response
    {
        let bytes =
            if let level = tile.level {
                try await hub.tile(
                    of: ledger,
                    level: level,
                    number: tile.number,
                    width: tile.width,
                    for: caller.member
                )
            } else {
                try await hub.entryBundle(of: ledger, number: tile.number, width: tile.width, for: caller.member)
            }
        // A full tile never changes. It says nothing of anybody, and still is for the family alone.
        let caching = tile.width == nil ? Header("Cache-Control", "private, max-age=31536000, immutable") : .noStore
        return Response(200, [Header("Content-Type", "application/octet-stream"), caching], body: bytes)
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
            },
            cosignatures: head.cosignatures.map(CosignatureBody.init)
        )
    }
}

extension CosignatureBody {
    fileprivate init(_ seen: CosignatureInfo) {
        self.init(
            key: seen.key,
            member: seen.member,
            name: seen.name,
            device: seen.device.isEmpty ? nil : seen.device,
            size: seen.leafCount,
            at: seen.at,
            checkpoint: seen.note
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
