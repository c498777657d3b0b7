/// Writes iCalendar as RFC 5545 has it: CRLF, lines folded at 75 octets, text escaped.
struct ICalendar: Sendable {
    private(set) var bytes: [UInt8] = []

    private static let lineBytesMax = 75

    /// A calendar with what `write` puts into it.
    init(_ write: (inout ICalendar) -> Void) {
        component("VCALENDAR") { calendar in
            calendar.line("VERSION", "2.0")
            calendar.line("PRODID", "-//Hearth//Calendar//EN")
            write(&calendar)
        }
    }

    /// A component with what `write` puts into it.
    mutating func component(_ name: String, _ write: (inout ICalendar) -> Void) {
        line("BEGIN", name)
        write(&self)
        line("END", name)
    }

    /// A property whose value is written as it is; `name` may carry parameters.
    mutating func line(_ name: String, _ value: String) {
        var used = 0
        // A fold never parts the bytes of a character.
        for character in "\(name):\(value)".unicodeScalars {
            let utf8 = Array(String(character).utf8)
            if used + utf8.count > Self.lineBytesMax {
                bytes += [13, 10, 32]
                used = 1
            }
            bytes += utf8
            used += utf8.count
        }
        bytes += [13, 10]
    }

    /// A property of text.
    mutating func text(_ name: String, _ text: String) {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\", ";", ",": escaped += "\\\(character)"
            case "\n": escaped += "\\n"
            // Other control characters are no text in iCalendar.
            case "\u{0}"..."\u{1F}", "\u{7F}": continue
            default: escaped.unicodeScalars.append(character)
            }
        }
        line(name, escaped)
    }
}
