extension EngineAnswer.Step {
    /// Whether it only says that a roundabout is left.
    var isExit: Bool { maneuver.type == "exit roundabout" || maneuver.type == "exit rotary" }

    fileprivate var street: String? {
        [name, ref].compactMap { $0 }.first { !$0.isEmpty }
    }
}

extension RouteStep {
    /// A step in our own words, so that each engine speaks alike.
    init(_ step: EngineAnswer.Step, lineIndex: Int) {
        turn = Turn(step)
        street = step.street
        distanceMetres = max(0, step.distance)
        durationSeconds = max(0, step.duration)
        self.lineIndex = lineIndex
        text = words(turn, step)
    }
}

extension RouteStep.Turn {
    fileprivate init(_ step: EngineAnswer.Step) {
        if step.mode == "ferry", step.maneuver.type != "arrive" {
            self = .ferry
            return
        }
        switch step.maneuver.type {
        case "depart": self = .start
        case "arrive": self = .arrive
        case "roundabout", "rotary": self = .roundabout
        default:
            self =
                switch step.maneuver.modifier {
                case "slight left": .slightLeft
                case "left": .left
                case "sharp left": .sharpLeft
                case "slight right": .slightRight
                case "right": .right
                case "sharp right": .sharpRight
                case "uturn": .turnAround
                default: .straight
                }
        }
    }
}

private func words(_ turn: RouteStep.Turn, _ step: EngineAnswer.Step) -> String {
    let onto = step.street.map { " onto \($0)" } ?? ""
    let on = step.street.map { " on \($0)" } ?? ""
    switch turn {
    case .start: return "Head \(compass(step.maneuver.bearing ?? 0))\(on)"
    case .arrive: return "You are there"
    case .ferry: return "Take the ferry\(step.street.map { " \($0)" } ?? "")"
    case .roundabout:
        let exit = step.maneuver.exit.map { "take the \(ordinal($0)) exit" } ?? "go on"
        return "At the roundabout \(exit)\(onto)"
    case .turnAround: return "Turn around\(on)"
    default: break
    }
    switch step.maneuver.type {
    case "fork": return "Keep \(side(turn))\(on)"
    case "merge": return "Merge\(onto)"
    case "on ramp": return "Take the ramp\(onto)"
    case "off ramp": return "Take the exit\(onto)"
    case "end of road": return "At the end of the road turn \(side(turn))\(onto)"
    default: break
    }
    return switch turn {
    case .slightLeft, .slightRight: "Bear \(side(turn))\(onto)"
    case .left, .right: "Turn \(side(turn))\(onto)"
    case .sharpLeft, .sharpRight: "Turn sharply \(side(turn))\(onto)"
    default: "Continue\(on)"
    }
}

private func side(_ turn: RouteStep.Turn) -> String {
    switch turn {
    case .left, .slightLeft, .sharpLeft: "left"
    case .right, .slightRight, .sharpRight: "right"
    default: "straight on"
    }
}

/// The wind that blows from where a bearing in degrees points.
private func compass(_ bearing: Double) -> String {
    let names = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"]
    guard bearing.isFinite, abs(bearing) <= 720 else { return names[0] }
    let eighth = Int((bearing / 45).rounded())
    return names[((eighth % 8) + 8) % 8]
}

private func ordinal(_ number: Int) -> String {
    switch (number, number % 10, number % 100) {
    case (1, _, _): "1st"
    case (_, 1, let rest) where rest != 11: "\(number)st"
    case (_, 2, let rest) where rest != 12: "\(number)nd"
    case (_, 3, let rest) where rest != 13: "\(number)rd"
    default: "\(number)th"
    }
}
