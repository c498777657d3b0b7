import COpenAPI

/// The contract of the HTTP API: the parts below `Sources/Contract/Parts` as they were when this was built, joined.
enum Contract {
    /// The document's bytes, UTF-8.
    static let bytes: [UInt8] = {
        var count = 0
        let first = unsafe hearth_openapi(&count)
        return unsafe [UInt8](UnsafeRawBufferPointer(start: first, count: count))
    }()
}
