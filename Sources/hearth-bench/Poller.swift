import HearthProgram
import CEpoll
import Glibc
import Synchronization

/// Waits until some of many sockets can be read (epoll(7)).
struct Poller: ~Copyable {
    private let descriptor: Int32
    private var ready = [UInt32](repeating: 0, count: 256)

    init() throws(CommandFailure) {
        descriptor = hearth_epoll_create()
        guard descriptor >= 0 else { throw CommandFailure(words: "epoll: \(errorWords(errno))") }
    }

    /// Listens to a socket until it is closed, under a number of the caller's.
    func add(_ socket: LoopbackSocket, number: Int) throws(CommandFailure) {
        guard hearth_epoll_add(descriptor, socket.descriptor, UInt32(number)) == 0 else {
            throw CommandFailure(words: "epoll: \(errorWords(errno))")
        }
    }

    /// The numbers of sockets that can be read, at most 256 of them; none when the time is up.
    mutating func wait(nanoseconds: Int64) throws(CommandFailure) -> ArraySlice<UInt32> {
        let count = unsafe hearth_epoll_wait(descriptor, &ready, Int32(ready.count), max(0, nanoseconds))
        guard count >= 0 else { throw CommandFailure(words: "epoll: \(errorWords(errno))") }
        return ready[..<Int(count)]
    }

    deinit {
        close(descriptor)
    }
}

/// A TCP connection to a server on this machine, from one of many of the machine's own addresses in turn: a hub lets one
/// address hold an eighth of its connections only (S49).
///
/// Sending waits until the kernel has taken everything, receiving never waits. Whoever makes one closes it.
struct LoopbackSocket {
    fileprivate let descriptor: Int32

    private static let opened = Atomic<UInt32>(0)
    private static let addresses: UInt32 = 64

    init(port: UInt16) throws(CommandFailure) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let number = LoopbackSocket.opened.wrappingAdd(1, ordering: .relaxed).oldValue
        var source = LoopbackSocket.address(0x7F01_0001 + number % LoopbackSocket.addresses, port: 0)
        var target = LoopbackSocket.address(0x7F00_0001, port: port)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafePointer(to: &source) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(descriptor, $0, size) == 0 }
        }
        let isConnected = unsafe withUnsafePointer(to: &target) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe isBound && connect(descriptor, $0, size) == 0
            }
        }
        guard isConnected else {
            let words = errorWords(errno)
            Glibc.close(descriptor)
            throw CommandFailure(words: "no connection to port \(port): \(words)")
        }
        var yes: Int32 = 1
        // Where it is refused, small requests wait for company: slower, and seen in the figures.
        _ = unsafe setsockopt(
            descriptor,
            Int32(IPPROTO_TCP),
            TCP_NODELAY,
            &yes,
            socklen_t(MemoryLayout<Int32>.size)
        )
    }

    private static func address(_ host: UInt32, port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        return address
    }

    /// Whether the server has closed the connection and everything it sent was received.
    var isEnded: Bool {
        var byte: UInt8 = 0
        let count = unsafe recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT | MSG_PEEK))
        return count == 0 || count < 0 && errno == ECONNRESET
    }

    /// Sends everything.
    func send(_ bytes: [UInt8]) throws(CommandFailure) {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw CommandFailure(words: "the server hung up: \(errorWords(errno))") }
            sent += count
        }
    }

    /// Fills a buffer from the start with what has come, and says how much; 0 where nothing has.
    func receive(into buffer: inout [UInt8]) throws(CommandFailure) -> Int {
        let count = unsafe recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 { return count }
        guard count < 0, errno == EAGAIN || errno == EINTR else {
            throw CommandFailure(words: "the server hung up")
        }
        return 0
    }

    func close() {
        Glibc.close(descriptor)
    }
}
