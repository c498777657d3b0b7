import COpenAPI

/// The contract of the HTTP API, the file openapi.yaml as it was when this was built.
enum Contract {
    /// The file's bytes, UTF-8.
    static let bytes: [UInt8] = {
        var count = 0
        let first = unsafe hearth_openapi(&count)
        return unsafe [UInt8](UnsafeRawBufferPointer(start: first, count: count))
    }()
}
