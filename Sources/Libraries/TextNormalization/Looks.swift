import CUnicode

/// What a text has in common with every text that looks like it (UTS 39): "Аnna" with a Cyrillic letter, "anna" and
/// "Anna" are alike, "I" and "l" are too.
///
/// Two, because a capital I looks like an l, and no longer does once both are written small: texts are alike that share
/// either.
package struct Looks: Sendable {
    private let asWritten: String
    private let asSmall: String

    /// Of a text of up to 1 024 UTF-16 units; a longer one is like itself alone.
    package init(of text: String) {
        let seen = String(
            String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint })
        )
        asWritten = skeleton(of: compatibilityForm(of: seen))
        asSmall = caselessForm(of: skeleton(of: caselessForm(of: seen)))
    }

    /// Whether one could be taken for the other.
    package func isLike(_ other: Looks) -> Bool {
        asWritten == other.asWritten || asSmall == other.asSmall
    }
}
