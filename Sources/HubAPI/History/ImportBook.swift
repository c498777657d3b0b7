import API
import Family
import HTTP
import Hub
import Synchronization

/// The files that members bring in, and how far each is: one of a member at a time, in memory and files without names.
///
/// A restart forgets them; what was stored stays, and the same file once more adds the rest.
package final class ImportBook: Sendable {
    /// A longer file is refused: forty million points take so much, which is more than a year of one each second.
    static let bytesMax = 4 << 30
    /// A piece of a file in one request.
    static let pieceBytesMax = 4 << 20
    private static let membersMax = 100
    /// An upload that stands still for so long is given up.
    private static let patienceMilliseconds: Int64 = 600_000

    private struct Import {
        var state: ImportBody
        var file: UnlinkedFile?
        var heardAt: Timestamp
    }

    private let imports = Mutex<[ID<Member>: Import]>([:])
    private let folder: String

    /// A book whose files lie in a folder.
    package init(folder: String) {
        self.folder = folder
    }

    /// Begins a file of so many bytes; the same again answers as the first time.
    func begin(_ id: ID<ImportReference>, of member: ID<Member>, bytes: Int, now: Timestamp) throws -> ImportBody {
        guard bytes > 0 else { throw HistoryRefusal.fileEmpty }
        guard bytes <= ImportBook.bytesMax else { throw HistoryRefusal.fileTooLarge }
        let file = try UnlinkedFile(in: folder)
        return try imports.withLock { imports in
            if let known = imports[member] {
                if known.state.id == id, known.state.bytes == bytes { return known.state }
                // Of two uploads the later one is meant: the sheet of the first was closed.
                guard known.state.state != .reading else { throw HistoryRefusal.importUnderWay }
            }
            if imports.count >= ImportBook.membersMax { imports = imports.filter { !$0.value.state.isOver } }
            guard imports.count < ImportBook.membersMax else { throw HistoryRefusal.tooManyImports }
            imports[member] = Import(state: ImportBody(id: id, bytes: bytes), file: file, heardAt: now)
            return ImportBody(id: id, bytes: bytes)
        }
    }

    /// Adds a piece; true when the file is whole with it.
    ///
    /// A piece that came already is no fault. It waits for the disk: call it on a line of its own, which takes one
    /// piece at a time, since none is written under the lock.
    func append(
        _ piece: [UInt8],
        at from: Int,
        to id: ID<ImportReference>,
        of member: ID<Member>,
        now: Timestamp
    ) throws -> Bool {
        let place = try imports.withLock { imports in try Self.place(of: piece, at: from, to: id, imports[member]) }
        guard let file = place else { return false }
        try file.requireRoom(for: piece.count)
        try file.append(piece)
        return try imports.withLock { imports in
            // Another file may have been begun meanwhile.
            guard var known = imports[member], known.state.id == id, known.state.received == from else {
                throw HistoryRefusal.importNotFound
            }
            known.heardAt = now
            known.state.received += piece.count
            let isWhole = known.state.received == known.state.bytes
            if isWhole { known.state.state = .reading }
            imports[member] = known
            return isWhole
        }
    }

    /// The file that a piece is the next one of; nil where it is there already.
    private static func place(
        of piece: [UInt8],
        at from: Int,
        to id: ID<ImportReference>,
        _ known: Import?
    ) throws -> UnlinkedFile? {
        guard let known, known.state.id == id else { throw HistoryRefusal.importNotFound }
        guard known.state.state == .receiving, let file = known.file else { return nil }
        let received = known.state.received
        // Compared before it is added to: the caller may name any number.
        guard from <= received else { throw HistoryRefusal.pieceMissing(expected: received) }
        guard from == received else {
            guard from + piece.count <= received else { throw HistoryRefusal.pieceMissing(expected: received) }
            return nil
        }
        guard received + piece.count <= known.state.bytes else { throw HistoryRefusal.fileTooLarge }
        return file
    }

    /// Gives up uploads that stand still, with what came of them.
    func forgetSilent(now: Timestamp) {
        imports.withLock { imports in
            imports = imports.filter { _, known in
                let isSilent = now.milliseconds(since: known.heardAt) > ImportBook.patienceMilliseconds
                return known.state.state != .receiving || !isSilent
            }
        }
    }

    /// Notes a file that is here already and is to be read.
    func begin(reading id: ID<ImportReference>, of member: ID<Member>, bytes: Int, now: Timestamp) throws {
        guard bytes > 0 else { throw HistoryRefusal.fileEmpty }
        try imports.withLock { imports in
            guard imports[member]?.state.isOver ?? true else { throw HistoryRefusal.importUnderWay }
            var state = ImportBody(id: id, bytes: bytes)
            (state.state, state.received) = (.reading, bytes)
            imports[member] = Import(state: state, file: nil, heardAt: now)
        }
    }

    /// How an import of a member stands.
    func state(of id: ID<ImportReference>, of member: ID<Member>) throws(HistoryRefusal) -> ImportBody {
        let state = imports.withLock { $0[member]?.state }
        guard let state, state.id == id else { throw .importNotFound }
        return state
    }

    /// Reads a file that is whole; runs where the disk may be waited for.
    func read(_ id: ID<ImportReference>, of member: ID<Member>, into hub: Hub) async {
        let file = imports.withLock { imports in
            let file = imports[member]?.state.id == id ? imports[member]?.file : nil
            // Gone with the reading, whatever becomes of it.
            imports[member]?.file = nil
            return file
        }
        if let file { await read(id, file.descriptor, of: member, into: hub) }
    }

    /// Reads a file and stores its fixes, and takes down how far it is; runs where the disk may be waited for.
    func read(_ id: ID<ImportReference>, _ descriptor: Int32, of member: ID<Member>, into hub: Hub) async {
        let note = { @Sendable (change: (inout ImportBody) -> Void) in
            self.imports.withLock { imports in
                guard var state = imports[member]?.state, state.id == id else { return }
                change(&state)
                imports[member]?.state = state
            }
        }
        do {
            try await ImportReading(hub: hub, member: member, folder: folder, note: note).read(descriptor)
        } catch {
            hub.outside.log(LogEntry(.error, "an import failed", [("reason", "\(type(of: error))")]))
            note { $0.state = .failed }
        }
    }
}

extension ImportBody {
    /// Whether nothing more comes of it.
    var isOver: Bool { state == .done || state == .failed || state == .unknownFormat }
}
