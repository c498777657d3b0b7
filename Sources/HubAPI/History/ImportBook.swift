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
        var file: NamelessFile?
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
        let file = try NamelessFile(in: folder)
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
    /// A piece that came already is no fault.
    func append(
        _ piece: [UInt8],
        at from: Int,
        to id: ID<ImportReference>,
        of member: ID<Member>,
        now: Timestamp
    ) throws -> Bool {
        try imports.withLock { imports in
            guard var known = imports[member], known.state.id == id else { throw HistoryRefusal.importNotFound }
            guard known.state.state == .receiving, let file = known.file else { return false }
            let received = known.state.received
            if from + piece.count <= received, from < received { return false }
            guard from == received else { throw HistoryRefusal.pieceMissing(expected: received) }
            guard received + piece.count <= known.state.bytes else { throw HistoryRefusal.fileTooLarge }
            // Asked of the disk itself: others bring files too (S57).
            if let free = file.freeBytes { try Hub.requireRoom(for: piece.count, of: free) }
            try file.append(piece)
            known.heardAt = now
            known.state.received += piece.count
            let isWhole = known.state.received == known.state.bytes
            if isWhole { known.state.state = .reading }
            imports[member] = known
            return isWhole
        }
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

    /// Reads a file that is whole, on a thread of one's own.
    func read(_ id: ID<ImportReference>, of member: ID<Member>, into hub: Hub) {
        let file = imports.withLock { imports in
            let file = imports[member]?.state.id == id ? imports[member]?.file : nil
            // Gone with the reading, whatever becomes of it.
            imports[member]?.file = nil
            return file
        }
        if let file { read(id, file.descriptor, of: member, into: hub) }
    }

    /// Reads a file and stores its fixes, on a thread of one's own, and takes down how far it is.
    func read(_ id: ID<ImportReference>, _ descriptor: Int32, of member: ID<Member>, into hub: Hub) {
        let note = { (change: (inout ImportBody) -> Void) in
            self.imports.withLock { imports in
                guard var state = imports[member]?.state, state.id == id else { return }
                change(&state)
                imports[member]?.state = state
            }
        }
        do {
            try ImportReading(hub: hub, member: member, folder: folder, note: note).read(descriptor)
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
