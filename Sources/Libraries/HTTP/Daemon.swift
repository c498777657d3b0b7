import CMicroHTTPD
import Glibc

/// The running library: its threads, its connections and the callbacks from it.
///
/// `stop` must be called before this goes; it ends every callback, so that the service may be let go.
@safe
final class Daemon: Sendable {
    private nonisolated(unsafe) let pointer: OpaquePointer
    /// Keeps alive what the library's callbacks borrow.
    private let service: Service
    /// The port whose handshakes are given a certificate; nil for plain HTTP.
    private let securePort: UInt16?

    /// Starts to serve on a listening socket, which the library owns from then on and closes if it cannot start.
    init?(_ service: Service, listeningOn listener: Listener) {
        self.service = service
        securePort = service.configuration.certificate == nil ? nil : listener.port
        let configuration = service.configuration
        // MHD_USE_ERROR_LOG is left out: the library's messages could name a URL.
        var flags = MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
        if securePort != nil { flags |= MHD_USE_TLS.rawValue }
        var options = unsafe hearth_http_options()
        unsafe options.flags = flags
        unsafe options.listen_socket = listener.socket
        let threads = max(configuration.threads, 1)
        unsafe options.threads = UInt32(clamping: threads)
        // `Admission` sets the limit: a thread that reached the library's own would leave newcomers waiting.
        unsafe options.connection_limit = UInt32(clamping: (max(configuration.connectionsMax, 1) + 1_024) * threads)
        // One part for the head, one for what the library keeps about it (`HeadRules`), the rest for the answer's head.
        unsafe options.connection_memory_bytes = 2 * service.rules.bytesMax + (4 << 10)
        unsafe options.timeout_seconds = UInt32(clamping: max(configuration.timeout.components.seconds, 1))
        unsafe options.handler = receive
        unsafe options.began = began
        unsafe options.completed = completed
        unsafe options.admits = admits
        unsafe options.noted = noted
        unsafe options.context = Unmanaged.passUnretained(service).toOpaque()
        guard let started = unsafe Self.start(&options, isSecure: securePort != nil) else { return nil }
        unsafe pointer = started
    }

    /// Closes every connection and waits for the library's threads (MHD_stop_daemon).
    ///
    /// Called once, when no connection is suspended and none can be any more.
    func stop() {
        unsafe MHD_stop_daemon(pointer)
        // No handshake is under way any more.
        if let securePort { SecurePorts.all.forget(port: securePort) }
    }

    /// Forward secrecy and authenticated encryption alone, in TLS 1.2 too (S36).
    private static let tlsPriorities =
        "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:+ECDHE-RSA:-MAC-ALL:+AEAD:"
        + "-CIPHER-ALL:+AES-256-GCM:+CHACHA20-POLY1305:+AES-128-GCM"

    private static func start(_ options: inout hearth_http_options, isSecure: Bool) -> OpaquePointer? {
        guard isSecure else { return unsafe hearth_http_start(&options) }
        return unsafe Self.tlsPriorities.withCString { priorities in
            unsafe options.tls_priorities = priorities
            unsafe options.choose_certificate = chooseCredential
            return unsafe hearth_http_start(&options)
        }
    }
}

/// The first line of a request was read (MHD_OPTION_URI_LOG_CALLBACK): its exchange begins, held by the connection.
private func began(
    _ context: UnsafeMutableRawPointer?,
    _ target: UnsafePointer<CChar>?,
    _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context, let target = unsafe target, let connection = unsafe connection else {
        return nil
    }
    let service = unsafe Unmanaged<Service>.fromOpaque(context).takeUnretainedValue()
    let storage = unsafe HeadStorage(target: UnsafeRawBufferPointer(start: target, count: strlen(target)))
    let asking = unsafe Connection(connection)
    guard let reader = asking.reader else { return nil }
    let exchange = Exchange(service, connection: asking, reader: reader, target: storage)
    return unsafe Unmanaged.passRetained(exchange).toOpaque()
}

/// Somebody connects (MHD_AcceptPolicyCallback).
private func admits(
    _ context: UnsafeMutableRawPointer?,
    _ address: UnsafePointer<sockaddr>?,
    _ length: socklen_t
) -> MHD_Result {
    guard let context = unsafe context, let address = unsafe address, let peer = unsafe ClientAddress(peer: address)
    else { return .NO }
    let service = unsafe Unmanaged<Service>.fromOpaque(context).takeUnretainedValue()
    return service.admission.admits(peer) ? .YES : .NO
}

/// A connection begins, or its socket is about to be closed (MHD_OPTION_NOTIFY_CONNECTION).
private func noted(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ kept: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ code: MHD_ConnectionNotificationCode
) {
    guard let context = unsafe context, let connection = unsafe connection, let kept = unsafe kept else { return }
    let service = unsafe Unmanaged<Service>.fromOpaque(context).takeUnretainedValue()
    if code == .CONNECTION_NOTIFY_STARTED {
        let now = service.configuration.now
        guard let reader = unsafe Connection(connection).watched(by: service.rules, now: now) else { return }
        unsafe kept.pointee = Unmanaged.passRetained(reader).toOpaque()
        service.admission.began(reader)
    } else if let pointer = unsafe kept.pointee {
        unsafe kept.pointee = nil
        let reader = unsafe Unmanaged<StrictReader>.fromOpaque(pointer).takeRetainedValue()
        service.admission.ended(reader)
        reader.end()
    }
}

/// The library has something for an exchange (MHD_AccessHandlerCallback).
private func receive(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ path: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?,
    _: UnsafePointer<CChar>?,
    _ upload: UnsafePointer<CChar>?,
    _ uploadCount: UnsafeMutablePointer<Int>?,
    _ exchange: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let held = unsafe exchange?.pointee, let method = unsafe method,
        let uploadCount = unsafe uploadCount
    else { return .NO }
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(held).takeUnretainedValue()
    var bytes: Span<UInt8>?
    if let upload = unsafe upload, unsafe uploadCount.pointee > 0 {
        let buffer = unsafe UnsafeRawBufferPointer(start: upload, count: uploadCount.pointee)
        bytes = unsafe buffer.assumingMemoryBound(to: UInt8.self).span
        // All of it is taken; the library wants to know what is left.
        unsafe uploadCount.pointee = 0
    }
    let isGoingOn = unsafe exchange.receive(
        bytes,
        method: unsafe UnsafeRawBufferPointer(start: method, count: strlen(method))
    )
    return isGoingOn ? .YES : .NO
}

/// The request is over, whichever way (MHD_OPTION_NOTIFY_COMPLETED): the connection lets its exchange go.
private func completed(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ exchange: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ reason: MHD_RequestTerminationCode
) {
    guard let exchange = unsafe exchange, let held = unsafe exchange.pointee else { return }
    unsafe exchange.pointee = nil
    unsafe Unmanaged<Exchange>.fromOpaque(held).takeRetainedValue().completed()
}
