import CMicroHTTPD
import Glibc

/// One connection while a request is on it.
///
/// The pointer is good until the library reports the request completed, which it cannot do while the connection
/// is suspended; `Exchange` and `EventStream` keep that order.
@safe
struct Connection: StreamReader {
    nonisolated(unsafe) let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    /// Only from within the access handler or the content reader (MHD_suspend_connection).
    func suspend() {
        unsafe MHD_suspend_connection(pointer)
    }

    /// From any thread, once for each `suspend` (MHD_resume_connection).
    func resume() {
        unsafe MHD_resume_connection(pointer)
    }

    /// The address at the other end.
    var peer: ClientAddress? {
        guard let address = unsafe hearth_http_peer(pointer) else { return nil }
        return unsafe ClientAddress(peer: address)
    }

    /// What reads the connection's bytes for the library; nil where it could not be made.
    var reader: StrictReader? {
        guard let kept = unsafe hearth_http_kept(pointer) else { return nil }
        return unsafe Unmanaged<StrictReader>.fromOpaque(kept).takeUnretainedValue()
    }

    /// A reader that stands between the library and the connection from now on.
    func watched(
        by rules: HeadRules,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) -> StrictReader? {
        guard let peer else { return nil }
        let reader = unsafe StrictReader(
            socket: hearth_http_socket(pointer),
            session: hearth_http_session(pointer),
            peer: peer,
            rules: rules,
            now: now
        )
        return reader.begin() ? reader : nil
    }

    /// Whether the other end has closed its side; the library does not look while a connection is suspended.
    var isHungUp: Bool {
        let hangUp = Int16(HEARTH_POLLRDHUP)
        var entry = unsafe pollfd(fd: hearth_http_socket(pointer), events: hangUp, revents: 0)
        return unsafe poll(&entry, 1, 0) > 0
    }

    /// Keeps the kernel from holding megabytes for a reader that does not read.
    func limitSendBuffer(toBytes bytes: Int32) {
        var bytes = bytes
        // Best effort: where it is refused, only memory is lost.
        _ = unsafe setsockopt(
            hearth_http_socket(pointer),
            SOL_SOCKET,
            SO_SNDBUF,
            &bytes,
            socklen_t(MemoryLayout<Int32>.size)
        )
    }

    /// Adds the headers received to the storage (MHD_get_connection_values_n, from within the access handler only).
    func readHeaders(into storage: inout HeadStorage) {
        _ = unsafe withUnsafeMutablePointer(to: &storage) { storage in
            unsafe MHD_get_connection_values_n(
                pointer,
                .HEADER_KIND,
                { context, _, name, nameCount, value, valueCount in
                    guard let storage = unsafe context?.assumingMemoryBound(to: HeadStorage.self) else { return .NO }
                    unsafe storage.pointee.addHeader(
                        name: UnsafeRawBufferPointer(start: name, count: name == nil ? 0 : nameCount),
                        value: UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueCount)
                    )
                    return .YES
                },
                storage
            )
        }
    }
}
