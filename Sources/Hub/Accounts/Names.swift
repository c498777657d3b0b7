import Family
import TextNormalization
import SQL
import Storage

/// The characters of a name of somebody or something that others are shown.
let nameCharactersMax = 60

/// A name as it is shown and stored: in NFC, without white space around it (S52).
///
/// Nil where nothing of it can be seen, where it is longer than so many Unicode scalars, and where it has a line break, a
/// control character, or a sign in it that turns the direction of the text around it.
func shownName(_ text: String, charactersMax: Int = nameCharactersMax) -> String? {
    // Composed it may be shorter; what is far too long is not worth the work.
    guard text.unicodeScalars.count <= 4 * charactersMax,
        let name = trimmed(composedForm(of: text), charactersMax: charactersMax),
        !name.unicodeScalars.contains(where: \.turnsText), name.unicodeScalars.contains(where: \.isSeen)
    else { return nil }
    return name
}

/// The text without white space around it; nil where nothing is left, or the text is longer than so many Unicode scalars
/// or has a line break or another control character in it.
func trimmed(_ text: String, charactersMax: Int) -> String? {
    guard text.unicodeScalars.count <= charactersMax, !text.unicodeScalars.contains(where: \.breaksLine) else {
        return nil
    }
    let inner = text.drop(while: \.isWhitespace)
    guard let last = inner.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(inner[...last])
}

/// Whether a name would become a link in a text or mail (F84): `://`, `www.`, four numbers with dots between them, or a
/// dot with a letter, digit or sign before it and two letters after it.
///
/// The dots are those of host names (UTS 46). Lists of top-level domains grow, so any two letters count as one.
func holdsAddress(_ name: String) -> Bool {
    let name = name.lowercased()
    if name.contains("://") || name.contains("www.") { return true }
    let signs = Array(name)
    for index in signs.indices.dropFirst() where signs[index].isHostDot {
        let (before, after) = (signs[index - 1], signs[(index + 1)...].prefix(2))
        let isInHost = before.isLetter || before.isNumber || before.isSymbol || "-_".contains(before)
        if isInHost, after.count == 2, after.allSatisfy(\.isLetter) { return true }
    }
    let parts = name.split(omittingEmptySubsequences: false, whereSeparator: \.isHostDot)
    // Of the first and last of four numbers only what touches the dots matters.
    return parts.indices.dropLast(3).contains { first in
        let isNumber = { (part: Substring) in (1...3).contains(part.count) && part.allSatisfy(\.isNumber) }
        return parts[first].last?.isNumber ?? false && isNumber(parts[first + 1]) && isNumber(parts[first + 2])
            && parts[first + 3].first?.isNumber ?? false
    }
}

extension Character {
    /// Whether it divides the parts of a host name (UTS 46).
    fileprivate var isHostDot: Bool { ".\u{3002}\u{FF0E}\u{FF61}".contains(self) }
}

extension Unicode.Scalar {
    /// Whether it is no part of one line of text: NUL and its like, and the separators of lines and paragraphs.
    fileprivate var breaksLine: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Whether it turns the direction of text beyond its own letters (UAX 9, 2).
    fileprivate var turnsText: Bool {
        switch value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Whether it shows something by itself.
    fileprivate var isSeen: Bool {
        // A blank of braille is a sign like any other, and shows nothing.
        if properties.isDefaultIgnorableCodePoint || value == 0x2800 { return false }
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator, .nonspacingMark, .enclosingMark, .spacingMark:
            return false
        default: return true
        }
    }
}

extension Transaction {
    /// Refuses a name in a family that could be taken for that of somebody else in it (S52).
    func refuseImitation(_ name: String, of member: ID<Member>?, in family: ID<FamilyGroup>) throws {
        let looks = Looks(of: name)
        let others = try members(of: family).filter { $0.id != member }
        guard !others.contains(where: { Looks(of: $0.name).isLike(looks) }) else { throw MemberRefusal.nameLikeOther }
    }
}
