import Family
import Hub

/// A clock as an SVG drawing: something one would hang up, on a wall display or anywhere an image can be shown.
///
/// Plain shapes and text without scripts, style sheets, fonts or links, so that it also shows inside `<img>`.
struct ClockDrawing {
    private let clock: ReadClock
    private let colours: ClockColours

    init(_ clock: ReadClock, dark: Bool) {
        self.clock = clock
        colours = dark ? .dark : .light
    }

    /// The whole drawing, 400 units square, the middle of the clock at 0, 0.
    var svg: String {
        let reading = clock.reading
        var parts = [frame]
        for (index, slot) in reading.face.slots.enumerated() { parts.append(mark(slot, number: index)) }
        if reading.hands.isEmpty {
            parts.append(
                """
                <text y="64" font-size="12" fill="\(colours.ink)" fill-opacity="0.64" text-anchor="middle">\
                Nobody is on this clock yet</text>
                """
            )
        }
        // Labels stand above all blades, so that no blade crosses a name.
        for hand in reading.hands { parts.append(blade(of: hand)) }
        for (index, hand) in reading.hands.enumerated() { parts.append(label(of: hand, number: index)) }
        parts.append(
            """
            <circle r="12" fill="url(#brass)"/><circle r="11" fill="none" stroke="#fff" stroke-opacity="0.35"/>\
            <circle r="3.5" fill="\(colours.face)"/></svg>
            """
        )
        return parts.joined(separator: "\n")
    }

    private var frame: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="-200 -200 400 400" role="img" \
        font-family="Inter, system-ui, sans-serif"><title>\(escaped(title))</title>\
        <defs><linearGradient id="brass" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#d9bc86"/>\
        <stop offset="0.5" stop-color="#b08d57"/><stop offset="1" stop-color="#7d6037"/></linearGradient></defs>
        <rect x="-200" y="-200" width="400" height="400" fill="\(colours.paper)"/>\
        <circle r="193" fill="\(colours.face)" stroke="url(#brass)" stroke-width="8"/>\
        <circle r="187" fill="none" stroke="\(colours.ink)" stroke-opacity="0.2"/>\
        <circle r="136" fill="none" stroke="\(colours.ink)" stroke-opacity="0.12"/>
        """
    }

    /// What the drawing says in words, for those who do not see it.
    private var title: String {
        let slots = clock.reading.face.slots
        let sentences = clock.reading.hands.map { hand in
            "\(name(of: hand)): \(slots[hand.slot].label)" + (isOld(hand) ? ", \(ageWords(hand.ageSeconds))" : "")
        }
        return sentences.isEmpty ? "The family clock, without hands yet" : sentences.joined(separator: "; ")
    }
}

// MARK: Slots

extension ClockDrawing {
    /// A slot's pictogram, upright, and below it its words along the rim.
    private func mark(_ slot: ClockSlot, number: Int) -> String {
        let face = clock.reading.face
        let angle = face.angleDegrees(slot: number)
        let isDanger = slot == .danger && clock.reading.hands.contains { $0.slot == number }
        let colour = isDanger ? colours.danger : colours.ink
        // Words on the lower half stand upside down unless they are turned round.
        let isLow = angle > 100 && angle < 260
        let room = 0.94 * 2 * Double.pi * 148 / Double(face.slots.count)
        let largest = min(11.5, 6 + 66 / Double(face.slots.count))
        let lines = wrapped(
            slot.label,
            to: max(4, Int(room / (0.64 * 0.8 * largest))),
            unless: Int(room / (0.64 * largest))
        )
        // A long word is written smaller rather than cut.
        let size = min(largest, room / (0.64 * Double(lines.map(\.count).max() ?? 1)))
        let step = size * 1.05
        let texts = lines.enumerated().map { index, line in
            // The middle of the lines stands at radius 148.
            let below = (Double(index) - Double(lines.count - 1) / 2) * step + size * 0.36
            let y = isLow ? 148 + below : -148 + below
            return #"<text y="\#(fixed(y))">\#(escaped(line))</text>"#
        }
        let turn = isLow ? angle - 180 : angle
        let scale = min(0.72, 9 / Double(face.slots.count))
        // The danger slot pulses once a second while somebody is in it.
        let pulse =
            isDanger
            ? #"<animate attributeName="opacity" values="1;0.35;1" dur="1s" repeatCount="indefinite"/>"# : ""
        return """
            <g>\(pulse)<g transform="rotate(\(fixed(turn)))" font-size="\(fixed(size))" font-weight="600" \
            fill="\(colour)" text-anchor="middle">\(texts.joined())</g>\
            <path transform="rotate(\(fixed(angle))) translate(0 -173) rotate(\(fixed(-angle))) scale(\(fixed(scale)))" \
            d="\(slot.pictogram)" fill="none" stroke="\(isDanger ? colours.danger : colours.pictogram)" \
            stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/></g>
            """
    }

    /// The text on one line where it is not longer than `whole`, or on two where it has a gap to break at; what is still
    /// too long is shortened.
    private func wrapped(_ text: String, to characters: Int, unless whole: Int) -> [String] {
        guard text.count > whole else { return [text] }
        let gaps = text.indices.filter { text[$0] == " " }
        func longer(_ gap: String.Index) -> Int {
            max(text.distance(from: text.startIndex, to: gap), text.distance(from: gap, to: text.endIndex) - 1)
        }
        guard let gap = gaps.min(by: { longer($0) < longer($1) }) else { return [shortened(text, to: characters)] }
        return [text[..<gap], text[gap...].dropFirst()].map { shortened(String($0), to: characters) }
    }
}

// MARK: Hands

extension ClockDrawing {
    private func blade(of hand: ClockHand) -> String {
        """
        <path transform="rotate(\(fixed(hand.angleDegrees)))" d="M-3.2 18L-1.6 -118L0 -134L1.6 -118L3.2 18z" \
        fill="\(colour(of: hand))" opacity="\(isOld(hand) ? "0.45" : "1")"/>
        """
    }

    /// The name on its hand, as large as hands beside it allow; old news are outlined and say their age.
    private func label(of hand: ClockHand, number: Int) -> String {
        let isOld = isOld(hand)
        let name = shortened(name(of: hand), to: 13)
        // Isolated, so that a name written from right to left leaves the age where it is (Unicode's U+2068, U+2069).
        let words = isOld ? "\u{2068}\(name)\u{2069} · \(ageWords(hand.ageSeconds))" : name
        let count = Double(name.count + (isOld ? ageWords(hand.ageSeconds).count + 3 : 0))
        var (height, width) = (13.0, 0.0)
        let room = clock.reading.layout.roomDegrees(ofHand: number) * .pi / 180
        repeat {
            height -= 0.5
            width = (0.62 * count * 0.68 + 0.9) * height
            // Across this little of a circle, arc and chord differ by less than the four hundredths.
        } while height > 4 && height > 0.96 * (120 - width) * room
        let isLeft = hand.angleDegrees > 180
        let middle = (isLeft ? -1 : 1) * (120 - width / 2)
        let look =
            isOld
            ? #"fill="\#(colours.face)" stroke="\#(colour(of: hand))""#
            : #"fill="\#(colour(of: hand))" stroke="\#(colours.face)" stroke-width="0.6""#
        return """
            <g transform="rotate(\(fixed(hand.angleDegrees + (isLeft ? 90 : -90))))">\
            <rect x="\(fixed(middle - width / 2))" y="\(fixed(-height / 2))" width="\(fixed(width))" \
            height="\(fixed(height))" rx="\(fixed(height / 2))" \(look)/>\
            <text x="\(fixed(middle))" y="\(fixed(0.245 * height))" font-size="\(fixed(0.68 * height))" \
            font-weight="600" fill="\(isOld ? colours.ink : "#fff")" text-anchor="middle">\(escaped(words))</text></g>
            """
    }

    /// News older than a quarter of an hour fade and say their age.
    private func isOld(_ hand: ClockHand) -> Bool {
        hand.ageSeconds.map { $0 > 900 } ?? true
    }

    private func colour(of hand: ClockHand) -> String {
        ClockColours.members[(clock.people[hand.member]?.colour ?? 0) % ClockColours.members.count]
    }

    private func name(of hand: ClockHand) -> String {
        clock.people[hand.member]?.name ?? "Somebody"
    }

    private func ageWords(_ seconds: Int64?) -> String {
        guard let seconds else { return "never heard" }
        return switch seconds {
        case ..<3_600: "\(seconds / 60) min ago"
        case ..<86_400: "\(seconds / 3_600) h ago"
        default: "\(seconds / 86_400) d ago"
        }
    }
}

// MARK: Text

/// The text as it is or, where it is too long, its first words that fit, or as many characters and "…".
private func shortened(_ text: String, to characters: Int) -> String {
    guard text.count > characters else { return text }
    let start = text.prefix(characters + 1)
    if let gap = start.lastIndex(where: { $0 == " " || $0 == "-" }), gap > start.startIndex {
        return String(start[..<gap])
    }
    return text.prefix(characters - 1) + "…"
}

/// Two decimals, without an exponent.
private func fixed(_ number: Double) -> String {
    let hundredths = Int((abs(number) * 100).rounded())
    return "\(number < 0 ? "-" : "")\(hundredths / 100).\(String(hundredths % 100 + 100).dropFirst())"
}

/// Text as XML takes it; what XML has no place for is left out.
private func escaped(_ text: String) -> String {
    var safe = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "&": safe += "&amp;"
        case "<": safe += "&lt;"
        case ">": safe += "&gt;"
        case "\"": safe += "&quot;"
        case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": continue
        default: safe.unicodeScalars.append(scalar)
        }
    }
    return safe
}
