/// Passwords that are tried first (S2), searched where they lie: a sorted list, one a line, in lower case.
package struct CommonPasswords: Sendable {
    private let bytes: [UInt8]

    /// Takes the bytes of such a list.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether a password is on the list, whatever its case; a short one also where only digits and signs around a
    /// word of the list were added, which is what guessing programs do first.
    package func contains(_ password: String) -> Bool {
        let lower = Array(password.lowercased().utf8)
        if isListed(lower[...]) { return true }
        guard password.unicodeScalars.count < 15 else { return false }
        let isLetter: (UInt8) -> Bool = { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 >= 0x80 }
        guard let first = lower.firstIndex(where: isLetter), let last = lower.lastIndex(where: isLetter) else {
            return false
        }
        return last - first >= 3 && isListed(lower[first...last])
    }

    private func isListed(_ word: ArraySlice<UInt8>) -> Bool {
        var (low, high) = (0, bytes.count)
        // Between two positions at which lines begin.
        while low < high {
            var start = (low + high) / 2
            while start > low, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
            let end = bytes[start..<high].firstIndex(of: UInt8(ascii: "\n")) ?? high
            let line = bytes[start..<end]
            if line.elementsEqual(word) { return true }
            if line.lexicographicallyPrecedes(word) {
                low = min(end + 1, high)
            } else {
                high = start
            }
        }
        return false
    }
}
