/// The headers of S21 as every answer is to carry them, written out by hand: never read from the code under test (S55).
package let securityHeaders: [(name: String, value: String)] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("strict-transport-security", "max-age=31536000"),
    ("cross-origin-opener-policy", "same-origin"),
    ("permissions-policy", "geolocation=(self), accelerometer=(self), gyroscope=(self)"),
    (
        "content-security-policy",
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
            + "connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; "
            + "frame-ancestors 'none'; form-action 'self'"
    ),
]

extension TestResponse {
    /// The names of the headers of S21 that the answer lacks, repeats or carries with another value.
    package var wrongSecurityHeaders: [String] {
        securityHeaders.filter { expected in
            headers.filter { $0.name == expected.name }.map(\.value) != [expected.value]
        }.map(\.name)
    }
}
