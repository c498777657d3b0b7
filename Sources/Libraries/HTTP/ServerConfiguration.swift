import Glibc

/// How a server listens, what it admits and how long it waits.
package struct ServerConfiguration: Sendable {
    /// Where to listen: "127.0.0.1:8080", "[::1]:0" or "0.0.0.0:8080"; port 0 takes a free one.
    package var listen: String
    /// Threads that read, call the handler and write; at least 1.
    ///
    /// Half the processors at first: whoever answers from other threads needs the rest.
    package var threads = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)) / 2)
    /// Connections open at once, fewer where the process may not open as many files.
    ///
    /// One client address holds at most an eighth of them, addresses without a known session seven eighths (S49).
    package var connectionsMax = 12_000
    /// Descriptors that connections leave to the database and to messages; half of them all where there are few (F74).
    package var descriptorsKept = 256
    /// How long a head may take, from the connection on or from its first byte on a kept one.
    package var headTimeout: Duration = .seconds(10)
    /// The bytes a request's target and headers may take together, at most 32 KiB; 431 beyond.
    package var headBytesMax = 8 << 10
    /// How long a connection may be idle, and how long a body may take before 256 bytes a second are asked of it.
    ///
    /// Counted in whole seconds, at least one. Waiting for an answer and open event streams are exempt.
    package var timeout: Duration = .seconds(30)
    /// The clock by which heads, bodies and old connections are judged; the library counts idleness by its own.
    package var now: @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    /// Sent with every response that has no header of the same name.
    package var commonHeaders: [Header] = []
    /// The certificate and key to serve HTTPS with, TLS 1.2 or newer; nil serves plain HTTP.
    package var certificate: Certificate?
    /// Content codings, in lower case, whose bodies the handler gets as they came; gzip is undone, others are refused.
    package var codingsPassedOn: Set<String> = []
    /// The proxies whose X-Forwarded-For and X-Forwarded-Proto are believed.
    package var trustedProxies: [AddressRange] = []
    /// Says, from the head alone, how large a body may be; called on a connection's thread.
    package var bodyPolicy: @Sendable (borrowing RequestHead) -> BodyPolicy = { _ in .limit(1 << 20) }
    /// Is told in plain words of what went wrong inside the server; never an address, a URL or a body.
    package var onFault: @Sendable (String) -> Void = { _ in }

    package init(listen: String) {
        self.listen = listen
    }

    /// A certificate chain and its private key, both as PEM text.
    package struct Certificate: Sendable {
        /// The server's own certificate first.
        package let chain: [UInt8]
        /// The private key of the first one.
        package let key: [UInt8]

        package init(chain: [UInt8], key: [UInt8]) {
            self.chain = chain
            self.key = key
        }

        /// The end of its time, in seconds since 1970; throws `.invalidCertificate` where no server could use it.
        package func expiresAt() throws(ServerError) -> Int {
            guard let credential = Credential(self) else { throw .invalidCertificate }
            return credential.expiresAt
        }
    }
}

/// Why a server did not start.
package enum ServerError: Error, Equatable {
    /// The listen address is not of the form "127.0.0.1:8080" or "[::1]:8080".
    case invalidAddress(String)
    /// Something else listens there already.
    case addressInUse(String)
    /// The system does not let this process listen there, for the reason given by errno.
    case cannotListen(String, errno: Int32)
    /// The certificate or its key cannot be used.
    case invalidCertificate
    /// The server library gave up: no memory or threads left.
    case cannotStart
}
