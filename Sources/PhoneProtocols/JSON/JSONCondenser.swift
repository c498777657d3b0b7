/// Copies JSON and empties each text longer than 16 KiB, so that a message keeps its figures and loses its pictures.
///
/// Fed with chunks cut anywhere; holds at most 16 KiB. Whatever is not JSON is copied as it is.
package struct JSONCondenser: Sendable {
    /// Texts of more bytes than this become `""`.
    package static let textBytesMax = 16_384

    package init() {}

    /// Takes the next chunk and appends what is certain by now.
    package mutating func condense(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
    }
}
