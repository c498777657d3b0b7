import Family

/// Hearth's colours as the drawing of a clock needs them.
struct ClockColours {
    let paper: String
    let face: String
    let ink: String
    let pictogram: String
    let danger: String

    static let light = ClockColours(
        paper: "#faf7f2",
        face: "#fffdf9",
        ink: "#221d18",
        pictogram: "#8c6c3a",
        danger: "#c62828"
    )
    static let dark = ClockColours(
        paper: "#161412",
        face: "#211d19",
        ink: "#f3ede4",
        pictogram: "#c9a76c",
        danger: "#ff6b5e"
    )

    /// Twelve tones of equal weight for members.
    static let members = [
        "#b04c14", "#1b7a42", "#2f6db5", "#8a4fa3", "#8f5f12", "#0f7480", "#b23a6b", "#5b6f1f", "#4a5bb0", "#8c4a3c",
        "#3b7355", "#6d6a75",
    ]
}

extension ClockSlot {
    /// The lines of the slot's pictogram as an SVG path, within 11 units of 0, 0.
    var pictogram: String {
        switch self {
        case .place(let label):
            switch label.lowercased() {
            case "home": "M-9 0L0 -8L9 0M-6.5 -2V8H6.5V-2M-2 8V2.5H2V8"
            case "work": "M-9 -4H9V8H-9ZM-4 -4V-8H4V-4M-9 1.5H9"
            case "school": "M-11 -2L0 -7L11 -2L0 3ZM-6 1V6Q0 10 6 6V1M11 -2V4"
            default: "M0 10C-5 4 -7 1 -7 -2A7 7 0 0 1 7 -2C7 1 5 4 0 10ZM0 -4.5A2.4 2.4 0 1 0 0.1 -4.5Z"
            }
        case .travelling: "M-8 8L0 -9L8 8L0 4Z"
        case .unknown: "M-4.5 -4A4.5 4.5 0 1 1 0 1V3M0 8V8.1"
        case .lost: "M-10 -3A14 14 0 0 1 10 -3M-5.5 2A8 8 0 0 1 5.5 2M0 7.5V7.6M-9 -9L9 10"
        case .danger: "M0 -9L10 8H-10ZM0 -3V2.5M0 5.4V5.5"
        }
    }
}
