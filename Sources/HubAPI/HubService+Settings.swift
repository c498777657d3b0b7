import API
package import HTTP
import Hub
import Maps
import PhoneProtocols

extension HubService {
    /// Which Hearth this is.
    package static let version = "0.1.0"

    /// The contract of the API as text.
    package static var openAPIText: String { String(decoding: Contract.bytes, as: UTF8.self) }

    /// Where phones and displays reach the hub, without a slash at the end: as the keeper set it, or as the asker did.
    func hubURL(for request: Request) -> String {
        guard hub.settings.publicURL.isEmpty else { return hub.settings.publicURL }
        return (request.isSecure ? "https://" : "http://") + (request.headers["Host"] ?? "localhost")
    }

    /// What every answer says to browsers (S21).
    package static let securityHeaders = [
        Header("X-Content-Type-Options", "nosniff"),
        Header("Referrer-Policy", "no-referrer"),
        Header("Strict-Transport-Security", "max-age=31536000"),
        Header("Cross-Origin-Opener-Policy", "same-origin"),
        Header("Permissions-Policy", "geolocation=(self), accelerometer=(self), gyroscope=(self)"),
        Header(
            "Content-Security-Policy",
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
                + "connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; "
                + "frame-ancestors 'none'; form-action 'self'"
        ),
    ]

    /// How large bodies may be: phones get 8 MiB (S30), and beyond that lose inline pictures, never their fixes.
    package static let bodyPolicy: @Sendable (borrowing RequestHead) -> BodyPolicy = { head in
        let path = head.path
        guard PhoneEndpoints.door(path: path) != nil else {
            if path.hasPrefix(importsPath) { return .limit(ImportBook.pieceBytesMax) }
            let isPicture = path == picturePath || path.hasPrefix(itemsPath) && path.hasSuffix("/picture")
            if isPicture { return .limit(Hub.pictureFileBytesMax) }
            return .limit(path.hasSuffix("/extract") ? RegionImportService.pieceBytesMax : 1 << 20)
        }
        return .condense(beyond: 8 << 20, hardLimit: 64 << 20) { PictureDropper() }
    }

    private static let importsPath = Route.addImport.methodAndPath.path + "/"
    private static let itemsPath = Route.store(.addItem).methodAndPath.path + "/"
    private static let picturePath = Route.setPicture.methodAndPath.path
}

/// Empties the long texts of a body that is too large, which are pictures.
private struct PictureDropper: BodyFilter {
    private var condenser = JSONCondenser()

    mutating func condense(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
        condenser.condense(bytes, into: &output)
    }
}
