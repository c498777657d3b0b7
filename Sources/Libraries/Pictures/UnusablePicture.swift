/// Why a file does not become a picture.
package enum UnusablePicture: Error, Hashable, Sendable {
    /// Neither JPEG nor PNG nor WebP.
    case unknownKind
    /// More pixels, or passes over them, than are worth decoding; said before any is decoded.
    case tooManyPixels
    /// Said to be a picture, and cannot be read as one.
    case broken
}
