package import API
package import Family
import HTTP
import Hub
import Languages

extension HubService {
    /// `POST /me/imports`: a file is to come, piece by piece.
    func addImport(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(AddImportBody.self, from: request)
        guard try await hub.hasChosenHistoryDays(caller.member) else { throw HistoryRefusal.retentionNotChosen }
        // What is read of it takes about as much room again.
        try hub.requireRoom(forFileOf: 2 * max(0, min(body.bytes, 1 << 40)))
        let state = try imports.begin(body.id, of: caller.member, bytes: body.bytes, now: hub.outside.now())
        return .json(state, status: 201)
    }

    /// `PUT /me/imports/{id}`: the next piece; with the last one the reading begins.
    func addToImport(_ id: ID<ImportReference>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        guard let from = request.queryFields["from"].flatMap({ Int($0) }), from >= 0 else {
            throw Problem.invalid("from", "Give the first byte of this piece.")
        }
        try hub.requireRoom(forFileOf: request.body.count)
        let now = hub.outside.now()
        let (body, member) = (request.body, caller.member)
        let outcome = await pieceWork.run { [imports] in
            Result { try imports.append(body, at: from, to: id, of: member, now: now) }
        }
        guard let outcome else { throw Problem.tooManyRequests.retry(afterSeconds: 1) }
        let isWhole = try outcome.get()
        if isWhole { importWork.begin { [hub, imports] in await imports.read(id, of: caller.member, into: hub) } }
        return .json(try imports.state(of: id, of: caller.member))
    }

    /// `GET /me/imports/{id}`: how far it is, and what became of it.
    func importState(_ id: ID<ImportReference>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        .json(try imports.state(of: id, of: caller.member))
    }

    /// Imports a file of this machine for a member, as the keeper's command does; answers at once.
    ///
    /// - Parameters:
    ///   - descriptor: the file, opened to be read.
    ///   - bytes: how long it is.
    ///   - member: whose history it goes into.
    ///   - close: called when the file is read.
    /// - Returns: how it stands, with the name to ask for more.
    /// - Throws: `HistoryRefusal`, and then `close` is the caller's to do.
    package func importFile(
        _ descriptor: Int32,
        bytes: Int,
        of member: ID<Member>,
        then close: @escaping @Sendable () -> Void
    ) async throws -> ImportBody {
        guard try await hub.hasChosenHistoryDays(member) else { throw HistoryRefusal.retentionNotChosen }
        let id = hub.outside.newID(of: ImportReference.self)
        try imports.begin(reading: id, of: member, bytes: bytes, now: hub.outside.now())
        let state = try imports.state(of: id, of: member)
        // From here on the file is closed there.
        importWork.begin { [hub, imports] in
            await imports.read(id, descriptor, of: member, into: hub)
            close()
        }
        return state
    }

    /// How an import of a member stands; throws `HistoryRefusal`.
    package func importState(_ id: ID<ImportReference>, of member: ID<Member>) throws -> ImportBody {
        try imports.state(of: id, of: member)
    }
}
