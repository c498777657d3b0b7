import Hub
import Testing

@Suite struct CommonPasswordsTests {
    private let list = CommonPasswords(Array("dragon\niloveyou\npassword\nqwerty123\nzxcvbnm\n".utf8))

    @Test(arguments: [
        "dragon", "Dragon", "zxcvbnm", "QWERTY123", "Password1!", "!!iloveyou2026", "1Dragon#",
    ])
    func `S2: a password that is tried first is known, whatever its case and ornaments`(_ password: String) {
        #expect(list.contains(password))
    }

    @Test(arguments: [
        "", "\n", "drag", "dragons", "drago\nn", "password of my own", "my dragon 1!", "12345678", "aaa", "zzz",
        "dragon\niloveyou", "qwerty",
    ])
    func `S2: another one is not`(_ password: String) {
        #expect(!list.contains(password))
    }

    @Test func `S2: every line of a list is found, with or without an end mark`() {
        let words = (0..<500).map { "word\($0 * 7)" }.sorted()
        for ending in ["", "\n"] {
            let list = CommonPasswords(Array((words.joined(separator: "\n") + ending).utf8))
            #expect(words.allSatisfy { list.contains($0) })
            #expect(!list.contains("word1") && !list.contains("word"))
        }
        #expect(!CommonPasswords([]).contains("password"))
    }
}
