import CGnuTLS
import Glibc

/// A certificate chain and its private key as the TLS library holds them.
@safe
final class Credential: Sendable {
    private nonisolated(unsafe) let chain: UnsafeMutablePointer<gnutls_pcert_st>
    private let count: UInt32
    private nonisolated(unsafe) let key: gnutls_privkey_t
    /// The end of the first certificate's time, in seconds since 1970.
    let expiresAt: Int

    /// Reads both from PEM; nil where one is none, or the key is another's.
    init?(_ certificate: ServerConfiguration.Certificate) {
        guard let (chain, count) = unsafe Self.chain(certificate.chain) else { return nil }
        guard let key = unsafe Self.key(certificate.key) else {
            unsafe Self.release(chain, count)
            return nil
        }
        guard let expiresAt = Self.expiresAt(certificate.chain), unsafe Self.areAPair(chain, key) else {
            unsafe Self.release(chain, count)
            unsafe gnutls_privkey_deinit(key)
            return nil
        }
        unsafe (self.chain, self.count, self.key, self.expiresAt) = (chain, count, key, expiresAt)
    }

    deinit {
        unsafe Self.release(chain, count)
        unsafe gnutls_privkey_deinit(key)
    }

    /// Lends both to a handshake, which must end before this goes.
    func lend(
        _ chain: UnsafeMutablePointer<UnsafeMutablePointer<gnutls_pcert_st>?>,
        _ count: UnsafeMutablePointer<UInt32>,
        _ key: UnsafeMutablePointer<gnutls_privkey_t?>
    ) {
        unsafe (chain.pointee, count.pointee, key.pointee) = (self.chain, self.count, self.key)
    }

    private static let certificatesMax: UInt32 = 16

    private static func chain(_ pem: [UInt8]) -> (UnsafeMutablePointer<gnutls_pcert_st>, UInt32)? {
        let chain = UnsafeMutablePointer<gnutls_pcert_st>.allocate(capacity: Int(certificatesMax))
        var count = certificatesMax
        let status = unsafe withDatum(pem) { datum in
            // They have to be in order, each signed by the next (gnutls_pcert_list_import_x509_raw).
            unsafe gnutls_pcert_list_import_x509_raw(chain, &count, datum, GNUTLS_X509_FMT_PEM, 0)
        }
        guard status == GNUTLS_E_SUCCESS, count > 0 else {
            unsafe chain.deallocate()
            return nil
        }
        return unsafe (chain, count)
    }

    private static func release(_ chain: UnsafeMutablePointer<gnutls_pcert_st>, _ count: UInt32) {
        for index in 0..<Int(count) { unsafe gnutls_pcert_deinit(chain + index) }
        unsafe chain.deallocate()
    }

    private static func key(_ pem: [UInt8]) -> gnutls_privkey_t? {
        var key: gnutls_privkey_t?
        guard unsafe gnutls_privkey_init(&key) == GNUTLS_E_SUCCESS, let key = unsafe key else {
            return nil
        }
        let status = unsafe withDatum(pem) { datum in
            unsafe gnutls_privkey_import_x509_raw(key, datum, GNUTLS_X509_FMT_PEM, nil, 0)
        }
        guard status == GNUTLS_E_SUCCESS else {
            unsafe gnutls_privkey_deinit(key)
            return nil
        }
        return unsafe key
    }

    /// Whether the key is that of the first certificate.
    private static func areAPair(
        _ chain: UnsafeMutablePointer<gnutls_pcert_st>,
        _ key: gnutls_privkey_t
    ) -> Bool {
        var own: gnutls_pubkey_t?
        guard unsafe gnutls_pubkey_init(&own) == GNUTLS_E_SUCCESS, let own = unsafe own else {
            return false
        }
        defer { unsafe gnutls_pubkey_deinit(own) }
        guard unsafe gnutls_pubkey_import_privkey(own, key, 0, 0) == GNUTLS_E_SUCCESS,
            let certified = unsafe chain.pointee.pubkey, let one = unsafe name(own)
        else { return false }
        return unsafe one == name(certified)
    }

    /// A hash over a public key; nil where it cannot be made.
    private static func name(_ key: gnutls_pubkey_t) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 64)
        var count = bytes.count
        let flags = UInt32(GNUTLS_KEYID_USE_SHA256.rawValue)
        guard unsafe gnutls_pubkey_get_key_id(key, flags, &bytes, &count) == GNUTLS_E_SUCCESS else {
            return nil
        }
        return Array(bytes.prefix(count))
    }

    private static func expiresAt(_ pem: [UInt8]) -> Int? {
        var certificate: gnutls_x509_crt_t?
        guard unsafe gnutls_x509_crt_init(&certificate) == GNUTLS_E_SUCCESS,
            let certificate = unsafe certificate
        else { return nil }
        defer { unsafe gnutls_x509_crt_deinit(certificate) }
        // The first one of several.
        let status = unsafe withDatum(pem) {
            unsafe gnutls_x509_crt_import(certificate, $0, GNUTLS_X509_FMT_PEM)
        }
        guard status == GNUTLS_E_SUCCESS else { return nil }
        let time = unsafe gnutls_x509_crt_get_expiration_time(certificate)
        return time < 0 ? nil : time
    }

    /// Lends bytes to a call, which copies what it wants of them.
    private static func withDatum(_ bytes: [UInt8], _ use: (UnsafePointer<gnutls_datum_t>) -> Int32)
        -> Int32
    {
        var bytes = bytes
        return unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            var datum = unsafe gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
            return unsafe use(&datum)
        }
    }
}
