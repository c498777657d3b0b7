import CPhoneNumber

/// What a field shows while somebody types a number: laid out as the number's country writes it.
package struct TypedPhoneNumber: Hashable, Sendable {
    /// The text to show.
    package let text: String
    /// How many UTF-16 units of it stand before the caret.
    package let caret: Int

    /// More digits than any number has are left as they were typed.
    private static let digitsMax = 40

    /// Lays out what was typed in a region; what holds more than digits, a plus in front and the signs between them
    /// stays as it is.
    ///
    /// `caret` counts the UTF-16 units before it; one beyond the end is at the end, as is nil.
    package init(_ typed: String, caret: Int? = nil, in region: PhoneRegion) {
        let caret = max(0, min(caret ?? .max, typed.utf16.count))
        guard let (digits, before) = TypedPhoneNumber.digits(of: typed, caret: caret),
            let (shown, position) = TypedPhoneNumber.layOut(digits, caret: before, in: region)
        else {
            text = typed
            self.caret = caret
            return
        }
        text = shown
        self.caret = position
    }

    /// The digits with a plus in front where one is, and how many of them stand before the caret; nil for other texts.
    private static func digits(of typed: String, caret: Int) -> (digits: [CChar], before: Int)? {
        var digits: [CChar] = []
        var (before, position) = (0, 0)
        for scalar in typed.unicodeScalars {
            position += UTF16.width(scalar)
            if let value = scalar.digit {
                digits.append(CChar(48 + value))
            } else if scalar == "+" || scalar == "\u{FF0B}" {
                guard digits.isEmpty else { return nil }
                digits.append(43)
            } else if !scalar.isBetweenDigits {
                return nil
            }
            if position <= caret { before = digits.count }
        }
        return digits.count <= digitsMax ? (digits, before) : nil
    }

    private static func layOut(
        _ digits: [CChar],
        caret: Int,
        in region: PhoneRegion
    ) -> (text: String, caret: Int)? {
        guard !digits.isEmpty else { return ("", 0) }
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer -> (String, Int)? in
            guard let start = buffer.baseAddress else { return nil }
            let position = unsafe hearth_phone_type(digits, digits.count, region.code, caret, start, buffer.count)
            guard position >= 0 else { return nil }
            return unsafe (String(cString: start), Int(position))
        }
    }
}

extension Unicode.Scalar {
    /// The value of a decimal digit in any script.
    fileprivate var digit: Int? {
        guard properties.numericType == .decimal, let value = properties.numericValue else { return nil }
        return Int(value)
    }

    /// Whether it may stand between the digits of a number: white space, hyphens, brackets, dots, slashes, and the marks
    /// of writing direction that come along when a number is copied.
    fileprivate var isBetweenDigits: Bool {
        switch value {
        case 0x28, 0x29, 0x2D, 0x2E, 0x2F, 0x200B...0x200F, 0x2010...0x2015, 0x202A...0x202E, 0x2066...0x2069,
            0xFF08, 0xFF09, 0xFF0D, 0xFF0E, 0xFF0F:
            true
        default: properties.isWhitespace
        }
    }
}
