/// Copies JSON and empties each text longer than 16 KiB, so that a message keeps its figures and loses its pictures.
///
/// Fed with chunks cut anywhere; holds at most 16 KiB. Whatever is not JSON is copied as it is.
package struct JSONCondenser: Sendable {
    /// Texts of more bytes than this, counted with their escapes, become `""`.
    package static let textBytesMax = 16_384

    private var insideText = false
    private var afterBackslash = false
    private var tooLong = false
    /// What the open text has said so far; it goes out when the text ends.
    private var held: [UInt8] = []

    package init() {}

    /// Takes the next chunk and appends what is certain by now.
    package mutating func condense(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
        for index in bytes.indices {
            let byte = bytes[index]
            guard insideText else {
                output.append(byte)
                insideText = byte == UInt8(ascii: "\"")
                continue
            }
            if byte == UInt8(ascii: "\""), !afterBackslash {
                output.append(contentsOf: held)
                output.append(byte)
                held.removeAll(keepingCapacity: true)
                (insideText, tooLong) = (false, false)
                continue
            }
            afterBackslash = byte == UInt8(ascii: "\\") && !afterBackslash
            hold(byte)
        }
    }

    private mutating func hold(_ byte: UInt8) {
        guard !tooLong else { return }
        if held.count < JSONCondenser.textBytesMax {
            held.append(byte)
        } else {
            tooLong = true
            held.removeAll(keepingCapacity: true)
        }
    }
}
