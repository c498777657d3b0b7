public import Family

/// Routes of live links and wall displays, and of the browsers that they let in.
public enum LiveRoute: Hashable, Sendable {
    case links
    case addLink
    case endLink(ID<LiveLink>)
    case removeViewer(ID<LiveLink>, ID<LinkViewers.Viewer>)
    case childLinks(ID<FamilyGroup>, ID<Member>)
    case agreeToChildLink(ID<FamilyGroup>, ID<Member>, ID<LiveLink>)
    case endChildLink(ID<FamilyGroup>, ID<Member>, ID<LiveLink>)
    case openView
    case view
    case viewPositions
    case viewEvents
    /// A wall display, by a read-only link to a clock.
    case openWall
    case wall
    /// Whether my family's wall displays may show me on a map.
    case setOnWalls
}

extension LiveRoute {
    private static func child(_ family: ID<FamilyGroup>, _ child: ID<Member>) -> String {
        "/families/\(family.text)/members/\(child.text)/live-links"
    }

    /// The method, and the path below the API's root.
    var methodAndPath: (method: String, path: String) {
        switch self {
        case .links: ("GET", "/me/live-links")
        case .addLink: ("POST", "/me/live-links")
        case .endLink(let id): ("DELETE", "/me/live-links/\(id.text)")
        case .removeViewer(let id, let viewer): ("DELETE", "/me/live-links/\(id.text)/viewers/\(viewer.text)")
        case .childLinks(let family, let child): ("GET", Self.child(family, child))
        case .agreeToChildLink(let family, let child, let id): ("PUT", Self.child(family, child) + "/\(id.text)")
        case .endChildLink(let family, let child, let id): ("DELETE", Self.child(family, child) + "/\(id.text)")
        case .openView: ("POST", "/live-views")
        case .view: ("GET", "/live-view")
        case .viewPositions: ("GET", "/live-view/positions")
        case .viewEvents: ("GET", "/live-view/events")
        case .openWall: ("POST", "/wall-views")
        case .wall: ("GET", "/wall")
        case .setOnWalls: ("PUT", "/me/on-walls")
        }
    }

    /// The routes of a path's parts below the API's root, one for each method; none where it is not theirs.
    static func candidates(_ parts: [String]) -> [LiveRoute] {
        switch parts.first {
        case "me" where parts.dropFirst().elementsEqual(["on-walls"]): [.setOnWalls]
        case "wall-views" where parts.count == 1: [.openWall]
        case "wall" where parts.count == 1: [.wall]
        case "me" where parts.dropFirst().first == "live-links": links(Array(parts.dropFirst(2)))
        case "families" where parts.count >= 5 && parts[2] == "members" && parts[4] == "live-links":
            ofChild(parts[1], parts[3], Array(parts.dropFirst(5)))
        case "live-views" where parts.count == 1: [.openView]
        case "live-view": views(Array(parts.dropFirst()))
        default: []
        }
    }

    private static func links(_ parts: [String]) -> [LiveRoute] {
        guard let first = parts.first else { return [.links, .addLink] }
        guard let id = ID<LiveLink>(text: first) else { return [] }
        return switch parts.count {
        case 1: [.endLink(id)]
        case 3 where parts[1] == "viewers": ID(text: parts[2]).map { [.removeViewer(id, $0)] } ?? []
        default: []
        }
    }

    private static func ofChild(_ family: String, _ child: String, _ parts: [String]) -> [LiveRoute] {
        guard let family = ID<FamilyGroup>(text: family), let child = ID<Member>(text: child), parts.count <= 1
        else { return [] }
        guard let link = parts.first else { return [.childLinks(family, child)] }
        return ID(text: link).map { [.agreeToChildLink(family, child, $0), .endChildLink(family, child, $0)] } ?? []
    }

    private static func views(_ parts: [String]) -> [LiveRoute] {
        switch parts {
        case []: [.view]
        case ["positions"]: [.viewPositions]
        case ["events"]: [.viewEvents]
        default: []
        }
    }
}
