import Glibc

/// Tells systemd how the hub is: `READY=1`, `WATCHDOG=1`, `STOPPING=1` (sd_notify(3)).
///
/// It says where it listens in `NOTIFY_SOCKET`; where nobody does, nothing happens, and a word that is lost is followed by
/// another.
func tellServiceManager(_ word: String) {
    guard let name = unsafe getenv("NOTIFY_SOCKET").map({ unsafe String(cString: $0) }) else { return }
    var path = Array(name.utf8)
    // "@" stands for the zero byte of a name that is no file's.
    if path.first == UInt8(ascii: "@") { path[0] = 0 }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard !path.isEmpty, path.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // The zero at the end of a path belongs to it, and one at the end of a name would be a part of it (unix(7)).
    let length = MemoryLayout<sa_family_t>.size + path.count + (path[0] == 0 ? 0 : 1)
    let bytes = Array(word.utf8)
    _ = unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, socklen_t(length))
        }
    }
}
