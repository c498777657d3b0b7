extension PasswordRule {
    /// Whether a password is little more than what everybody knows of its owner: number, name, or the hub's own word.
    ///
    /// Such words are taken out first; what then remains is too short, where anything was taken out.
    public static func isOwn(_ password: String, phone: PhoneNumber?, name: String) -> Bool {
        let letters = plain(password)
        var rest = letters
        for word in plainWords(name) + [plain("hearth")] where word.count >= 3 { rest = removing(word, from: rest) }
        if let phone {
            let digits = plain(phone.e164)
            // The number is written with its country code or without, seldom with less than seven digits.
            for count in stride(from: digits.count, through: min(7, digits.count), by: -1) {
                rest = removing(Array(digits.suffix(count)), from: rest)
            }
        }
        return rest.count < letters.count && rest.count < 8
    }

    /// The letters and digits of a text, those of ASCII in lower case.
    private static func plain(_ text: String) -> [UInt8] {
        plain(text.utf8)
    }

    private static func plainWords(_ text: String) -> [[UInt8]] {
        text.utf8.split(separator: 0x20).map { plain($0) }
    }

    private static func plain(_ text: some Sequence<UInt8>) -> [UInt8] {
        text.compactMap { byte in
            switch byte {
            case 0x41...0x5A: byte + 32
            case 0x30...0x39, 0x61...0x7A, 0x80...: byte
            default: nil
            }
        }
    }

    private static func removing(_ word: [UInt8], from text: [UInt8]) -> [UInt8] {
        var rest: [UInt8] = []
        var position = 0
        while position < text.count {
            if text.count - position >= word.count, Array(text[position..<position + word.count]) == word {
                position += word.count
            } else {
                rest.append(text[position])
                position += 1
            }
        }
        return rest
    }
}
