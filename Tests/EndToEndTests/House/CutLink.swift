import Foundation
import Synchronization

/// A wire between two processes of one machine that a test can cut: what is sent then arrives nowhere and is answered by
/// nothing, as on a cable that was pulled.
final class CutLink: Sendable {
    private struct State {
        var isCut = false
        var isClosed = false
        var sockets: [Int32] = []
    }

    let port: UInt16
    private let listener: Int32
    private let state = Mutex(State())

    /// Listens on a free port of this machine, and hands on to another one.
    init(to target: UInt16) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard listener >= 0 else { throw POSIXError(.EIO) }
        var address = CutLink.local(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRINUSE) }
        (self.listener, port) = (listener, UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { self.accept(for: target) }
    }

    /// Cuts it, for what is open too.
    func cut() { state.withLock { $0.isCut = true } }

    /// Joins it again; what was open meanwhile has broken.
    func heal() {
        state.withLock { state in
            state.isCut = false
            for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    /// Ends it.
    func close() {
        state.withLock { $0.isClosed = true }
        heal()
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func accept(for target: UInt16) {
        while !state.withLock({ $0.isClosed }) {
            let near = Foundation.accept(listener, nil, nil)
            guard near >= 0 else { return }
            let far = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            state.withLock { $0.sockets += [near, far] }
            Thread.detachNewThread { self.join(near, far, target) }
        }
    }

    /// Hands on what either side sends, until one ends or the link was cut meanwhile.
    private func join(_ near: Int32, _ far: Int32, _ target: UInt16) {
        defer {
            state.withLock { state in state.sockets.removeAll { $0 == near || $0 == far } }
            for socket in [near, far] { Foundation.close(socket) }
        }
        var address = CutLink.local(target)
        var isJoined = false
        var ends = [near, far].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while !state.withLock({ $0.isClosed }) {
            if state.withLock({ $0.isCut }) {
                Thread.sleep(forTimeInterval: 0.05)
                continue
            }
            if !isJoined {
                let size = socklen_t(MemoryLayout<sockaddr_in>.size)
                isJoined = withUnsafePointer(to: &address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(far, $0, size) == 0 }
                }
                guard isJoined else { return }
            }
            guard poll(&ends, 2, 50) > 0 else { continue }
            if ends[0].revents != 0, !CutLink.hand(from: near, to: far) { return }
            if ends[1].revents != 0, !CutLink.hand(from: far, to: near) { return }
        }
    }

    /// Hands on what is there; false where the side that sends has ended.
    private static func hand(from source: Int32, to other: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(source, &bytes, bytes.count, 0)
        guard count > 0 else { return false }
        return send(other, bytes, count, Int32(MSG_NOSIGNAL)) == count
    }

    private static func local(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return address
    }
}
