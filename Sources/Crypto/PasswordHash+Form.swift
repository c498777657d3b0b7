import CUnicode

extension PasswordHash {
    /// More UTF-16 units than any password has are left as they are.
    private static let unitsMax = 1_024
    /// One unit becomes at most eighteen (Unicode Standard Annex 15, 9).
    private static let growthMax = 18

    /// A password in the one form in which it is judged and hashed: NFKC, so that every keyboard's way to write a letter
    /// is the same password.
    package static func form(of password: String) -> String {
        // Most passwords are ASCII, which has one form.
        guard !password.utf8.allSatisfy({ $0 < 0x80 }) else { return password }
        let units = Array(password.utf16)
        guard units.count <= unitsMax else { return password }
        var form = [UInt16](repeating: 0, count: units.count * growthMax)
        let count = unsafe hearth_unicode_nfkc(units, Int32(units.count), &form, Int32(form.count))
        guard count >= 0 else { return password }
        return String(decoding: form.prefix(Int(count)), as: UTF16.self)
    }
}
