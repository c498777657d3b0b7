import Crypto
import HTTP

/// One file of the page, ready to be sent.
struct WebAsset: Sendable {
    /// As the build lists it: the beginning of the content's SHA-256.
    let hash: String
    let mediaType: String
    let content: StoredBlob
    /// The same in the codings that the build made.
    let coded: [ContentCoding: StoredBlob]

    init(path: String, hash: String, content: StoredBlob, coded: [ContentCoding: StoredBlob]) {
        self.hash = hash
        mediaType = Self.mediaType(of: path)
        self.content = content
        self.coded = coded
    }

    /// As the build lists a file: the beginning of the content's SHA-256.
    static func hash(of content: [UInt8]) -> String {
        String(SHA256.hexadecimal(content).prefix(16))
    }

    /// What a browser is told, which also says what it may do with the file: it never guesses (S21).
    static func mediaType(of path: String) -> String {
        guard let dot = path.lastIndex(of: ".") else { return "application/octet-stream" }
        return switch path[path.index(after: dot)...] {
        case "html": "text/html; charset=utf-8"
        case "js", "mjs": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "txt": "text/plain; charset=utf-8"
        case "json": "application/json"
        case "webmanifest": "application/manifest+json"
        case "wasm": "application/wasm"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "ico": "image/x-icon"
        case "woff2": "font/woff2"
        case "pbf": "application/x-protobuf"
        default: "application/octet-stream"
        }
    }
}
