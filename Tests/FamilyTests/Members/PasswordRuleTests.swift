import Family
import Testing

@Suite struct PasswordRuleTests {
    @Test(
        arguments: [
            ("Ab1!efg", [.atLeastEightCharacters]), ("Ab1!efgh", []), ("ab1!efgh", [.upperCaseLetter]),
            ("AB1!EFGH", [.lowerCaseLetter]), ("Abc!efgh", [.digit]), ("Ab1defgh", [.specialCharacter]),
            ("Ab1 efgh", [.specialCharacter]), ("abcdefghijklmn", [.upperCaseLetter, .digit, .specialCharacter]),
            ("abcdefghijklmno", []), ("Ab1éefgh", []), (String(repeating: "a", count: 256), []),
            (String(repeating: "a", count: 257), [.atMost256Characters]),
            (
                "", [.atLeastEightCharacters, .upperCaseLetter, .lowerCaseLetter, .digit, .specialCharacter]
            ),
        ] as [(String, [PasswordRule])]
    )
    func `a password of 8 to 14 characters needs all four kinds, from 15 on none`(
        _ password: String,
        _ broken: [PasswordRule]
    ) {
        #expect(PasswordRule.broken(by: password) == broken)
    }
}
