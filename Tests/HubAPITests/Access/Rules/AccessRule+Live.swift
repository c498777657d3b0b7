import API
import Family
import Hub

extension Route {
    /// Live links and wall displays: the owner has one, and the owner's child one that waits for a guardian.
    func ofLiveLinks(_ route: LiveRoute, _ scene: AccessScene) -> AccessRule {
        let (family, child, link) = (scene.family.id, scene.family.child, scene.live)
        switch route {
        case .links: return own(200)
        case .addLink: return own(201, #"{"id":"\#(scene.newID)","name":"Park","hours":2,"precision":"place"}"#)
        case .endLink: return owners(.live(.endLink(link.id)), 204)
        case .removeViewer: return owners(.live(.removeViewer(link.id, link.viewer)), 204)
        case .childLinks: return owners(.live(.childLinks(family, child)), 200)
        case .agreeToChildLink: return owners(.live(.agreeToChildLink(family, child, link.childs)), 204)
        case .endChildLink: return owners(.live(.endChildLink(family, child, link.childs)), 204)
        case .openView: return AccessRule(route: self, body: #"{"token":"made up"}"#) { _ in 404 }
        case .openWall: return AccessRule(route: self, body: #"{"token":"made up"}"#) { _ in 404 }
        case .view, .viewPositions, .viewEvents, .wall: return AccessRule(route: self) { _ in 401 }
        case .setOnWalls: return own(200, #"{"shown":true}"#)
        }
    }
}
