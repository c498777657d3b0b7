/// What the family's store has, drawn.
package enum Thing: CaseIterable, Sendable {
    case bottle, iceCream, lateEvening, cinema, keyboard

    /// Its picture.
    package var drawing: Drawing {
        switch self {
        case .bottle: Thing.bottlePicture
        case .iceCream: Thing.iceCreamPicture
        case .lateEvening: Thing.lateEveningPicture
        case .cinema: Thing.cinemaPicture
        case .keyboard: Thing.keyboardPicture
        }
    }

    private static var bottlePicture: Drawing {
        var drawing = Drawing(background: 0xDDEFF2)
        drawing.ellipse(.init(0.5, 0.87), 0.2, 0.03, 0x9CB9BF)
        drawing.box(.init(0.44, 0.1), .init(0.56, 0.24), corner: 0.03, 0x33474D)
        drawing.box(.init(0.38, 0.2), .init(0.62, 0.29), corner: 0.03, 0xE4572E)
        drawing.box(.init(0.34, 0.27), .init(0.66, 0.86), corner: 0.07, 0x1B98A6)
        drawing.box(.init(0.38, 0.33), .init(0.43, 0.78), corner: 0.025, 0x7FD0D8)
        drawing.box(.init(0.34, 0.5), .init(0.66, 0.64), corner: 0, 0xFFFFFF)
        drawing.line(.init(0.43, 0.57), .init(0.57, 0.57), width: 0.03, 0xE4572E)
        return drawing
    }

    private static var iceCreamPicture: Drawing {
        var drawing = Drawing(background: 0xFDEFE3)
        for step in 0..<24 {
            let y = 0.52 + Double(step) / 60
            let half = 0.17 * (1 - Double(step) / 24)
            drawing.line(.init(0.5 - half, y), .init(0.5 + half, y), width: 0.022, 0xD99A4E)
        }
        drawing.ellipse(.init(0.39, 0.42), 0.13, 0.13, 0xF4B6C2)
        drawing.ellipse(.init(0.61, 0.42), 0.13, 0.13, 0x7B4A2E)
        drawing.ellipse(.init(0.5, 0.27), 0.13, 0.13, 0xFFF3C4)
        drawing.ellipse(.init(0.53, 0.13), 0.04, 0.04, 0xC1121F)
        return drawing
    }

    private static var lateEveningPicture: Drawing {
        var drawing = Drawing(background: 0x1D2A4D)
        drawing.ellipse(.init(0.46, 0.45), 0.25, 0.25, 0xFFE9A8)
        drawing.ellipse(.init(0.57, 0.38), 0.22, 0.22, 0x1D2A4D)
        for (x, y, size) in [(0.75, 0.22, 0.02), (0.83, 0.46, 0.014), (0.68, 0.66, 0.018), (0.2, 0.18, 0.016)] {
            drawing.ellipse(.init(x, y), size, size, 0xFFFFFF)
        }
        drawing.ellipse(.init(0.5, 1.08), 0.7, 0.28, 0x30456F)
        return drawing
    }

    private static var cinemaPicture: Drawing {
        var drawing = Drawing(background: 0x3B1F2B)
        drawing.box(.init(0.12, 0.14), .init(0.88, 0.56), corner: 0.03, 0xF6F1E7)
        drawing.ellipse(.init(0.64, 0.27), 0.07, 0.07, 0xF4B942)
        drawing.ellipse(.init(0.4, 0.62), 0.26, 0.2, 0x5B8E7D, rows: 0.42...0.54)
        for row in 0..<2 {
            for seat in 0..<4 + row {
                let x = 0.5 + (Double(seat) - Double(3 + row) / 2) * 0.19
                let y = 0.74 + Double(row) * 0.15
                drawing.box(.init(x - 0.075, y), .init(x + 0.075, y + 0.14), corner: 0.04, 0xA4243B)
            }
        }
        return drawing
    }

    private static var keyboardPicture: Drawing {
        var drawing = Drawing(background: 0xE9E4F0)
        drawing.box(.init(0.08, 0.3), .init(0.92, 0.72), corner: 0.04, 0x3E3A4D)
        for key in 0..<10 {
            let x = 0.12 + Double(key) * 0.077
            drawing.box(.init(x, 0.4), .init(x + 0.067, 0.68), corner: 0.012, 0xFFFFFF)
        }
        for key in [0, 1, 3, 4, 5, 7, 8] {
            let x = 0.12 + Double(key) * 0.077 + 0.05
            drawing.box(.init(x, 0.4), .init(x + 0.044, 0.57), corner: 0.008, 0x221F2B)
        }
        for knob in 0..<3 { drawing.ellipse(.init(0.18 + Double(knob) * 0.1, 0.35), 0.02, 0.02, 0xE4572E) }
        return drawing
    }
}
