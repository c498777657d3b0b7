import Glibc

/// A listening socket and the port that it got.
struct Listener {
    let socket: Int32
    let port: UInt16

    /// Listens on numeric text such as "127.0.0.1:8080" or "[::1]:0".
    init(_ text: String) throws(ServerError) {
        guard let colon = text.lastIndex(of: ":"), let address = ClientAddress(text[..<colon]),
            let port = UInt16(text[text.index(after: colon)...]),
            address.isIPv4 != text.hasPrefix("[")
        else { throw .invalidAddress(text) }
        let family = address.isIPv4 ? AF_INET : AF_INET6
        socket = Self.open(family, SOCK_STREAM)
        guard socket >= 0 else { throw .cannotListen(text, errno: errno) }
        do throws(ServerError) {
            try Self.bind(socket, address, port, text)
            self.port = Self.port(of: socket)
        } catch {
            close(socket)
            throw error
        }
    }

    /// Closes the port at once while the library keeps a socket of the same number.
    ///
    /// MHD_quiesce_daemon would do, but it and the library's own threads may both take the socket out of a thread's
    /// epoll set, and the one who comes second aborts the process. A socket replaced by `dup2` leaves those sets by
    /// itself; the library closes the stand-in, to which nobody can connect, when it stops.
    func closePort() {
        let standIn = Self.open(AF_UNIX, SOCK_DGRAM)
        guard standIn >= 0 else { return }
        dup2(standIn, socket)
        close(standIn)
    }

    private static func open(_ family: Int32, _ kind: __socket_type) -> Int32 {
        Glibc.socket(family, Int32(kind.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    }

    private static func bind(
        _ socket: Int32,
        _ address: ClientAddress,
        _ port: UInt16,
        _ text: String
    ) throws(ServerError) {
        var yes: Int32 = 1
        var no: Int32 = 0
        let size = socklen_t(MemoryLayout<Int32>.size)
        // A restarted hub takes its port back at once. Nothing breaks where the option is refused.
        _ = unsafe setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, size)
        if !address.isIPv4 { _ = unsafe setsockopt(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &no, size) }
        let status = unsafe address.withSocketAddress(port: port) { unsafe Glibc.bind(socket, $0, $1) }
        guard status == 0, listen(socket, SOMAXCONN) == 0 else {
            throw errno == EADDRINUSE ? .addressInUse(text) : .cannotListen(text, errno: errno)
        }
    }

    /// The port of a socket on this machine's side; 0 where it has none.
    static func port(of socket: Int32) -> UInt16 {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            guard let start = bytes.baseAddress,
                unsafe getsockname(socket, start.assumingMemoryBound(to: sockaddr.self), &size) == 0
            else { return 0 }
            // The port is at the same place in sockaddr_in and sockaddr_in6.
            return UInt16(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
        }
    }
}

extension ClientAddress {
    /// Lends the address as the socket calls want it.
    fileprivate func withSocketAddress(
        port: UInt16,
        _ use: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var storage = sockaddr_storage()
        storage.ss_family = sa_family_t(isIPv4 ? AF_INET : AF_INET6)
        let size = isIPv4 ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
        return unsafe withUnsafeMutableBytes(of: &storage) { raw in
            unsafe raw.storeBytes(of: port.bigEndian, toByteOffset: 2, as: UInt16.self)
            // Behind the port: four bytes of address, or four of flow label and then sixteen.
            let offset = isIPv4 ? 4 : 8
            for (index, byte) in bytes.enumerated() { unsafe raw[offset + index] = byte }
            guard let start = raw.baseAddress else { return -1 }
            return unsafe use(start.assumingMemoryBound(to: sockaddr.self), socklen_t(size))
        }
    }
}
