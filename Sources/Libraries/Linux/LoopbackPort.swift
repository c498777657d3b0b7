import Glibc

/// Ports of 127.0.0.1.
package enum LoopbackPort {
    /// One that nobody listens on just now; nil where there is none.
    package static func free() -> UInt16? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                guard unsafe bind(descriptor, generic, length) == 0,
                    unsafe getsockname(descriptor, generic, &length) == 0
                else { return UInt16?.none }
                return unsafe UInt16(bigEndian: pointer.pointee.sin_port)
            }
        }
    }
}
