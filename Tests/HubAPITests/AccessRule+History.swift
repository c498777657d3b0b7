import API

extension Route {
    /// A member's own past: what of it is meant stands behind the path, and a rule knows the path alone.
    func ofHistory(_ scene: AccessScene) -> AccessRule {
        switch self {
        case .addImport: own(409, #"{"id":"\#(scene.newID)","bytes":1}"#)
        case .importState: own(404)
        default: own(422)
        }
    }
}
