import TextNormalization

extension PasswordHash {
    /// A password in the one form in which it is judged and hashed: NFKC, so that every keyboard's way to write a letter
    /// is the same password.
    package static func form(of password: String) -> String {
        // Most passwords are ASCII, which has one form.
        guard !password.utf8.allSatisfy({ $0 < 0x80 }) else { return password }
        return compatibilityForm(of: password)
    }
}
