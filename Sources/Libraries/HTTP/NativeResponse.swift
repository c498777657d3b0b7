import CMicroHTTPD
import Glibc

/// The only owner of a microhttpd response: headers and body as the library keeps them.
///
/// The library counts its own uses, so that this may go while the response is still being sent (MHD_destroy_response).
@safe
struct NativeResponse: ~Copyable, Sendable {
    private nonisolated(unsafe) let pointer: OpaquePointer

    /// Copies the body; nil without memory.
    init?(body: [UInt8]) {
        let made = unsafe body.withUnsafeBytes { bytes in
            // The array lives for this call only, so the library takes a copy (MHD_RESPMEM_MUST_COPY).
            unsafe MHD_create_response_from_buffer(
                bytes.count,
                UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                .RESPMEM_MUST_COPY
            )
        }
        guard let made = unsafe made else { return nil }
        unsafe pointer = made
    }

    /// A body that lies on a shelf, read piece by piece while it is sent; nil without memory.
    init?(body: StoredBlob) {
        let context = unsafe Unmanaged.passRetained(ShelvedBody(body))
        let made = unsafe MHD_create_response_from_callback(
            UInt64(body.count),
            max(1, min(body.count, 32 << 10)),
            { context, position, buffer, capacity in
                guard let context = unsafe context, let buffer = unsafe buffer else { return -2 }
                let body = unsafe Unmanaged<ShelvedBody>.fromOpaque(context).takeUnretainedValue()
                let target = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: capacity)
                // MHD_CONTENT_READER_END_WITH_ERROR: the connection is cut, so that no half answer passes for a whole.
                return unsafe body.bytes.read(at: Int(position), into: target) ?? -2
            },
            context.toOpaque(),
            { context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<ShelvedBody>.fromOpaque(context).release()
            }
        )
        guard let made = unsafe made else {
            unsafe context.release()
            return nil
        }
        unsafe pointer = made
    }

    /// The bytes of a file; nil without memory, or where the file is none any more.
    init?(file: UnlinkedFile) {
        // The library closes the descriptor that it is given (MHD_create_response_from_fd64), so it gets one of its own.
        guard let size = file.byteCount, case let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0),
            descriptor >= 0
        else { return nil }
        guard let made = unsafe MHD_create_response_from_fd64(size, descriptor) else {
            close(descriptor)
            return nil
        }
        unsafe pointer = made
    }

    /// A body without end, read from the stream; nil without memory.
    ///
    /// The stream is held until the library is done with the response, and is then told so.
    init?(stream: EventStream) {
        let context = unsafe Unmanaged.passRetained(stream)
        let made = unsafe MHD_create_response_from_callback(
            UInt64.max,  // MHD_SIZE_UNKNOWN
            64,  // used for HTTP/1.0 clients alone: chunks are written straight into the connection's buffer
            { context, _, buffer, capacity in
                guard let context = unsafe context, let buffer = unsafe buffer else { return -2 }
                let stream = unsafe Unmanaged<EventStream>.fromOpaque(context).takeUnretainedValue()
                let target = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: capacity)
                return unsafe stream.read(into: target)
            },
            context.toOpaque(),
            { context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<EventStream>.fromOpaque(context).takeRetainedValue().ended()
            }
        )
        guard let made = unsafe made else {
            unsafe context.release()
            return nil
        }
        unsafe pointer = made
    }

    deinit {
        unsafe MHD_destroy_response(pointer)
    }

    /// False when the library refuses the header: a line break in it, or one that is the library's own to set.
    borrowing func add(_ header: Header) -> Bool {
        unsafe MHD_add_response_header(pointer, header.name, header.value) == .YES
    }

    /// Adds the response's own headers and those common ones that it does not replace; false when one was refused.
    borrowing func add(_ own: [Header], common: [Header]) -> Bool {
        var allAdded = true
        for header in own where !add(header) { allAdded = false }
        for header in common {
            let isReplaced = own.contains {
                $0.name.utf8.lazy.map(lowercased).elementsEqual(header.name.utf8.lazy.map(lowercased))
            }
            if !isReplaced && !add(header) { allAdded = false }
        }
        return allAdded
    }

    /// The headers that `add(_:common:)` was given, to be forgotten once they are sent.
    borrowing func headers(_ own: [Header], common: [Header]) -> SentHeaders {
        unsafe SentHeaders(response: pointer, own: own, common: common)
    }

    /// Hands the response to a connection; false when it has one already.
    borrowing func queue(status: Int, on connection: Connection) -> Bool {
        unsafe MHD_queue_response(connection.pointer, UInt32(clamping: status), pointer) == .YES
    }
}

/// What the library holds of a body on a shelf.
private final class ShelvedBody: Sendable {
    let bytes: StoredBlob

    init(_ bytes: StoredBlob) {
        self.bytes = bytes
    }
}

/// The headers of a stream's response: nobody reads them again after its head, and a stream lasts for hours.
@safe
struct SentHeaders: Sendable {
    private nonisolated(unsafe) let response: OpaquePointer
    private let own: [Header]
    private let common: [Header]

    fileprivate init(response: OpaquePointer, own: [Header], common: [Header]) {
        unsafe self.response = response
        self.own = own
        self.common = common
    }

    /// Gives back the library's copies, some two kilobytes.
    ///
    /// Only from within the content reader: the library calls it after the head is written, and holds the response
    /// meanwhile. What it writes after the last chunk are footers alone (MHD_del_response_header).
    func forget() {
        for header in own { _ = unsafe MHD_del_response_header(response, header.name, header.value) }
        for header in common { _ = unsafe MHD_del_response_header(response, header.name, header.value) }
    }
}
