import Family
import Hub

/// A clock as an SVG drawing: something one would hang up, on a wall display or anywhere an image can be shown.
///
/// Plain shapes and text without scripts, fonts or links, so that it also shows inside `<img>`.
struct ClockDrawing {
    private let clock: ReadClock
    private let colours: Colours

    init(_ clock: ReadClock, dark: Bool) {
        self.clock = clock
        colours = dark ? .dark : .light
    }

    /// The whole drawing, 400 units square.
    var svg: String {
        let slots = clock.reading.face.slots
        var parts = [
            #"""
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="-200 -200 400 400" role="img" \#
            font-family="Inter, system-ui, sans-serif"><title>\#(escaped(title))</title>\#
            <rect x="-200" y="-200" width="400" height="400" fill="\#(colours.paper)"/>\#
            <circle r="190" fill="\#(colours.face)" stroke="\#(colours.brass)" stroke-width="5"/>\#
            <circle r="183" fill="none" stroke="\#(colours.ink)" stroke-opacity="0.16"/>
            """#
        ]
        for (index, slot) in slots.enumerated() { parts.append(mark(slot, number: index, of: slots.count)) }
        for hand in clock.reading.hands { parts.append(drawing(of: hand)) }
        parts.append(
            #"""
            <circle r="11" fill="\#(colours.brass)"/><circle r="4" fill="\#(colours.face)"/></svg>
            """#
        )
        return parts.joined(separator: "\n")
    }

    /// What the drawing says in words, for those who do not see it.
    private var title: String {
        let slots = clock.reading.face.slots
        let sentences = clock.reading.hands.map { hand in "\(name(of: hand)): \(slots[hand.slot].label)" }
        return sentences.isEmpty ? "The family clock, without hands yet" : sentences.joined(separator: "; ")
    }

    private func mark(_ slot: ClockSlot, number: Int, of count: Int) -> String {
        let angle = clock.reading.face.angleDegrees(slot: number)
        let isDanger = slot == .danger && clock.reading.hands.contains { $0.slot == number }
        let colour = isDanger ? colours.danger : colours.ink
        // Words on the lower half stand upside down unless they are turned round.
        let isLow = angle > 100 && angle < 260
        let size = count > 12 ? 9 : 12
        return #"""
            <g transform="rotate(\#(fixed(angle)))"><path d="M0 -182v8" stroke="\#(colour)" stroke-width="2"/>\#
            <text y="-162" font-size="\#(size)" font-weight="600" fill="\#(colour)" text-anchor="middle"\#
            \#(isLow ? #" transform="rotate(180 0 -165)""# : "")>\#(escaped(shortened(slot.label, to: 14)))</text></g>
            """#
    }

    private func drawing(of hand: ClockHand) -> String {
        let person = clock.people[hand.member]
        let colour = Colours.members[(person?.colour ?? 0) % Colours.members.count]
        // A hand whose news are older than a quarter of an hour fades and says their age.
        let age = hand.ageSeconds ?? 0
        let isOld = age > 900 || hand.ageSeconds == nil
        let isLeft = hand.angleDegrees > 180
        let name = escaped(shortened(name(of: hand), to: 14) + (isOld ? ageWords(hand.ageSeconds) : ""))
        return #"""
            <g transform="rotate(\#(fixed(hand.angleDegrees)))" opacity="\#(isOld ? "0.5" : "1")">\#
            <path d="M-5 14L-2 -132L0 -142L2 -132L5 14z" fill="\#(colour)"/>\#
            <text transform="rotate(\#(isLeft ? 90 : -90)) translate(\#(isLeft ? -72 : 72) -6)" font-size="11" \#
            fill="\#(colours.ink)" text-anchor="middle">\#(name)</text></g>
            """#
    }

    private func name(of hand: ClockHand) -> String {
        clock.people[hand.member]?.name ?? "Somebody"
    }

    private func ageWords(_ seconds: Int64?) -> String {
        guard let seconds else { return ", never heard" }
        return switch seconds {
        case ..<3_600: ", \(seconds / 60) min ago"
        case ..<86_400: ", \(seconds / 3_600) h ago"
        default: ", \(seconds / 86_400) d ago"
        }
    }

    private func shortened(_ text: String, to characters: Int) -> String {
        text.count <= characters ? text : text.prefix(characters - 1) + "…"
    }

    /// Two decimals, without an exponent.
    private func fixed(_ number: Double) -> String {
        let hundredths = Int((number * 100).rounded())
        return "\(hundredths / 100).\(String(hundredths % 100 + 100).dropFirst())"
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
}

/// Hearth's colours as the drawing needs them.
private struct Colours {
    let paper: String
    let face: String
    let ink: String
    let brass: String
    let danger: String

    static let light = Colours(
        paper: "#faf7f2",
        face: "#fffdf9",
        ink: "#221d18",
        brass: "#b08d57",
        danger: "#c62828"
    )
    static let dark = Colours(paper: "#161412", face: "#211d19", ink: "#f3ede4", brass: "#b08d57", danger: "#ff6b5e")

    /// Twelve tones of equal weight for members.
    static let members = [
        "#b04c14", "#1b7a42", "#2f6db5", "#8a4fa3", "#a8762b", "#0f7f86", "#b23a6b", "#5b6f1f", "#4a5bb0", "#8c4a3c",
        "#3f7f5f", "#6d6a75",
    ]
}
