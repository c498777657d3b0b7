/// What a password must be (product A2): each broken rule is named by itself.
///
/// 8 to 14 characters need an upper-case letter, a lower-case letter, a digit and a special character; from 15 on a
/// passphrase needs none of these. At most 256 characters.
public enum PasswordRule: CaseIterable, Sendable {
    case atLeastEightCharacters
    case atMost256Characters
    case upperCaseLetter
    case lowerCaseLetter
    case digit
    case specialCharacter
    /// Not one of the passwords that are tried first.
    case notCommon
    /// Not the member's own number or name, nor the hub's.
    case notOwn

    /// The rules of form that `password` breaks, in the order above; none for a good one.
    ///
    /// What is common or the member's own is for `isOwn` and a list to say.
    public static func broken(by password: String) -> [PasswordRule] {
        var characters = 0
        var upper = false
        var lower = false
        var digit = false
        var special = false
        for scalar in password.unicodeScalars {
            characters += 1
            switch scalar.value {
            case 0x41...0x5A: upper = true
            case 0x61...0x7A: lower = true
            case 0x30...0x39: digit = true
            case 0x21...0x7E: special = true
            // Letters of other scripts have no case to ask for; they count as special characters do.
            case 0x80...: special = true
            default: break
            }
        }
        guard characters <= 256 else { return [.atMost256Characters] }
        guard characters < 15 else { return [] }
        var broken: [PasswordRule] = []
        if characters < 8 { broken.append(.atLeastEightCharacters) }
        if !upper { broken.append(.upperCaseLetter) }
        if !lower { broken.append(.lowerCaseLetter) }
        if !digit { broken.append(.digit) }
        if !special { broken.append(.specialCharacter) }
        return broken
    }
}
