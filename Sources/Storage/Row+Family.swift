package import Family
package import SQL

extension Row {
    /// The identity in a column of 16 bytes.
    package func id<Subject: ~Copyable>(_ column: Column, of subject: Subject.Type = Subject.self) throws(StorageError)
        -> ID<Subject>
    {
        guard let id = ID<Subject>(bytes: try blob(column)) else {
            throw StorageError(.corrupt, "an identity is not 16 bytes long")
        }
        return id
    }

    /// The identity in a column that may be null.
    package func idOrNull<Subject: ~Copyable>(
        _ column: Column,
        of subject: Subject.Type = Subject.self
    ) throws(StorageError) -> ID<Subject>? {
        try blobOrNull(column) == nil ? nil : try id(column, of: subject)
    }

    /// The moment in a column of milliseconds.
    package func timestamp(_ column: Column) throws(StorageError) -> Timestamp {
        Timestamp(milliseconds: try integer(column))
    }

    /// The moment in a column that may be null.
    package func timestampOrNull(_ column: Column) throws(StorageError) -> Timestamp? {
        try integerOrNull(column).map { Timestamp(milliseconds: $0) }
    }
}
