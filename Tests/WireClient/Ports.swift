import Glibc
import Synchronization

/// A port of this machine that nobody listens on, and that the system gives to nobody by chance.
///
/// Whoever stops a server and starts it again on the same port needs one: of those that the system hands out, another test
/// may be given it in between.
package func portNobodyIsGiven() throws -> UInt16 {
    for _ in 0..<1_000 {
        let port = UInt16(20_000 + turn.wrappingAdd(1, ordering: .relaxed).newValue % 12_000)
        if isFree(port) { return port }
    }
    throw ClientError("no free port")
}

/// Each port from 20 000 on in its turn, below 32 768, where those begin that the system hands out (ip_local_port_range in
/// ip(7)).
private let turn = Atomic(Int.random(in: 0..<12_000))

private func isFree(_ port: UInt16) -> Bool {
    let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(probe) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(probe, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    } == 0
}
