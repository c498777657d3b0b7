import CSQLite
import SQL

extension SQLiteConnection {
    /// Replaces a database in memory by a copy of a file with these bytes; before anything else is asked of it.
    func load(_ image: [UInt8]) throws(StorageError) {
        let count = sqlite3_uint64(image.count)
        guard let copy = unsafe sqlite3_malloc64(count) else { throw StorageError(.other, "no memory for a database") }
        unsafe copy.copyMemory(from: image, byteCount: image.count)
        // SQLite frees the copy, also where it does not take it.
        let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
        let bytes = unsafe copy.assumingMemoryBound(to: UInt8.self)
        let result = unsafe sqlite3_deserialize(handle, "main", bytes, Int64(count), Int64(count), flags)
        guard result == SQLITE_OK else { throw StorageError.of(result: result) }
    }
}
