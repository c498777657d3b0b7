import CQREncode

/// A QR code of a short text.
struct QRCode {
    /// Dark modules, row by row.
    private let modules: [Bool]
    private let width: Int

    /// Encodes text at error correction level M; nil where it is too long for a code, over about 2 300 bytes.
    init?(_ text: String) {
        // QRcode_encodeString8bit copies the text; what it returns is ours to free with QRcode_free (qrencode.h).
        guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { unsafe QRcode_free(code) }
        let drawn = unsafe code.pointee
        let width = unsafe Int(drawn.width)
        // Bit 0 of each byte is the colour of a module.
        modules = (0..<width * width).map { unsafe drawn.data[$0] & 1 == 1 }
        self.width = width
    }

    /// A drawing of it, black on white with the four modules of quiet around it that readers ask for.
    var svg: String {
        var path = ""
        for row in 0..<width {
            for column in 0..<width where modules[row * width + column] {
                path += "M\(column + 4) \(row + 4)h1v1h-1z"
            }
        }
        let size = width + 8
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size) \(size)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(size)v\(size)H0z"/><path d="\(path)"/></svg>
            """
    }
}
