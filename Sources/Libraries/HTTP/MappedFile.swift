import Glibc

/// A file as bytes in memory that are read from it only where they are looked at, however long it is.
package enum MappedFile {
    /// Lets `body` look at a file's bytes.
    ///
    /// Nobody may make the file shorter meanwhile: what is no longer there cannot be read. Throws `FileFailure` where it
    /// cannot be mapped, as a directory; an empty file has no bytes.
    package static func read<Result>(
        _ descriptor: Int32,
        _ body: (Span<UInt8>) throws -> Result
    ) throws -> Result {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw FileFailure(code: errno) }
        let count = Int(status.st_size)
        guard count > 0 else { return try body([UInt8]().span) }
        let address = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let address = unsafe address, unsafe address != MAP_FAILED else { throw FileFailure(code: errno) }
        defer { _ = unsafe munmap(address, count) }
        // Read once from front to back: what lies behind need not stay (madvise(2)).
        _ = unsafe madvise(address, count, MADV_SEQUENTIAL)
        let bytes = unsafe UnsafeRawBufferPointer(start: address, count: count)
        return try body(unsafe Span(_unsafeElements: bytes.bindMemory(to: UInt8.self)))
    }
}
