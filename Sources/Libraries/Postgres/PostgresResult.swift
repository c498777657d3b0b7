import CPostgres
import SQL

/// An answer of the server, freed with this.
@safe
final class PostgresResult {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe PQclear(pointer)
    }

    var status: ExecStatusType { unsafe PQresultStatus(pointer) }

    /// What the server says was done, such as `UPDATE 3`.
    var command: String { unsafe String(cString: PQcmdStatus(pointer)) }

    /// How many rows a change inserted, updated or deleted; 0 of anything else.
    var changedRows: Int {
        let words = command.split(separator: " ")
        guard let verb = words.first, ["INSERT", "UPDATE", "DELETE", "MERGE"].contains(verb) else { return 0 }
        return words.last.flatMap { Int($0) } ?? 0
    }

    /// The types that a described statement gave its placeholders.
    var parameterTypes: [Oid] {
        (0..<(unsafe PQnparams(pointer))).map { unsafe PQparamtype(pointer, $0) }
    }

    /// The names and types of its columns.
    var columns: (names: [String], types: [Oid]) {
        let numbers = 0..<(unsafe PQnfields(pointer))
        return (
            numbers.map { unsafe String(cString: PQfname(pointer, $0)) },
            numbers.map { unsafe PQftype(pointer, $0) }
        )
    }

    var rowCount: Int32 { unsafe PQntuples(pointer) }

    /// The bytes of one value in binary form, nil where it is null.
    func bytes(row: Int32, column: Int32) -> UnsafeRawBufferPointer? {
        guard unsafe PQgetisnull(pointer, row, column) == 0 else { return nil }
        return unsafe UnsafeRawBufferPointer(
            start: PQgetvalue(pointer, row, column),
            count: Int(PQgetlength(pointer, row, column))
        )
    }

    /// A part of a failure, such as its SQLSTATE.
    func field(_ code: Int32) -> String? {
        unsafe PQresultErrorField(pointer, code).map { unsafe String(cString: $0) }
    }
}
