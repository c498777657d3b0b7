import CGnuTLS
import Glibc
import Synchronization

/// With which certificate each secure port of this process answers.
///
/// The library's callback is given no context, so that what it is to choose from stands in one place for all servers.
final class SecurePorts: Sendable {
    static let all = SecurePorts()

    /// By port, the newest last.
    ///
    /// An older one stays: a handshake may have begun with it.
    private let ports = Mutex<[UInt16: [Credential]]>([:])

    /// Has handshakes on a port that begin from now on use this one.
    func use(_ credential: Credential, port: UInt16) {
        ports.withLock { $0[port, default: []].append(credential) }
    }

    /// Lets all of a port go, when no handshake is under way there any more.
    func forget(port: UInt16) {
        // Let go outside the lock.
        _ = ports.withLock { $0.removeValue(forKey: port) }
    }

    fileprivate func newest(port: UInt16) -> Credential? {
        ports.withLock { $0[port]?.last }
    }
}

/// A handshake asks for a certificate (gnutls_certificate_retrieve_function2).
func chooseCredential(
    _ session: gnutls_session_t?,
    _ authorities: UnsafePointer<gnutls_datum_t>?,
    _ authorityCount: Int32,
    _ algorithms: UnsafePointer<gnutls_pk_algorithm_t>?,
    _ algorithmCount: Int32,
    _ chain: UnsafeMutablePointer<UnsafeMutablePointer<gnutls_pcert_st>?>?,
    _ count: UnsafeMutablePointer<UInt32>?,
    _ key: UnsafeMutablePointer<gnutls_privkey_t?>?
) -> Int32 {
    guard let session = unsafe session, let chain = unsafe chain, let count = unsafe count,
        let key = unsafe key
    else { return -1 }
    // The library's transport is the connection's own socket.
    let port = Listener.port(of: unsafe gnutls_transport_get_int(session))
    guard let credential = SecurePorts.all.newest(port: port) else { return -1 }
    unsafe credential.lend(chain, count, key)
    return 0
}
