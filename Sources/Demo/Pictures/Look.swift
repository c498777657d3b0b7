/// What a made-up person looks like: drawn, so that it is nobody's photograph.
package struct Look: Sendable {
    /// How somebody wears their hair.
    enum Hair: Sendable {
        case short, long, bun, curls
    }

    /// What not everybody has.
    enum Extra: Sendable {
        case glasses, beard, freckles
    }

    var background: Drawing.Colour
    var skin: Drawing.Colour
    var hair: Drawing.Colour
    var style: Hair
    var shirt: Drawing.Colour
    var extras: Set<Extra> = []

    private static let ink: Drawing.Colour = 0x2B2622

    /// Their portrait.
    package var drawing: Drawing {
        var drawing = Drawing(background: background)
        drawBack(in: &drawing)
        drawing.ellipse(.init(0.5, 1.03), 0.4, 0.25, shirt)
        drawing.box(.init(0.43, 0.6), .init(0.57, 0.84), corner: 0.06, skin)
        drawing.ellipse(.init(0.5, 0.7), 0.1, 0.04, Look.ink, opacity: 0.12)
        for x in [0.29, 0.71] { drawing.ellipse(.init(x, 0.48), 0.035, 0.05, skin) }
        drawing.ellipse(.init(0.5, 0.46), 0.21, 0.25, skin)
        if extras.contains(.beard) {
            drawing.ellipse(.init(0.5, 0.53), 0.208, 0.19, hair, rows: 0.55...0.73)
            drawing.ellipse(.init(0.5, 0.57), 0.09, 0.05, skin)
        }
        drawFace(in: &drawing)
        drawing.ellipse(.init(0.5, 0.36), 0.235, 0.19, hair, rows: 0...0.335)
        if style == .curls {
            for (x, y) in [(0.3, 0.31), (0.4, 0.24), (0.5, 0.21), (0.6, 0.24), (0.7, 0.31)] {
                drawing.ellipse(.init(x, y), 0.075, 0.075, hair)
            }
        }
        return drawing
    }

    private func drawBack(in drawing: inout Drawing) {
        switch style {
        case .short: drawing.ellipse(.init(0.5, 0.38), 0.235, 0.21, hair)
        case .long: drawing.box(.init(0.25, 0.2), .init(0.75, 0.82), corner: 0.2, hair)
        case .bun:
            drawing.ellipse(.init(0.5, 0.15), 0.09, 0.08, hair)
            drawing.ellipse(.init(0.5, 0.39), 0.24, 0.22, hair)
        case .curls:
            for (x, y) in [(0.27, 0.4), (0.73, 0.4), (0.28, 0.52), (0.72, 0.52)] {
                drawing.ellipse(.init(x, y), 0.075, 0.08, hair)
            }
        }
    }

    private func drawFace(in drawing: inout Drawing) {
        for x in [0.41, 0.59] {
            drawing.ellipse(.init(x, 0.46), 0.021, 0.029, Look.ink)
            drawing.ellipse(.init(x + 0.007, 0.45), 0.007, 0.008, 0xFFFFFF)
            drawing.line(.init(x - 0.035, 0.4), .init(x + 0.035, 0.395), width: 0.014, hair)
            drawing.ellipse(.init(x < 0.5 ? 0.37 : 0.63, 0.54), 0.045, 0.03, 0xE8705F, opacity: 0.3)
            if extras.contains(.glasses) { drawing.ring(.init(x, 0.46), radius: 0.066, width: 0.014, Look.ink) }
        }
        if extras.contains(.glasses) { drawing.line(.init(0.476, 0.455), .init(0.524, 0.455), width: 0.014, Look.ink) }
        drawing.line(.init(0.5, 0.48), .init(0.508, 0.525), width: 0.012, 0xB5745A)
        drawing.ring(.init(0.5, 0.5), radius: 0.095, width: 0.018, 0x8E3B32, rows: 0.565...0.7)
        if extras.contains(.freckles) {
            for (x, y) in [(0.36, 0.52), (0.39, 0.535), (0.42, 0.52), (0.58, 0.52), (0.61, 0.535), (0.64, 0.52)] {
                drawing.ellipse(.init(x, y), 0.007, 0.007, 0xB5745A)
            }
        }
    }
}
