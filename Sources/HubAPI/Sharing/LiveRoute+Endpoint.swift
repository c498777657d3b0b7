import API

extension LiveRoute {
    /// Live links and wall displays, and what the browsers see that they let in.
    var endpoint: Endpoint {
        switch self {
        case .links: .session { try await $0.liveLinks($1, $2) }
        case .addLink: .session { try await $0.addLiveLink($1, $2) }
        case .endLink(let id): .session { try await $0.endLiveLink(id, $1, $2) }
        case .removeViewer(let id, let viewer): .session { try await $0.removeLiveViewer(viewer, of: id, $1, $2) }
        case .childLinks(let family, let child): .session { try await $0.childLiveLinks(family, child, $1, $2) }
        case .agreeToChildLink(let family, let child, let id):
            .session { try await $0.agreeToLiveLink(id, family, child, $1, $2) }
        case .endChildLink(let family, let child, let id):
            .session { try await $0.endChildLiveLink(id, family, child, $1, $2) }
        case .openView: .stranger(.openingView) { try await $0.openLiveView($1, $2) }
        case .view: .liveView { try await $0.liveView($1, $2) }
        case .viewPositions: .liveView { try await $0.liveViewPositions($1, $2) }
        case .viewEvents: .liveView { try await $0.liveViewEvents($1, $2) }
        case .openWall: .stranger { try await $0.openWall($1, $2) }
        case .wall: .wall { try await $0.wall($1, $2) }
        case .setOnWalls: .session { try await $0.setOnWalls($1, $2) }
        }
    }
}
