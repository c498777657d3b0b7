public import Family

/// A deputy; of it the API knows its identity alone.
public enum DeputyReference: Sendable {}

/// What the hub answers to deputies, and to members about them.
public enum DeputyRoute: Hashable, Sendable {
    /// A deputy asks for a change, and reports what it sent.
    case turns
    /// A machine becomes a deputy by a code that the keeper was shown.
    case pairings
    /// The deputies of this hub, with what I said of each.
    case mine
    /// Having my trips and alarms guarded by one.
    case choose(ID<DeputyReference>)
    case decline(ID<DeputyReference>)
}

extension DeputyRoute {
    /// The method, and the path below the API's root.
    var methodAndPath: (method: String, path: String) {
        switch self {
        case .turns: ("POST", "/deputy/turns")
        case .pairings: ("POST", "/deputy/pairings")
        case .mine: ("GET", "/me/deputies")
        case .choose(let id): ("PUT", "/me/deputies/\(id.text)")
        case .decline(let id): ("DELETE", "/me/deputies/\(id.text)")
        }
    }

    /// The routes of a path's parts below the API's root, one for each method; none where it is not theirs.
    static func candidates(_ parts: [String]) -> [DeputyRoute] {
        switch parts.count {
        case 2 where parts[0] == "deputy": parts[1] == "turns" ? [.turns] : parts[1] == "pairings" ? [.pairings] : []
        case 2 where parts[0] == "me" && parts[1] == "deputies": [.mine]
        case 3 where parts[0] == "me" && parts[1] == "deputies":
            ID(text: parts[2]).map { [.choose($0), .decline($0)] } ?? []
        default: []
        }
    }
}
